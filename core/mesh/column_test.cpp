#include "core/mesh/column_test.h"

#include "core/mesh/row_crossing.h"

#include <algorithm>
#include <cmath>

namespace lamina {

int column_crossing(const TriangleMesh& mesh, const Triangle& triangle, int axis, double u, double v) {
  const int u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
  int winding = 0;
  for (int side = 0; side < 3; ++side) {
    const std::uint32_t from = triangle[side], to = triangle[(side + 1) % 3];
    const RowCrossing crossing =
        row_crossing(mesh.vertices[from], mesh.vertices[to], from < to, u_axis, v_axis, v);
    if (crossing.step != 0 && crossing.u > u)
      winding += crossing.step;
  }
  return winding;
}

namespace {

struct ColumnRange {
  std::size_t first, last; // last excluded
};

/// Columns of a row of `across` equal ones whose staggered centres may lie between two coordinates.
ColumnRange column_range(double low, double high, double origin, double pitch, std::size_t across) {
  if (!(pitch > 0))
    return {0, 0};
  const auto clamp = [&](double x) {
    return static_cast<std::size_t>(std::clamp(x, 0.0, static_cast<double>(across)));
  };
  return {clamp(std::floor((low - origin) / pitch) - 1), clamp(std::ceil((high - origin) / pitch) + 1)};
}

} // namespace

std::size_t count_unbalanced_columns(const TriangleMesh& mesh, std::size_t across) {
  const Box box = bounds(mesh);
  std::size_t unbalanced = 0;
  std::vector<int> sums(across * across);
  for (int axis = 0; axis < 3; ++axis) {
    const int u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
    const double u_pitch = box.size()[u_axis] / static_cast<double>(across);
    const double v_pitch = box.size()[v_axis] / static_cast<double>(across);
    std::fill(sums.begin(), sums.end(), 0);
    for (const Triangle& t : mesh.triangles) {
      const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
      const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
      const ColumnRange us = column_range(low[u_axis], high[u_axis], box.min[u_axis], u_pitch, across);
      const ColumnRange vs = column_range(low[v_axis], high[v_axis], box.min[v_axis], v_pitch, across);
      for (std::size_t j = vs.first; j < vs.last; ++j) {
        // Rows are shifted against each other (golden ratio), so that they do not all miss a hole along a
        // line.
        const double row = static_cast<double>(j) + 0.5;
        const double shift = std::fmod(0.6180339887498949 * row, 1.0);
        for (std::size_t i = us.first; i < us.last; ++i)
          sums[j * across + i] +=
              column_crossing(mesh, t, axis, box.min[u_axis] + (static_cast<double>(i) + shift) * u_pitch,
                              box.min[v_axis] + row * v_pitch);
      }
    }
    unbalanced += sums.size() - static_cast<std::size_t>(std::count(sums.begin(), sums.end(), 0));
  }
  return unbalanced;
}

ColumnGrid::ColumnGrid(const TriangleMesh& mesh) : mesh_(mesh), bounds_(bounds(mesh)) {
  across_ = static_cast<std::size_t>(
      std::clamp(std::sqrt(static_cast<double>(mesh.triangles.size()) / 2), 1.0, 1024.0));

  // Coarsen until long triangles do not fill the memory: at most eight entries a triangle on average.
  std::size_t entries = 0;
  for (;; across_ /= 2) {
    entries = 0;
    for (const Triangle& t : mesh.triangles) {
      const Cells covered = cells_of(t);
      entries +=
          (covered.columns.last - covered.columns.first + 1) * (covered.rows.last - covered.rows.first + 1);
    }
    if (across_ == 1 || entries <= 8 * mesh.triangles.size())
      break;
  }

  // Counting sort: once over the triangles to count, once to place.
  starts_.assign(across_ * across_ + 1, 0);
  for_each_entry([&](std::size_t cell, std::uint32_t) { ++starts_[cell + 1]; });
  for (std::size_t cell = 1; cell < starts_.size(); ++cell)
    starts_[cell] += starts_[cell - 1];
  triangles_.resize(entries);
  std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
  for_each_entry([&](std::size_t cell, std::uint32_t triangle) { triangles_[next[cell]++] = triangle; });
}

ColumnGrid::Cells ColumnGrid::cells_of(const Triangle& t) const {
  const Vec3 &a = mesh_.vertices[t[0]], &b = mesh_.vertices[t[1]], &c = mesh_.vertices[t[2]];
  const Vec3 low = a.cwiseMin(b).cwiseMin(c), high = a.cwiseMax(b).cwiseMax(c);
  return {cells(low.x(), high.x(), 0), cells(low.y(), high.y(), 1)};
}

template <typename Act>
void ColumnGrid::for_each_entry(const Act& act) const {
  for (std::uint32_t i = 0; i < mesh_.triangles.size(); ++i) {
    const Cells covered = cells_of(mesh_.triangles[i]);
    for (std::size_t row = covered.rows.first; row <= covered.rows.last; ++row)
      for (std::size_t column = covered.columns.first; column <= covered.columns.last; ++column)
        act(row * across_ + column, i);
  }
}

ColumnGrid::Range ColumnGrid::cells(double low, double high, int axis) const {
  const double size = bounds_.size()[axis], last = static_cast<double>(across_ - 1);
  if (!(size > 0))
    return {0, 0};
  const double scale = static_cast<double>(across_) / size;
  return {static_cast<std::size_t>(std::clamp((low - bounds_.min[axis]) * scale, 0.0, last)),
          static_cast<std::size_t>(std::clamp((high - bounds_.min[axis]) * scale, 0.0, last))};
}

std::vector<std::pair<std::uint32_t, int>>
ColumnGrid::windings(const Vec3& point, const std::vector<std::uint32_t>& group_of_triangle) const {
  std::vector<std::pair<std::uint32_t, int>> crossings;
  const std::size_t column = cells(point.x(), point.x(), 0).first, row = cells(point.y(), point.y(), 1).first;
  const std::size_t cell = row * across_ + column;
  for (std::size_t i = starts_[cell]; i < starts_[cell + 1]; ++i) {
    const Triangle& t = mesh_.triangles[triangles_[i]];
    const int crossing = column_crossing(mesh_, t, 2, point.x(), point.y());
    if (crossing == 0)
      continue;
    // The height at which the line meets the triangle's plane; its normal cannot be edge-on but for rounding.
    const Vec3& a = mesh_.vertices[t[0]];
    const Vec3 normal = (mesh_.vertices[t[1]] - a).cross(mesh_.vertices[t[2]] - a);
    const double height =
        normal.z() == 0
            ? a.z()
            : a.z() - (normal.x() * (point.x() - a.x()) + normal.y() * (point.y() - a.y())) / normal.z();
    if (height > point.z())
      crossings.emplace_back(group_of_triangle[triangles_[i]], crossing);
  }

  // Sum by group.
  std::sort(crossings.begin(), crossings.end());
  std::vector<std::pair<std::uint32_t, int>> result;
  for (const auto& [group, crossing] : crossings) {
    if (result.empty() || result.back().first != group)
      result.emplace_back(group, 0);
    result.back().second += crossing;
  }
  std::erase_if(result, [](const auto& entry) { return entry.second == 0; });
  return result;
}

} // namespace lamina
