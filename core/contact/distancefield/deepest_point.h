#pragma once

#include "core/contact/distancefield/field_body.h"

#include <optional>

namespace lamina::distancefield {

/// A place of an edge or a triangle, and what the field says there.
struct DeepPlace {
  std::array<double, 3> weights{}; ///< of the ends or corners; an edge has two
  Vec3 position = Vec3::Zero();    ///< world, m
  field::FieldValue value;
};

/// The place between two points where a field is least, to a fraction of a cell: none of the ends. Nothing is
/// searched beyond the box of the field's body, nor where the field cannot fall below `wanted` (m), as it
/// changes by no more than the way. Nothing where the least place is an end, or not below `wanted`. Adds the
/// points that were asked to `asked`.
///
///      D │╲          ╱      Intervals are halved where they may still hold a lower value than the
///        │ ╲___   __╱       lowest one found: (D₀ + D₁ − length) / 2 is a lower bound within one.
///        └─────╲─╱────
std::optional<DeepPlace> deepest_on_edge(const FieldBody& field, const std::array<Vec3, 2>& ends,
                                         const std::array<field::FieldValue, 2>& at_ends, double wanted,
                                         std::uint64_t& asked);

/// The same within a triangle, from its place nearest to the middle of that box, by steps towards the corner
/// that a linear field would be least at (Frank and Wolfe; Macklin et al., Local optimization for robust
/// signed distance field collision, 2020, section 4).
std::optional<DeepPlace> deepest_on_triangle(const FieldBody& field, const std::array<Vec3, 3>& corners,
                                             double wanted, std::uint64_t& asked);

} // namespace lamina::distancefield
