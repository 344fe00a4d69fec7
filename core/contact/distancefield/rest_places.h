#pragma once

#include "core/contact/distancefield/rest_field.h"
#include "core/contact/tetrahedra/tet_frame.h"
#include "core/shape/collision_shapes.h"

#include <optional>
#include <vector>

namespace lamina::distancefield {

/// Where a point of the world lies in a deformed body at rest, by the nearest of its tetrahedra.
struct RestPlace {
  Vec3 position = Vec3::Zero();     ///< frame of the mesh, m
  Mat3 gradient = Mat3::Identity(); ///< of that over the point: the inverse of the deformation gradient F
  double away = 0;                  ///< of the point from the tetrahedron, m, or somewhat more; 0 within
};

/// Maps points of the world back to where they lie in a body at rest, by the tetrahedra that carry it.
///
///      now      ╱╲╱‾╲        at rest   ┌──┬──┐       A tree of boxes is made once of tetrahedra at rest, and
///              ╱ •╲╱ ╲     ───────►    │ •│  │       fitted to where they are now in each step.
///              ‾‾‾‾‾‾‾                 └──┴──┘
///
/// Tetrahedra that are flat, inside out or not finite now or at rest hold nothing. Where others overlap, the
/// first one in the order of the tree counts.
class RestPlaces {
public:
  /// The solid stays while this is used. It has Solid::at_rest.
  void update(const Solid& solid);
  /// Nothing where no tetrahedron is usable.
  std::optional<RestPlace> of(const Vec3& point) const;

private:
  /// The first half follows its node, the second is named.
  struct Node {
    Box box{}; ///< of what is usable, now, world
    std::uint32_t begin = 0, end = 0;
    std::uint32_t second = 0; ///< 0: a leaf
  };
  struct Nearest {
    double squared = 0; ///< m²
    std::uint32_t tetrahedron = 0;
    bool found = false;
  };
  bool has_other_tetrahedra(const Solid& solid) const;
  Vec3 rest_centre(std::uint32_t tetrahedron) const;
  void build(std::uint32_t begin, std::uint32_t end);
  void fit();
  void test(std::uint32_t tetrahedron, const Vec3& point, Nearest& nearest) const;
  void search(const Vec3& point, std::uint32_t node, Nearest& nearest) const;

  Solid solid_;
  std::vector<std::uint32_t> order_; ///< of the tetrahedra
  std::vector<Node> nodes_;
  std::vector<tetrahedra::TetFrame> frames_; ///< now
};

/// What the field of a deformed body says about a point of the world, to first order: with D the distance at
/// rest, and F the deformation gradient there, the gradient F⁻ᵀ∇D and the distance D |∇D| / |F⁻ᵀ∇D|. Exact
/// where all of the body has one F and the nearest place is on a flat face. Further than `reach` (m) from all
/// tetrahedra it is unknown.
field::FieldValue value_at(const RestField& rest, const RestPlaces& places, const Vec3& point, double reach);

} // namespace lamina::distancefield
