#pragma once

#include "tests/support/scenes.h"

#include <memory>
#include <vector>

namespace lamina::test {

/// A scene under constraints whose bodies stay awake: what rests is to rest by its constraints.
std::shared_ptr<Scene> constrained(std::vector<SceneBody> bodies);

/// So many cubes of 1 m on the ground, one on the other, as they touch. Each lies aside at random, by no more
/// than `offset` (m) along x and z.
std::shared_ptr<Scene> stack_of(int cubes, double offset = 0);

/// Cubes of 1 m that fall on the ground from a grid of 5 by 5 and so many layers, aside and turned at random.
std::shared_ptr<Scene> heap_of(int layers, unsigned seed);

/// Boxes of 26 by 22 by 30 cm that pour into a bowl, aside and turned at random. They may sleep.
std::shared_ptr<Scene> boxes_in_a_bowl(unsigned seed);

/// How far the body that moves most gets in so many seconds, m.
double drift_in(Simulation& simulation, double seconds);

/// Three free cubes overlap in each trial, at random, half of them at rest. Expects that their momentum
/// stays, and their angular momentum where they were at rest, to 10⁻¹² of three cubes at 1 m/s.
void expect_that_momentum_stays(int trials, unsigned seed);

} // namespace lamina::test
