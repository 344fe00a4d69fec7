#pragma once

#include "core/response/rows/relative_motion.h"

#include <span>

namespace lamina {

/// What rolling asks of a contact cell of two rigid bodies.
struct RollingCell {
  Vec3 point, normal; ///< where it acts (world, m), and the way in which b leaves a
  double area, depth; ///< m², m
};

/// Where on its line of action a force is nearest to the centre of its moment.
Vec3 point_of_action(const Twist& force_and_moment);

/// Lets bodies with round surfaces roll. In front of a rolling ball, material goes down into the ground, and
/// behind it comes up. Each cell by itself would stop that, though the contact only moves along:
///
///    depth  d₀ ┐  ╭─────╮          round: d falls to zero at the rim, and what turns moves the contact
///              │ ╱   ball ╲
///              │╱           ╲       flat: d ends at the rim as it is, and what turns goes deeper there
///              └──────────────► ξ
///
/// The depths of the cells are fitted by d₀ + d_ξ ξ + d_η η − ½ (κ_ξ ξ² + κ_η η²). How round the contact is
/// along ξ is s = κ_ξ L² / 2 d₀, 0 to 1, L its half width. Of the normal rows, the part that is linear in ξ
/// is taken out by s: a ball turns freely, a box does not. Too few cells for a fit say s by their normals,
/// where nothing rubs: with friction, the few cells of an edge hold it in a heap. Rows stay sums of those of
/// the pair, so momentum is conserved.
///
/// `rows` are those of two rigid bodies over the twist of one against the other, in the order of the cells.
/// `rubs`: friction acts in them. Returns whether any row changed.
bool let_roll(std::span<const RollingCell> cells, bool rubs, std::span<Twist> rows);

} // namespace lamina
