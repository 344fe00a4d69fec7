#include "ui/render/picking/pick_evidence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina {
namespace {

/// Where a ray meets the quad of a pixel, if it does.
std::optional<double> ray_quad(const Ray& ray, const Vec3& centre, const PixelSides& sides,
                               const Vec3& axis) {
  const double slope = ray.direction.dot(axis);
  if (slope == 0)
    return std::nullopt;
  const double distance = (centre - ray.origin).dot(axis) / slope;
  const Vec3 off = ray.at(distance) - centre;
  const bool inside = std::abs(off.dot(sides.half_u)) <= sides.half_u.squaredNorm() &&
                      std::abs(off.dot(sides.half_v)) <= sides.half_v.squaredNorm();
  return inside && distance > 0 ? std::optional(distance) : std::nullopt;
}

/// How far a point of the picture lies from a line in it, pixels.
double distance_to_line(const Eigen::Vector2d& point, const Eigen::Vector2d& from,
                        const Eigen::Vector2d& to) {
  const Eigen::Vector2d along = to - from;
  const double squared = along.squaredNorm();
  const double share = squared > 0 ? std::clamp((point - from).dot(along) / squared, 0.0, 1.0) : 0;
  return (point - from - share * along).norm();
}

} // namespace

EvidenceReference reference_to(const PixelReference& pixel) {
  return {evidence_type<ImageEvidence>(), pixel.pair, pixel.pixel, pixel.end};
}

std::optional<PixelReference> pixel_of(const std::optional<EvidenceReference>& reference) {
  if (!reference || reference->type != evidence_type<ImageEvidence>())
    return std::nullopt;
  return PixelReference{reference->pair, reference->item, reference->end};
}

EvidenceReference reference_to(const PointReference& points) {
  return {evidence_type<PointEvidence>(), points.pair, points.point};
}

std::optional<PointReference> point_of(const std::optional<EvidenceReference>& reference) {
  if (!reference || reference->type != evidence_type<PointEvidence>())
    return std::nullopt;
  return PointReference{reference->pair, reference->item};
}

const ContactPixelPair* find_pixel(const Snapshot& snapshot, const PixelReference& reference) {
  if (reference.pair >= snapshot.pairs.size())
    return nullptr;
  const std::vector<ContactPixelPair>& pixels = images_of(snapshot.pairs[reference.pair].contacts).pixels;
  return reference.pixel < pixels.size() ? &pixels[reference.pixel] : nullptr;
}

Vec3 pixel_position(const PairContacts& contacts, const ContactPixelPair& pixel, int end) {
  return end == 0 ? pixel.lower : pixel.lower + pixel.length * contacts.region.axes.col(pixel.axis % 3);
}

PixelSides pixel_sides(const Region& region, int axis) {
  const int u = (axis + 1) % 3, v = (axis + 2) % 3;
  return {0.5 * region.size[u] / std::max(1, region.pixels[u]) * region.axes.col(u),
          0.5 * region.size[v] / std::max(1, region.pixels[v]) * region.axes.col(v)};
}

PixelRectangles::PixelRectangles(const PairContacts& contacts)
    : contacts_(contacts), images_(images_of(contacts)), of_region_{pixel_sides(contacts.region, 0),
                                                                    pixel_sides(contacts.region, 1),
                                                                    pixel_sides(contacts.region, 2)} {}

PixelSides PixelRectangles::sides(std::size_t pixel) const {
  const int axis = images_.pixels[pixel].axis % 3;
  if (images_.extents.empty())
    return of_region_[static_cast<std::size_t>(axis)];
  const auto& [low, high, tile, kink] = images_.extents[pixel];
  const Mat3& axes = contacts_.region.axes;
  return {0.5 * double(high[0] - low[0]) * axes.col((axis + 1) % 3),
          0.5 * double(high[1] - low[1]) * axes.col((axis + 2) % 3)};
}

Vec3 PixelRectangles::middle(std::size_t pixel, int end) const {
  const ContactPixelPair& pair = images_.pixels[pixel];
  const Vec3 column = pixel_position(contacts_, pair, end);
  if (images_.extents.empty())
    return column;
  const auto& [low, high, tile, kink] = images_.extents[pixel];
  const Mat3& axes = contacts_.region.axes;
  return column + 0.5 * double(low[0] + high[0]) * axes.col((pair.axis + 1) % 3) +
         0.5 * double(low[1] + high[1]) * axes.col((pair.axis + 2) % 3);
}

double PixelRectangles::tile_side(std::size_t pixel) const {
  return double(extent_of(contacts_, pixel).tile);
}

std::optional<PixelReference> pick_pixel(const Snapshot& snapshot, const Camera& camera, double x, double y,
                                         ViewSize size, double radius) {
  const Ray ray = camera.ray(x, y, size);
  std::optional<PixelReference> covering, near;
  double first = std::numeric_limits<double>::infinity();
  double closest = radius;
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairContacts& contacts = snapshot.pairs[p].contacts;
    const PixelRectangles rectangles(contacts);
    const std::vector<ContactPixelPair>& pixels = images_of(contacts).pixels;
    for (std::uint32_t i = 0; i < pixels.size(); ++i) {
      const PixelSides sides = rectangles.sides(i);
      for (int end = 0; end < 2; ++end) {
        const Vec3 at = rectangles.middle(i, end);
        const auto distance = ray_quad(ray, at, sides, contacts.region.axes.col(pixels[i].axis % 3));
        if (distance && *distance < first) {
          first = *distance;
          covering = PixelReference{p, i, end};
        }
        if (covering)
          continue;
        const std::optional<Vec3> shown = camera.project(at, size);
        const double off = shown ? std::hypot(shown->x() - x, shown->y() - y) : radius + 1;
        if (off <= closest) {
          closest = off;
          near = PixelReference{p, i, end};
        }
      }
    }
  }
  return covering ? covering : near;
}

const ContactPointPair* find_points(const Snapshot& snapshot, const PointReference& reference) {
  if (reference.pair >= snapshot.pairs.size())
    return nullptr;
  const std::vector<ContactPointPair>& points = points_of(snapshot.pairs[reference.pair].contacts).points;
  return reference.point < points.size() ? &points[reference.point] : nullptr;
}

std::optional<PointReference> pick_points(const Snapshot& snapshot, const Camera& camera, double x, double y,
                                          ViewSize size, double radius) {
  constexpr double alike = 0.5; // pixels: nobody points more exactly
  std::optional<PointReference> best;
  double closest = radius + alike, first = std::numeric_limits<double>::infinity();
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const std::vector<ContactPointPair>& points = points_of(snapshot.pairs[p].contacts).points;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
      const auto from = camera.project(points[i].position[0], size),
                 to = camera.project(points[i].position[1], size);
      if (!from || !to)
        continue;
      const double off = distance_to_line(Eigen::Vector2d(x, y), from->head<2>(), to->head<2>());
      const double depth = std::min(from->z(), to->z());
      const bool nearer = off < closest - alike, as_near = off <= closest + alike && depth < first;
      if (off > radius || !(nearer || as_near))
        continue;
      closest = std::min(closest, off);
      first = depth;
      best = PointReference{p, i};
    }
  }
  return best;
}

} // namespace lamina
