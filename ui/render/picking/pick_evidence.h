#pragma once

#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/simulation/snapshot.h"
#include "ui/render/camera/camera.h"
#include "ui/render/evidence/evidence_reference.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace lamina {

/// One end of a pair of contact pixels of a snapshot.
struct PixelReference {
  std::uint32_t pair = 0;  ///< index in Snapshot::pairs
  std::uint32_t pixel = 0; ///< index in ImageEvidence::pixels
  int end = 0;             ///< 0: the lower crossing, 1: the upper one
  bool operator==(const PixelReference&) const = default;
};

/// The same among the evidence of all types; nothing if what is named there is of another one.
EvidenceReference reference_to(const PixelReference& pixel);
std::optional<PixelReference> pixel_of(const std::optional<EvidenceReference>& reference);

/// The pixel that a reference names; null if the snapshot has no such pixel (any more).
const ContactPixelPair* find_pixel(const Snapshot& snapshot, const PixelReference& reference);

/// A pair of points that a contact of depth or gap joins, in a snapshot.
struct PointReference {
  std::uint32_t pair = 0;  ///< index in Snapshot::pairs
  std::uint32_t point = 0; ///< index in PointEvidence::points
  bool operator==(const PointReference&) const = default;
};

EvidenceReference reference_to(const PointReference& points);
std::optional<PointReference> point_of(const std::optional<EvidenceReference>& reference);

/// The points that a reference names; null if the snapshot has no such points (any more).
const ContactPointPair* find_points(const Snapshot& snapshot, const PointReference& reference);

/// World position of one end of a pair of contact pixels.
Vec3 pixel_position(const PairContacts& contacts, const ContactPixelPair& pixel, int end);

/// The half sides of a contact pixel's quad, perpendicular to its view axis.
struct PixelSides {
  Vec3 half_u, half_v;
};
/// Of the pixels of a region.
PixelSides pixel_sides(const Region& region, int axis);

/// The rectangles of a pair's contact pixels, each perpendicular to its view axis, in the world. The pair
/// must outlive it.
class PixelRectangles {
public:
  explicit PixelRectangles(const PairContacts& contacts);
  PixelSides sides(std::size_t pixel) const;
  /// Of the rectangle at one end. The crossing lies elsewhere in it where a tile is shared by several cells.
  Vec3 middle(std::size_t pixel, int end) const;
  /// m: that of a square as large as the pixel, or the tile that it is a part of.
  double tile_side(std::size_t pixel) const;
  /// What makes up most of the bound of that tile.
  KinkKind kink(std::size_t pixel) const { return extent_of(contacts_, pixel).kink; }

private:
  const PairContacts& contacts_;
  const ImageEvidence& images_;
  std::array<PixelSides, 3> of_region_;
};

/// The contact pixel under a point of the picture: the front-most quad that covers it, else the nearest end
/// within `radius` pixels. Bodies hide none, for pixels are drawn to shine through.
std::optional<PixelReference> pick_pixel(const Snapshot& snapshot, const Camera& camera, double x, double y,
                                         ViewSize size, double radius = 6);

/// The contact points whose line passes nearest a point of the picture, within `radius` pixels; of those
/// that pass equally near, as dots on one vertex do, the nearest to the eye. Bodies hide none.
std::optional<PointReference> pick_points(const Snapshot& snapshot, const Camera& camera, double x, double y,
                                          ViewSize size, double radius = 6);

} // namespace lamina
