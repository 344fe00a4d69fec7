#include "core/contact/ldi/vertices/way_out.h"

#include "core/mesh/nearest_on_triangle.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::ldi {

namespace {

/// Cosine of 45°: normals that are no farther apart look about the same way.
constexpr double about_the_same_way = 0.7;

/// How often the end of a way is looked up. Curved surfaces were measured to need two or three.
constexpr int most_looks = 4;

/// Squared distances that differ by less than this share are those of one edge or corner.
constexpr double same_distance = 1e-9;

/// Whether there is a way, no longer than another one but for rounding.
bool is_nearer(double way, double other) {
  return way > 0 && way <= (1 + 1e-9) * other;
}

} // namespace

std::array<double, 3> plane_weights(const Vec3& point, const LayerFace& face) {
  const auto& [a, b, c] = face.at;
  const Vec3 ab = b - a, ac = c - a, ap = point - a, normal = ab.cross(ac);
  const double squared = normal.squaredNorm();
  constexpr double third = 1.0 / 3;
  double wb = ap.cross(ac).dot(normal) / squared, wc = ab.cross(ap).dot(normal) / squared;
  if (!(squared > 0) || !std::isfinite(wb) || !std::isfinite(wc))
    return {third, third, third};
  double kept = 1;
  for (const double weight : {1 - wb - wc, wb, wc})
    kept = std::min(kept, weight > 2 ? (2 - third) / (weight - third)
                                     : (weight < -1 ? (1 + third) / (third - weight) : 1.0));
  wb = third + kept * (wb - third);
  wc = third + kept * (wc - third);
  return {1 - wb - wc, wb, wc};
}

void PlaceFinder::locate(const Vec3& position, Place& place) const {
  place.in_frame = grid_.frame.place(position);
  int known = 0, inside = 0;
  for (std::size_t d = 0; d < 3; ++d) {
    const SolidLayers& layers = layers_[d];
    layers.locate(layers.column(place.in_frame), place.in_frame[static_cast<int>(d)], place.along[d]);
    known += place.along[d].known;
    inside += place.along[d].inside;
  }
  place.disputed = inside > 0 && inside < known;
  place.inside = inside > 0 && (!place.disputed || nearest_triangle_decides(position, place));
}

/// The side of the nearest triangle's plane that a place lies on. Where several are as near, at an edge, the
/// plane that it lies farther from tells the side of both.
bool PlaceFinder::nearest_triangle_decides(const Vec3& position, const Place& place) const {
  double least = std::numeric_limits<double>::infinity(), height = 0;
  for (int d = 0; d < 3; ++d) {
    const LayerColumn& column = place.along[static_cast<std::size_t>(d)].column;
    if (!column.known)
      continue;
    const Layer* nearest = nullptr;
    double gap = std::numeric_limits<double>::infinity();
    for (const Layer* layer = column.begin; layer != column.end; ++layer) {
      const double across = std::abs(column.depth_of(*layer) - place.in_frame[d]) * layer->cosine(d);
      if (across < gap) {
        gap = across;
        nearest = layer;
      }
    }
    if (!nearest)
      continue;
    const LayerFace& face = layers_[static_cast<std::size_t>(d)].face(*nearest);
    const auto& [a, b, c] = face.at;
    const Eigen::Vector2d on = nearest_on_triangle(position, a, b, c).barycentric;
    const double squared = (a + on[0] * (b - a) + on[1] * (c - a) - position).squaredNorm();
    const double above = face.unit_normal().dot(position - a);
    const bool as_near = std::abs(squared - least) <= same_distance * least;
    if (as_near ? std::abs(above) > std::abs(height) : squared < least) {
      least = squared;
      height = above;
    }
  }
  return height <= 0;
}

