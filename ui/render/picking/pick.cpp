#include "ui/render/picking/pick.h"

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

/// A tree over what is shown of a mesh, which must outlive it.
bvh::BoxTree shown_tree(const PreparedMesh& prepared) {
  const auto triangles = std::span(prepared.mesh.triangles).first(shown_triangles(prepared));
  bvh::BoxTree tree(bvh::BoxTree::Cutting::by_median);
  tree.build(triangles, prepared.mesh.vertices, bvh::corner_bounds(triangles, prepared.mesh.vertices));
  return tree;
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

const ContactPixelPair* find_pixel(const Snapshot& snapshot, const PixelReference& reference) {
  if (reference.pair >= snapshot.pairs.size())
    return nullptr;
  const std::vector<ContactPixelPair>& pixels = snapshot.pairs[reference.pair].contacts.pixels;
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

const Meshlets& Picker::groups_of(const std::shared_ptr<const PreparedMesh>& mesh) {
  if (mesh->meshlets.size() > 0)
    return mesh->meshlets;
  return groups_.of(mesh, [](const PreparedMesh& prepared) { return Meshlets(prepared.mesh); });
}

std::optional<BodyHit> Picker::body(const Snapshot& snapshot, const Ray& ray) {
  std::optional<BodyHit> best;
  if (!snapshot.infos)
    return best;
  trees_.prune();
  groups_.prune();
  shapes_.prune();
  moved_.resize(snapshot.bodies.size());
  double limit = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < std::min(snapshot.infos->size(), snapshot.bodies.size()); ++i) {
    const std::shared_ptr<const PreparedMesh>& mesh = (*snapshot.infos)[i].mesh;
    if (!mesh)
      continue;
    const BodyState& state = snapshot.bodies[i];
    bvh::Ray asked{ray.origin, ray.direction};
    asked.before = limit;
    asked.front_only = shapes_.of(mesh).front_only();
    bvh::Hit hit;
    if (state.positions) {
      hit = moved_[i].first_hit(*mesh, groups_of(mesh), state.positions, asked);
    } else {
      asked.origin = state.mesh_pose.to_local(ray.origin);
      asked.direction = state.mesh_pose.orientation.conjugate() * ray.direction;
      hit = trees_.of(mesh, shown_tree).first_hit(asked);
    }
    // Of bodies that are met at one place the first is taken.
    if (!(hit.distance < limit))
      continue;
    limit = hit.distance;
    best = BodyHit{static_cast<std::uint32_t>(i), hit.triangle, ray.at(limit), limit};
  }
  return best;
}

std::optional<PixelReference> Picker::pixel(const Snapshot& snapshot, const Camera& camera, double x,
                                            double y, ViewSize size, double radius) const {
  const Ray ray = camera.ray(x, y, size);
  std::optional<PixelReference> covering, near;
  double first = std::numeric_limits<double>::infinity();
  double closest = radius;
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairContacts& contacts = snapshot.pairs[p].contacts;
    const std::array<PixelSides, 3> sides{pixel_sides(contacts.region, 0), pixel_sides(contacts.region, 1),
                                          pixel_sides(contacts.region, 2)};
    for (std::uint32_t i = 0; i < contacts.pixels.size(); ++i) {
      const int axis = contacts.pixels[i].axis % 3;
      for (int end = 0; end < 2; ++end) {
        const Vec3 at = pixel_position(contacts, contacts.pixels[i], end);
        const auto distance = ray_quad(ray, at, sides[axis], contacts.region.axes.col(axis));
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
  const std::vector<ContactPointPair>& points = snapshot.pairs[reference.pair].contacts.points;
  return reference.point < points.size() ? &points[reference.point] : nullptr;
}

std::optional<PointReference> Picker::points(const Snapshot& snapshot, const Camera& camera, double x,
                                             double y, ViewSize size, double radius) const {
  constexpr double alike = 0.5; // pixels: nobody points more exactly
  std::optional<PointReference> best;
  double closest = radius + alike, first = std::numeric_limits<double>::infinity();
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const std::vector<ContactPointPair>& points = snapshot.pairs[p].contacts.points;
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
