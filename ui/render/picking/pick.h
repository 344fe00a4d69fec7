#pragma once

#include "core/bvh/box_tree.h"
#include "core/simulation/snapshot.h"
#include "ui/render/bodies/moved_boxes.h"
#include "ui/render/bodies/shown_shape.h"
#include "ui/render/camera/camera.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lamina {

/// What a ray meets first.
struct BodyHit {
  std::uint32_t body = 0;     ///< index in the snapshot
  std::uint32_t triangle = 0; ///< index in the body's mesh
  Vec3 point = Vec3::Zero();  ///< world, m
  double distance = 0;        ///< along the ray, m
};

/// One end of a pair of contact pixels of a snapshot.
struct PixelReference {
  std::uint32_t pair = 0;  ///< index in Snapshot::pairs
  std::uint32_t pixel = 0; ///< index in PairContacts::pixels
  int end = 0;             ///< 0: the lower crossing, 1: the upper one
  bool operator==(const PixelReference&) const = default;
};

/// The pixel that a reference names; null if the snapshot has no such pixel (any more).
const ContactPixelPair* find_pixel(const Snapshot& snapshot, const PixelReference& reference);

/// A pair of points that a contact of depth or gap joins, in a snapshot.
struct PointReference {
  std::uint32_t pair = 0;  ///< index in Snapshot::pairs
  std::uint32_t point = 0; ///< index in PairContacts::points
  bool operator==(const PointReference&) const = default;
};

/// The points that a reference names; null if the snapshot has no such points (any more).
const ContactPointPair* find_points(const Snapshot& snapshot, const PointReference& reference);

/// World position of one end of a pair of contact pixels.
Vec3 pixel_position(const PairContacts& contacts, const ContactPixelPair& pixel, int end);

/// The half sides of a contact pixel's quad, perpendicular to its view axis.
struct PixelSides {
  Vec3 half_u, half_v;
};
PixelSides pixel_sides(const Region& region, int axis);

/// Answers what is under the pointer. Keeps a tree per mesh, made at first use, and boxes around what deforms
/// where it is now, so that a question costs far less than drawing. Needs no OpenGL; not shared between
/// threads.
class Picker {
public:
  /// The nearest body along the ray, as the picture shows it: skirts are left out, and so are floors seen
  /// from behind.
  std::optional<BodyHit> body(const Snapshot& snapshot, const Ray& ray);

  /// The contact pixel under a point of the picture: the front-most quad that covers it, else the nearest end
  /// within `radius` pixels. Bodies hide none, for pixels are drawn to shine through.
  std::optional<PixelReference> pixel(const Snapshot& snapshot, const Camera& camera, double x, double y,
                                      ViewSize size, double radius = 6) const;

  /// The contact points whose line passes nearest a point of the picture, within `radius` pixels. Of those
  /// that pass equally near, as dots on one vertex do, it takes the nearest to the eye. Bodies hide none.
  std::optional<PointReference> points(const Snapshot& snapshot, const Camera& camera, double x, double y,
                                       ViewSize size, double radius = 6) const;

private:
  const Meshlets& groups_of(const std::shared_ptr<const PreparedMesh>& mesh);

  PerMesh<bvh::BoxTree> trees_;   ///< over the shown triangles of those meshes
  PerMesh<Meshlets> groups_;      ///< of meshes that have none of their own
  std::vector<MovedBoxes> moved_; ///< by body
  ShownShapes shapes_;
};

} // namespace lamina
