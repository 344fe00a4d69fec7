#pragma once

#include "core/contact/distancefield/field_body.h"

#include <optional>
#include <vector>

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

/// Places within a triangle that lie lower than `lowest` (m), by which its corners and edges, or contact
/// itself, end: the three that stand for a third of the triangle each, and the lowest of all if it is lower
/// than those. That is searched for from the place nearest to the middle of the other body's box, by steps
/// towards the corner where a linear field would be least (Frank and Wolfe; Macklin et al., Local
/// optimization for robust signed distance field collision, 2020, section 4).
std::vector<DeepPlace> deep_in_triangle(const FieldBody& field, const std::array<Vec3, 3>& corners,
                                        double lowest, std::uint64_t& asked);

} // namespace lamina::distancefield
