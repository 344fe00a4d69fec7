#include "ui/render/bodies/shown_shape.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace lamina {
namespace {

/// A piece with fewer vertices than this share of those of the largest one is a splinter.
constexpr double splinter_share = 0.05;

/// The common normal of the shown triangles if they all lie in one plane.
std::optional<Vec3> flat_normal(const PreparedMesh& mesh, const Box& bounds) {
  const double allowed = 1e-6 * bounds.size().norm();
  const TriangleMesh& surface = mesh.mesh;
  Vec3 normal = Vec3::Zero();
  for (std::size_t t = 0; t < shown_triangles(mesh); ++t) {
    const auto& [a, b, c] = surface.triangles[t];
    normal += (surface.vertices[b] - surface.vertices[a]).cross(surface.vertices[c] - surface.vertices[a]);
  }
  if (!(normal.norm() > 0))
    return std::nullopt;
  normal.normalize();
  const double level = normal.dot(surface.vertices[surface.triangles[0][0]]);
  for (std::size_t t = 0; t < shown_triangles(mesh); ++t)
    for (const std::uint32_t vertex : surface.triangles[t])
      if (std::abs(normal.dot(surface.vertices[vertex]) - level) > allowed)
        return std::nullopt;
  return normal;
}

/// Whether the shown triangles of a flat sheet fill its bounds.
bool fills_bounds(const PreparedMesh& mesh, const Box& bounds, const Vec3& normal) {
  const TriangleMesh& surface = mesh.mesh;
  double area = 0;
  for (std::size_t t = 0; t < shown_triangles(mesh); ++t) {
    const auto& [a, b, c] = surface.triangles[t];
    const Vec3& from = surface.vertices[a];
    area += 0.5 * normal.dot((surface.vertices[b] - from).cross(surface.vertices[c] - from));
  }
  const Vec3 size = bounds.size();
  const double sides = std::max({size.x() * size.y(), size.y() * size.z(), size.z() * size.x()});
  return normal.cwiseAbs().maxCoeff() > 1 - 1e-9 && area > (1 - 1e-6) * sides;
}

} // namespace

std::size_t shown_triangles(const PreparedMesh& mesh) {
  const std::size_t all = mesh.mesh.triangles.size();
  return mesh.shown_triangles > 0 ? std::min(mesh.shown_triangles, all) : all;
}

ShownShape shown_shape(const PreparedMesh& mesh) {
  ShownShape shape;
  for (std::size_t t = 0; t < shown_triangles(mesh); ++t)
    for (const std::uint32_t vertex : mesh.mesh.triangles[t])
      shape.bounds.include(mesh.mesh.vertices[vertex]);
  if (mesh.sidedness == Sidedness::closed || shape.bounds.empty())
    return shape;
  if (mesh.winding_at_infinity != 0) {
    shape.role = SurfaceRole::bag;
  } else if (const std::optional<Vec3> normal = flat_normal(mesh, shape.bounds)) {
    shape.role = SurfaceRole::floor;
    shape.front = *normal;
    shape.rectangle = fills_bounds(mesh, shape.bounds, *normal);
  } else {
    shape.role = SurfaceRole::sheet;
  }
  return shape;
}

Box ShownShapes::body_bounds(const Snapshot& snapshot, std::size_t body) {
  Box box;
  if (!snapshot.infos || body >= snapshot.infos->size() || body >= snapshot.bodies.size())
    return box;
  const BodyState& state = snapshot.bodies[body];
  if (state.positions) {
    for (const Vec3& p : *state.positions)
      box.include(p);
    return box;
  }
  const std::shared_ptr<const PreparedMesh>& mesh = (*snapshot.infos)[body].mesh;
  if (!mesh || of(mesh).bounds.empty())
    return box;

  // The turned box of the rest bounds: its half extents are those of the turned half axes added up.
  const Box& rest = of(mesh).bounds;
  const Vec3 centre = state.mesh_pose * rest.centre();
  const Vec3 half = state.mesh_pose.orientation.toRotationMatrix().cwiseAbs() * (0.5 * rest.size());
  box.min = centre - half;
  box.max = centre + half;
  return box;
}

Box ShownShapes::main_bounds(const Snapshot& snapshot, std::size_t body) {
  const Box all = body_bounds(snapshot, body);
  if (all.empty() || (*snapshot.infos)[body].pieces < 2)
    return all;
  const std::vector<std::uint32_t>& piece_of = *(*snapshot.infos)[body].piece_of_vertex;
  const std::vector<Vec3>& positions = *snapshot.bodies[body].positions;
  struct Piece {
    std::size_t vertices = 0;
    Box box;
  };
  std::vector<Piece> pieces((*snapshot.infos)[body].pieces);
  std::size_t most = 0;
  for (std::size_t v = 0; v < std::min(piece_of.size(), positions.size()); ++v) {
    Piece& piece = pieces[piece_of[v]];
    piece.box.include(positions[v]);
    most = std::max(most, ++piece.vertices);
  }
  Box box;
  for (const Piece& piece : pieces)
    if (splinter_share * double(most) <= double(piece.vertices))
      box.include(piece.box);
  return box;
}

std::vector<Box> ShownShapes::bounds_of(const Snapshot& snapshot, bool floors) {
  std::vector<Box> boxes;
  for (std::size_t body = 0; snapshot.infos && body < snapshot.infos->size(); ++body) {
    const Box box = main_bounds(snapshot, body);
    if (box.empty() || !box.min.allFinite() || !box.max.allFinite())
      continue;
    if ((of((*snapshot.infos)[body].mesh).role == SurfaceRole::floor) == floors)
      boxes.push_back(box);
  }
  return boxes;
}

std::vector<Box> ShownShapes::bounds_but_floors(const Snapshot& snapshot) {
  return bounds_of(snapshot, false);
}

Box ShownShapes::scene_bounds(const Snapshot& snapshot) {
  std::vector<Box> boxes = bounds_of(snapshot, false);
  if (boxes.empty())
    boxes = bounds_of(snapshot, true);
  Box all;
  for (const Box& box : boxes)
    all.include(box);
  return all;
}

bool holds_disc(const ShownShape& floor, const Pose& pose, const Vec3& centre, double radius) {
  const Vec3 local = pose.orientation.conjugate() * (centre - pose.position);
  for (int axis = 0; axis < 3; ++axis)
    if (std::abs(floor.front[axis]) < 0.5 &&
        !(local[axis] - radius >= floor.bounds.min[axis] && local[axis] + radius <= floor.bounds.max[axis]))
      return false;
  return floor.rectangle;
}

std::optional<double> ShownShapes::level_floor(const Snapshot& snapshot) {
  std::optional<double> height;
  for (std::size_t body = 0;
       snapshot.infos && body < std::min(snapshot.infos->size(), snapshot.bodies.size()); ++body) {
    const std::shared_ptr<const PreparedMesh>& mesh = (*snapshot.infos)[body].mesh;
    if (!mesh || of(mesh).role != SurfaceRole::floor)
      continue;
    const Pose& pose = snapshot.bodies[body].mesh_pose;
    const bool level = (pose.orientation * of(mesh).front).dot(snapshot.up) > 1 - 1e-6;
    const double here = snapshot.up.dot(pose * of(mesh).bounds.centre());
    if (level && (!height || here > *height))
      height = here;
  }
  return height;
}

} // namespace lamina
