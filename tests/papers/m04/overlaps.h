#pragma once

#include "tests/contact/tetdistance/solids.h"
#include "tests/papers/table.h"

#include <array>
#include <vector>

namespace lamina::papers::m04 {

/// Pushes are forces at a stiffness of 1 Pa/m, in m³.
///
/// M04-fig11: contacts and force between two tetrahedra that cross by edges alone, by response.
Table crossing_edges();

/// M04-fig12: a ball in the hole of a torus, which it touches all around; the torus first.
std::array<test::SolidBody, 2> torus_and_ball();
/// Contact points and forces of these, by response.
Table torus_and_ball_contacts();

/// M04-fig16: two balls of 24,000 tetrahedra each that overlap more and more.
std::vector<Table> growing_overlaps();

} // namespace lamina::papers::m04