PlaceFinder::Exit PlaceFinder::nearest_exit(const Place& place, bool edge_on_too) const {
  Exit nearest;
  nearest.way = std::numeric_limits<double>::infinity();
  for (int d = 0; d < 3; ++d) {
    const PlaceInColumn& along = place.along[static_cast<std::size_t>(d)];
    if (!along.inside)
      continue;
    const auto counts = [&](const Layer* layer) {
      return layer && (edge_on_too || layer->cosine(d) > edge_on);
    };
    if (along.to_below < nearest.way && counts(along.below))
      nearest = {along.below, d, along.to_below, -1};
    if (along.to_above < nearest.way && counts(along.above))
      nearest = {along.above, d, along.to_above, 1};
  }
  return nearest;
}

/// In the frame of the grid, by the planes of layers. That of the last one is taken from its triangle again,
/// whose numbers are exact.
std::optional<VertexWay> PlaceFinder::across_surface(const Vec3& position, const Place& place,
                                                     const Exit& exit) const {
  const Vec3& from = place.in_frame;
  const Layer* layer = exit.layer;
  LayerColumn column = place.along[static_cast<std::size_t>(exit.axis)].column;
  const SolidLayers* layers = &layers_[static_cast<std::size_t>(exit.axis)];
  Vec3 normal = layer->unit_normal();
  double depth = normal.dot(layers->crossing(from, column, *layer) - from);
  if (!(depth > 0))
    return std::nullopt;
  for (int look = 0; look < most_looks; ++look) {
    const Vec3 foot = from + depth * normal;
    Eigen::Index axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    const SolidLayers& seen = layers_[static_cast<std::size_t>(axis)];
    const LayerColumn there = seen.column(foot);
    if (!there.known)
      return std::nullopt;
    if (there.same_as(column))
      break;
    column = there;
    const Layer* met = nullptr;
    double gap = std::numeric_limits<double>::infinity();
    for (const Layer* other = there.begin; other != there.end; ++other)
      if (const double off = std::abs(there.depth_of(*other) - foot[axis]);
          other->entering() == (normal[axis] < 0) && off < gap) {
        gap = off;
        met = other;
      }
    if (!met)
      return std::nullopt;
    const Vec3 next = met->unit_normal();
    if (!(next.dot(normal) > about_the_same_way))
      return std::nullopt;
    const double across = next.dot(seen.crossing(foot, there, *met) - from);
    if (!is_nearer(across, exit.way))
      break; // next to the surface the planes of neighbours may leave no way
    layer = met;
    layers = &seen;
    normal = next;
    depth = across;
  }
  const LayerFace& face = layers->face(*layer);
  const Vec3 twice = face.twice_area(), out = face.unit_normal();
  depth = out.dot(face.at[0] - position);
  if (!is_nearer(depth, exit.way))
    return std::nullopt;
  return VertexWay{depth,
                   out,
                   out,
                   1,
                   layer->triangle(),
                   face.corners,
                   0.5 * twice.norm(),
                   plane_weights(position + depth * out, face)};
}

VertexWay PlaceFinder::along_axis(const Vec3& position, const Exit& exit) const {
  const LayerFace& face = layers_[static_cast<std::size_t>(exit.axis)].face(*exit.layer);
  VertexWay way;
  way.depth = exit.way;
  way.direction = exit.sign * grid_.frame.axes.col(exit.axis);
  way.triangle = exit.layer->triangle();
  way.corners = face.corners;
  way.triangle_area = 0.5 * face.twice_area().norm();
  way.normal = face.unit_normal();
  way.cosine = std::clamp(way.normal.dot(way.direction), 0.0, 1.0);
  way.weights = plane_weights(position + way.depth * way.direction, face);
  return way;
}

std::optional<VertexWay> PlaceFinder::way_out(const Vec3& position, const Place& place) const {
  Exit exit = nearest_exit(place, false);
  if (!exit.layer)
    exit = nearest_exit(place, true);
  if (!exit.layer || !(exit.way > 0 && std::isfinite(exit.way)))
    return std::nullopt;
  if (const std::optional<VertexWay> across = across_surface(position, place, exit))
    return across;
  const VertexWay way = along_axis(position, exit);
  return way.cosine > 0 ? std::optional(way) : std::nullopt;
}

} // namespace lamina::ldi
