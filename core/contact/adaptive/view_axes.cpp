#include "core/contact/adaptive/view_axes.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace lamina::adaptive {

namespace {

/// Triangles of a body that are looked at.
constexpr std::size_t most_triangles = 4096;
/// Other axes are taken where the energy is less than this share of what it is. Where it is tiny already,
/// nothing is to be won: that is a share of the area.
constexpr double clearly_less = 0.75, tiny = 1e-5;
/// Axes that suit both bodies a little suit neither well: turned ones need less than this share of the energy
/// of all others, which suit one body or the world.
constexpr double much_less = 0.5;

/// Starts beside the candidates: turns by 45° about each axis reach what lies between them.
std::array<Mat3, 4> turns_between() {
  const double eighth = 0.25 * std::acos(-1.0);
  std::array<Mat3, 4> turns;
  for (int axis = 0; axis < 3; ++axis)
    turns[static_cast<std::size_t>(axis)] = Eigen::AngleAxisd(eighth, Vec3::Unit(axis)).toRotationMatrix();
  turns[3] = turns[0] * turns[1];
  return turns;
}

/// A triangle clipped to a box: twice the area vector.
Vec3 doubled_area_within(const std::array<Vec3, 3>& corners, const Box& box) {
  std::array<Vec3, 10> polygon, clipped; // six planes add a corner each at most
  std::copy(corners.begin(), corners.end(), polygon.begin());
  std::size_t count = 3;
  for (int plane = 0; plane < 6 && count > 0; ++plane) {
    const int axis = plane / 2;
    const double sign = plane % 2 == 0 ? 1 : -1, border = plane % 2 == 0 ? box.min[axis] : box.max[axis];
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Vec3 &here = polygon[i], &next = polygon[(i + 1) % count];
      const double inwards = sign * (here[axis] - border), next_inwards = sign * (next[axis] - border);
      if (inwards >= 0)
        clipped[kept++] = here;
      if ((inwards >= 0) != (next_inwards >= 0))
        clipped[kept++] = here + inwards / (inwards - next_inwards) * (next - here);
    }
    polygon = clipped;
    count = kept;
  }
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 1; i + 1 < count; ++i)
    area += (polygon[i] - polygon[0]).cross(polygon[i + 1] - polygon[0]);
  return area;
}

bool has_axes(const Surface& a, const Surface& b, int owner) {
  return owner == 0 || (owner == 1 ? a : b).axes.has_value();
}

/// By how much axes suit a body better than any would suit a ball, whose energy is a fifth of its area.
double suits(const NormalMoments& normals, const Mat3& axes) {
  return 0.2 * normals.area() - slant_energy(normals, axes);
}

/// Axes of the world, as those of the body that they suit better, if any.
ViewAxes owned(const Mat3& axes, const std::array<NormalMoments, 2>& normals, const Surface& a,
               const Surface& b) {
  ViewAxes found;
  const std::array<double, 2> by{suits(normals[0], axes), suits(normals[1], axes)};
  found.owner = by[1] > by[0] ? 2 : 1;
  if (!has_axes(a, b, found.owner))
    found.owner = 0;
  found.turned = true;
  found.turn = ViewAxes{found.owner}.frame(a, b).axes.transpose() * axes;
  return found;
}

} // namespace

ldi::Frame ViewAxes::frame(const Surface& a, const Surface& b) const {
  ldi::Frame found;
  if (owner > 0)
    found = {*(owner == 1 ? a : b).axes, false};
  if (turned)
    found = {found.axes * turn, false};
  return found;
}

void ViewAxes::save(std::vector<double>& memory) const {
  memory.push_back(owner + (turned ? 3 : 0));
  if (turned)
    memory.insert(memory.end(), turn.data(), turn.data() + turn.size());
}

std::span<const double> ViewAxes::restore(std::span<const double> memory) {
  const int code = static_cast<int>(memory[0]);
  owner = code % 3;
  turned = code >= 3;
  turn.setIdentity();
  if (!turned)
    return memory.subspan(1);
  turn = Eigen::Map<const Mat3>(memory.data() + 1);
  return memory.subspan(1 + static_cast<std::size_t>(turn.size()));
}

ViewAxes axes_of(const ldi::Frame& frame, const Surface& a, const Surface& b) {
  if (frame.along_world)
    return {};
  return ViewAxes{a.axes && *a.axes == frame.axes ? 1 : b.axes && *b.axes == frame.axes ? 2 : 0};
}

NormalMoments normals_within(const SurfacePart& part, const ldi::SampledBox& box) {
  NormalMoments found;
  std::size_t every = 1;
  while (part.triangles.size() > every * most_triangles)
    every *= 3;
  const VertexPositions positions = part.surface->vertex_positions();
  for (const std::uint32_t index : part.triangles) {
    if (index % every != 0)
      continue;
    const Triangle& triangle = (*part.surface->triangles)[index];
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k)
      corners[k] = box.frame.place(positions[triangle[k]]);
    Box bounds;
    for (const Vec3& corner : corners)
      bounds.include(corner);
    if ((bounds.min.array() > box.box.max.array()).any() || (bounds.max.array() < box.box.min.array()).any())
      continue;
    const bool inside = (bounds.min.array() >= box.box.min.array()).all() &&
                        (bounds.max.array() <= box.box.max.array()).all();
    const Vec3 doubled = inside ? (corners[1] - corners[0]).cross(corners[2] - corners[0])
                                : doubled_area_within(corners, box.box);
    if (const double norm = doubled.norm(); norm > 0)
      found.add(box.frame.axes * doubled, 0.5 * norm);
  }
  return found;
}

ViewAxes least_slanted(const std::array<NormalMoments, 2>& normals, const Surface& a, const Surface& b,
                       const ViewAxes& given, const ViewAxes* last) {
  NormalMoments both = normals[0];
  both.add(normals[1]);
  const bool stays = last && last->turned && has_axes(a, b, last->owner);
  const ViewAxes now = stays ? *last : given;
  const double area = both.area(), energy_now = slant_energy(both, now.frame(a, b).axes);
  if (!(energy_now > tiny * area))
    return now;

  std::vector<Mat3> starts{now.frame(a, b).axes};
  ViewAxes best = now;
  double least = energy_now;
  for (const int owner : {given.owner, 0, 1, 2}) {
    if (!has_axes(a, b, owner))
      continue;
    const ViewAxes candidate{owner};
    starts.push_back(candidate.frame(a, b).axes);
    if (const double energy = slant_energy(both, starts.back()); energy < least) {
      best = candidate;
      least = energy;
    }
  }
  if (!stays)
    for (const Mat3& between : turns_between())
      starts.push_back(starts.front() * between);
  std::optional<Mat3> turned;
  if (!best.turned)
    least *= much_less;
  for (const Mat3& start : starts) {
    const Mat3 axes = least_slant_from(both, start);
    if (const double energy = slant_energy(both, axes); energy < least) {
      turned = axes;
      least = energy;
    }
  }
  if (!turned && !best.turned)
    least /= much_less;
  if (!(least < clearly_less * energy_now))
    return now;
  return turned ? owned(*turned, normals, a, b) : best;
}

} // namespace lamina::adaptive
