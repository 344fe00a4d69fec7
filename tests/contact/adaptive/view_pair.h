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
  adaptive::ViewVolume refine(const adaptive::TileLimits& limits,
                              adaptive::Kinks kinks = adaptive::Kinks::within) {
    tree_.begin(seen(), plane_, kinks);
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

/// Meshlets of so few triangles that small meshes have many. `balanced`: all triangles are said to close it,
/// so that what lies beyond a region may be left out.
Surface in_small_meshlets(const TriangleMesh& mesh, bool balanced);

/// One of many closed meshes of about 1 m, where it may meet another. One in six is not turned, so that faces
/// lie along the axes.
TriangleMesh random_solid_somewhere(Dice& dice);

/// Two of them that may overlap.
struct RandomPair {
  int index;
  const TriangleMesh &a, &b;
  const Surface &of_a, &of_b;
};
/// Rolls so many pairs, and visits those whose boxes overlap.
template <class Visit>
void for_random_pairs(int pairs, unsigned seed, const Visit& visit) {
  Dice dice(seed);
  for (int pair = 0; pair < pairs; ++pair) {
    const TriangleMesh a = random_solid_somewhere(dice), b = random_solid_somewhere(dice);
    const Surface of_a = surface_of(a), of_b = surface_of(b);
    if (of_a.bounds.overlaps(of_b.bounds))
      visit(RandomPair{pair, a, b, of_a, of_b});
  }
}

/// A cube on a ground with a pyramid of 4 mm by 1 mm on it, whose tip is 0.9 mm deep in the cube: 10⁻⁵ of
/// what the region shows.
struct BumpUnderACube {
  BumpUnderACube();
  Surface ground, cube;
  double overlap; ///< m³
};

} // namespace lamina::test
