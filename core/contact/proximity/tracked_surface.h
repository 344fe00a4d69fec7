#pragma once

#include "core/bvh/two_level_tree.h"
#include "core/contact/proximity/feature_pairs.h"
#include "core/settings/settings.h"
#include "core/shape/surface.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina::proximity {

/// What the method keeps of a surface from step to step: features and tree, as long as the topology stays.
class TrackedSurface {
public:
  /// Brings everything but the tree's boxes up to date. `cones`: it is looked at for contact with itself.
  void update(const Surface& surface, const ProximitySettings& settings, bool cones);
  /// Keeps where the vertices are for the next step's sweep, which may be the first to be updated with them.
  void remember(const Surface& surface);
  void forget() { before_.clear(); }

  bool remembers() const { return !before_.empty(); }
  /// What was kept, as numbers, appended.
  void save(std::vector<double>& memory) const;
  /// Takes as many numbers as were saved, and says where the rest begins.
  std::span<const double> restore(std::span<const double> memory);

  /// How far the bounds have moved since what was kept, m; 0 where nothing was.
  double way_to(const Surface& surface) const;

  /// There are triangles whose corners all exist.
  bool usable() const { return tree_ != nullptr; }
  bvh::TwoLevelTree& tree() { return *tree_; }
  const bvh::TwoLevelTree& tree() const { return *tree_; }
  PlacedFeatures placed() const {
    return {triangles_.get(), features_.get(), surface_->positions, is_sheet(*surface_)};
  }
  const Surface& surface() const { return *surface_; }
  std::size_t triangle_count() const { return triangles_ ? triangles_->size() : 0; }
  double thickness() const { return thickness_; } ///< m, see mean_thickness
  bvh::Positions vertex_positions() const { return {surface_->positions, before_}; }
  const std::vector<bvh::NormalCone>& cones() const { return cones_; }

private:
  void rebuild(const Surface& surface, BvhChildren children, bool cones);
  void find_cones();
  void find_prisms();

  const Surface* surface_ = nullptr; ///< of this step
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  std::uint64_t topology_ = 0;
  std::size_t vertices_ = 0;
  BvhChildren children_{};
  bool keeps_cones_ = false;
  std::unique_ptr<const Features> features_;
  std::unique_ptr<bvh::TwoLevelTree> tree_;
  std::vector<bvh::NormalCone> cones_;     ///< by vertex: of the normals of its triangles
  std::vector<bvh::TrianglePrism> prisms_; ///< of all triangles, where there are few and none is swept
  std::vector<Vec3> normals_, around_;     ///< unit: of all triangles; of those at one vertex
  std::vector<Vec3> before_;               ///< of the last step; none where there was none
  Box bounds_before_;
  double thickness_ = 0;
};

} // namespace lamina::proximity
