#pragma once

#include "core/contact/adaptive/tile_tree.h"
#include "tests/contact/contact_support.h"

namespace lamina::test {

/// Two surfaces, which must stay, as one direction sees them, over the overlap of their boxes along the
/// world's axes.
class ViewPair {
public:
  ViewPair(const Surface& a, const Surface& b, int direction);

  /// From one tile on.
  adaptive::ViewVolume refine(const adaptive::TileLimits& limits) {
    tree_.begin(seen(), plane_);
    return tree_.refine(limits);
  }
  const adaptive::TileTree& tree() const { return tree_; }
  const adaptive::ViewPlane& plane() const { return plane_; }
  std::array<const adaptive::ViewSurface*, 2> seen() const { return {&seen_[0], &seen_[1]}; }

private:
  std::array<adaptive::SurfacePart, 2> parts_;
  adaptive::ViewPlane plane_;
  std::array<adaptive::ViewSurface, 2> seen_;
  adaptive::TileTree tree_;
};

/// One of many closed meshes of about 1 m, where it may meet another. One in six is not turned, so that faces
/// lie along the axes.
TriangleMesh random_solid_somewhere(Dice& dice);

} // namespace lamina::test
