#pragma once

#include "core/contact/tetdistance/distance_field.h"
#include "core/contact/tetdistance/surface_parts.h"
#include "core/contact/tetdistance/tet_evidence.h"
#include "core/contact/tetdistance/tet_search.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina::tetdistance {

/// A place on a triangle of a surface.
struct OnSurface {
  std::uint32_t triangle = 0;
  std::array<float, 2> barycentric{}; ///< of corners 1 and 2
  bool exists = false;                ///< preparing may have left out a triangle without area
};

/// What the method keeps of one body from step to step.
class TetBody {
public:
  void update(const Surface& surface, const Solid& solid);

  const SurfaceParts& parts() const { return parts_; }
  const Solid& solid() const { return solid_; } ///< without nodes where it receives nothing
  const DistanceField& field() const { return field_; }
  /// Whether others can be pushed out of it: its surface is the boundary of its tetrahedra.
  bool receives() const { return !solid_.nodes.empty(); }
  TetEvidence::Marched marched() const;

  /// Nodes of tetrahedra that something lies in: first none, then those of each.
  void unmark();
  void mark(std::uint32_t tetrahedron);
  std::span<const std::uint32_t> marked() const { return marked_; }
  /// Finds the distances of the marked ones, as far as there are some.
  void march(const TetDistanceSettings& settings, int threads);
  /// For pictures, after march(); null where it receives nothing.
  std::shared_ptr<const MarchedSolid> marched_solid(TetMarch march, int threads);

  /// Where a place of the boundary lies on the surface.
  OnSurface on_surface(const Closest& closest) const;

private:
  bool find_triangles(const Surface& surface);

  SurfaceParts parts_;
  Solid solid_;
  DistanceField field_;
  DistanceField full_field_; ///< made for pictures alone
  std::vector<std::uint32_t> marked_;
  std::vector<char> is_marked_; ///< by node

  /// Triangles of the surface with their nodes in rising order, sorted; and what these are of.
  struct Known {
    Triangle nodes;
    std::uint32_t triangle;
  };
  std::vector<Known> known_;
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  const Tetrahedron* tetrahedra_ = nullptr;
  std::uint64_t topology_ = 0;
  bool matches_ = false;
};

} // namespace lamina::tetdistance
