#pragma once

#include "core/contact/point_evidence.h"
#include "core/contact/proximity/tracked_surface.h"

#include <span>
#include <vector>

namespace lamina::proximity {

/// Two parts of one surface touch only if their normals are at least this far apart, in rad. `self_facing`
/// says the same by a cosine, as in vertex_against_face. So neighbours on a smooth surface are no pairs, and
/// normal cones can pass over regions that face one way.
inline constexpr double self_apart = 2 * std::numbers::pi / 3;
inline constexpr double self_facing = 0.5;

/// Likewise of cloth, which also meets itself edge on.
inline constexpr double cloth_apart = 1.4;

/// Two surfaces, or one twice, and how near features must be to count.
struct SurfacePair {
  const TrackedSurface *a, *b;
  Reach reach;
  bool swept = false; ///< both were seen at the last step
  bool self() const { return a == b; }
  bool has_cloth() const { return is_sheet(a->surface()) || is_sheet(b->surface()); }
  bool cloth_and_solid() const { return is_sheet(a->surface()) != is_sheet(b->surface()); }
  bool all_cloth() const { return is_sheet(a->surface()) && is_sheet(b->surface()); }
};

/// Reused memory of one part of a search, and what the part found.
struct SearchPart {
  std::vector<bvh::IndexPair> open, triangles;
  std::vector<FeaturePair> found;
};

/// Finds the features within reach of each other in some pairs of groups, which must have been refitted. Of a
/// swept pair it also finds those that have gone through each other since the last step.
void search_groups(const SurfacePair& pair, std::span<const bvh::IndexPair> groups, SearchPart& part);

/// Sorts what all parts found by features, so that the order does not depend on the tree. Then leaves out:
///
/// - a pair that a vertex has twice, on the seam of two faces;
/// - of the surfaces that a vertex lies behind, all but the nearest; all of them if it lies in front of a
///   nearer one, since it is then outside;
/// - of a feature that went through a surface, all but the first place where it did, and all that it has come
///   near to since.
void sort_and_sift(const SurfacePair& pair, std::vector<FeaturePair>& found);

/// Of two surfaces of which one at least is a piece of a body that came apart: appends the vertices of either
/// that lie within the other deeper than the reach, and look back along the shortest way out
/// (core/contact/enclosed), by order, with where this way leaves the other. `found` is sorted by features.
/// Whole bodies stay as in H08's baseline (figure 1).
void find_enclosed(const SurfacePair& pair, std::vector<FeaturePair>& found);

/// Makes contacts of what was found, in its order.
void make_contacts(const SurfacePair& pair, std::span<const FeaturePair> found, PairContacts& result);

} // namespace lamina::proximity
