#pragma once

#include "core/contact/contact.h"
#include "core/contact/proximity/tracked_surface.h"

#include <span>
#include <vector>

namespace lamina::proximity {

/// Normals of what touches within one surface are at least this far apart (rad, and as the cosine between a
/// vertex's area vector and the direction against the other's normal). Neighbours on a smooth surface are so
/// left out, and regions that face one way are passed over by normal cones without losing a pair.
inline constexpr double self_apart = 2 * std::numbers::pi / 3;
inline constexpr double self_facing = 0.5;

/// Two surfaces, or one twice, and from where to where their features are looked for.
struct SurfacePair {
  const TrackedSurface *a, *b;
  Reach reach;
  bool swept = false; ///< both were seen at the last step
  bool self() const { return a == b; }
};

/// Memory of one part of a search, to be reused, and what it found.
struct SearchPart {
  std::vector<bvh::IndexPair> open, triangles;
  std::vector<FeaturePair> found;
};

/// Finds the features within reach of each other in some pairs of groups, which must have been refitted, and
/// of a swept pair those that have gone through each other since the last step.
void search_groups(const SurfacePair& pair, std::span<const bvh::IndexPair> groups, SearchPart& part);

/// Brings what was found in all parts into the order of its features, which does not depend on the tree.
/// Leaves out what a vertex has twice on the seam of two faces, and of the surfaces behind which a vertex
/// lies all but the nearest; all of them if one in front is nearer, since the vertex is then outside. What
/// has gone through a surface has to do with the first place where it did, and with nothing that it has come
/// near to since.
void sort_and_sift(const SurfacePair& pair, std::vector<FeaturePair>& found);

/// Makes contacts of what was found, in its order.
void make_contacts(const SurfacePair& pair, std::span<const FeaturePair> found, PairContacts& result);

} // namespace lamina::proximity
