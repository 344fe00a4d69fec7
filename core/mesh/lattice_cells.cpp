#include "core/mesh/lattice_cells.h"

#include "core/mesh/triangle_box.h"
#include "core/mesh/union_find.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

/// Columns along z a cell and side, by which its filling is measured.
constexpr int columns_across = 4;

/// A cell that the surface only touches still carries this share, or its nodes would weigh nothing.
constexpr double least_filling = 0.05;

std::array<Vec3, 3> corners(const TriangleMesh& mesh, std::size_t triangle) {
  const Triangle& t = mesh.triangles[triangle];
  return {mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]};
}

/// How often a closed mesh winds around a point: the sum of the solid angles of its triangles (van Oosterom
/// and Strackee 1983).
double winding_number(const TriangleMesh& mesh, const Vec3& p) {
  double sum = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    auto [a, b, c] = corners(mesh, i);
    a -= p, b -= p, c -= p;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    sum += std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return sum / (2 * std::numbers::pi);
}

} // namespace

LatticeCells::LatticeCells(const TriangleMesh& mesh, int cells_along) : mesh_(mesh) {
  const Box box = bounds(mesh);
  size_ = box.size().maxCoeff() / std::max(1, cells_along);
  // A hair larger, so that sides of a whole number of cells do not touch the cells beyond.
  size_ *= 1 + 1e-6;
  std::size_t total = 1;
  for (int k = 0; k < 3; ++k) {
    counts_[static_cast<std::size_t>(k)] =
        std::max(1, static_cast<int>(std::ceil(box.size()[k] / size_))) + 2;
    total *= static_cast<std::size_t>(counts_[static_cast<std::size_t>(k)]);
    origin_[k] = box.centre()[k] - 0.5 * size_ * counts_[static_cast<std::size_t>(k)];
  }
  touching_begin_.assign(total + 1, 0);
  kept_.assign(total, false);
  filled_.assign(total, 0.0);
  find_touched();
  find_inside();
  measure_filling();
}

std::array<int, 3> LatticeCells::cell_of(const Vec3& p) const {
  std::array<int, 3> cell{};
  for (int k = 0; k < 3; ++k)
    cell[static_cast<std::size_t>(k)] = std::clamp(static_cast<int>(std::floor((p[k] - origin_[k]) / size_)),
                                                   0, counts_[static_cast<std::size_t>(k)] - 1);
  return cell;
}

std::array<int, 3> LatticeCells::at(std::size_t cell) const {
  const auto nx = static_cast<std::size_t>(counts_[0]), ny = static_cast<std::size_t>(counts_[1]);
  return {static_cast<int>(cell % nx), static_cast<int>(cell / nx % ny), static_cast<int>(cell / (nx * ny))};
}

void LatticeCells::find_touched() {
  // A little more than half a side, so that a vertex on the border of a cell counts for the cell that it is
  // put into.
  const Vec3 half = Vec3::Constant(0.5 * size_ * (1 + 1e-9));
  const auto for_each_touched = [&](std::size_t triangle, const auto& visit) {
    const std::array<Vec3, 3> p = corners(mesh_, triangle);
    Box box;
    for (const Vec3& corner : p)
      box.include(corner);
    const Vec3 slack = Vec3::Constant(1e-9 * size_);
    const auto low = cell_of(box.min - slack), high = cell_of(box.max + slack);
    for (int z = low[2]; z <= high[2]; ++z)
      for (int y = low[1]; y <= high[1]; ++y)
        for (int x = low[0]; x <= high[0]; ++x)
          if (triangle_meets_box(p, corner(x, y, z) + Vec3::Constant(0.5 * size_), half))
            visit(index(x, y, z));
  };
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
    for_each_touched(t, [&](std::size_t cell) {
      ++touching_begin_[cell + 1];
      kept_[cell] = true;
    });
  for (std::size_t c = 1; c < touching_begin_.size(); ++c)
    touching_begin_[c] += touching_begin_[c - 1];
  touching_.resize(touching_begin_.back());
  std::vector<std::uint32_t> next(touching_begin_.begin(), touching_begin_.end() - 1);
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t)
    for_each_touched(t, [&](std::size_t cell) { touching_[next[cell]++] = static_cast<std::uint32_t>(t); });
}

/// Cells that no triangle touches hang together in rooms; a room is inside or outside as any of its cells is.
void LatticeCells::find_inside() {
  std::vector<bool> seen = kept_;
  std::vector<std::size_t> room;
  for (std::size_t start = 0; start < seen.size(); ++start) {
    if (seen[start])
      continue;
    room.assign(1, start);
    seen[start] = true;
    for (std::size_t k = 0; k < room.size(); ++k) {
      const std::array<int, 3> cell = at(room[k]);
      for (int axis = 0; axis < 3; ++axis)
        for (const int step : {-1, 1}) {
          std::array<int, 3> beside = cell;
          int& coordinate = beside[static_cast<std::size_t>(axis)];
          coordinate += step;
          if (coordinate < 0 || coordinate >= counts_[static_cast<std::size_t>(axis)])
            continue;
          const std::size_t other = index(beside[0], beside[1], beside[2]);
          if (!seen[other]) {
            seen[other] = true;
            room.push_back(other);
          }
        }
    }
    const std::array<int, 3> first = at(start);
    if (winding_number(mesh_, corner(first[0], first[1], first[2]) + Vec3::Constant(0.5 * size_)) < 0.5)
      continue;
    for (const std::size_t cell : room) {
      kept_[cell] = true;
      filled_[cell] = 1;
    }
  }
}

/// Lengths inside the solid along columns parallel to z; a column that does not balance counts nowhere.
void LatticeCells::measure_filling() {
  struct Crossing {
    double z;
    int step;
  };
  const int across = columns_across * counts_[0], along = columns_across * counts_[1];
  const double spacing = size_ / columns_across;
  std::vector<std::vector<Crossing>> columns(static_cast<std::size_t>(across) *
                                             static_cast<std::size_t>(along));
  // Off the middle of the columns, so that coordinates that people choose rarely lie on one.
  const double shift_x = origin_[0] + 0.4871 * spacing, shift_y = origin_[1] + 0.5239 * spacing;
  for (std::size_t t = 0; t < mesh_.triangles.size(); ++t) {
    const auto [a, b, c] = corners(mesh_, t);
    const double area = (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
    if (area == 0)
      continue;
    const int first_x =
        std::max(0, static_cast<int>(std::ceil((std::min({a.x(), b.x(), c.x()}) - shift_x) / spacing)));
    const int last_x =
        std::min(across - 1, static_cast<int>((std::max({a.x(), b.x(), c.x()}) - shift_x) / spacing));
    const int first_y =
        std::max(0, static_cast<int>(std::ceil((std::min({a.y(), b.y(), c.y()}) - shift_y) / spacing)));
    const int last_y =
        std::min(along - 1, static_cast<int>((std::max({a.y(), b.y(), c.y()}) - shift_y) / spacing));
    for (int j = first_y; j <= last_y; ++j)
      for (int i = first_x; i <= last_x; ++i) {
        const double x = shift_x + i * spacing, y = shift_y + j * spacing;
        const double wb = ((x - a.x()) * (c.y() - a.y()) - (y - a.y()) * (c.x() - a.x())) / area;
        const double wc = ((b.x() - a.x()) * (y - a.y()) - (b.y() - a.y()) * (x - a.x())) / area;
        if (wb < 0 || wc < 0 || wb + wc > 1)
          continue;
        const double z = a.z() + wb * (b.z() - a.z()) + wc * (c.z() - a.z());
        columns[static_cast<std::size_t>(j) * static_cast<std::size_t>(across) + static_cast<std::size_t>(i)]
            .push_back({z, area < 0 ? 1 : -1});
      }
  }

  std::vector<double> lengths(total(), 0.0);
  for (int j = 0; j < along; ++j)
    for (int i = 0; i < across; ++i) {
      auto& column = columns[static_cast<std::size_t>(j) * static_cast<std::size_t>(across) +
                             static_cast<std::size_t>(i)];
      std::sort(column.begin(), column.end(), [](const Crossing& p, const Crossing& q) { return p.z < q.z; });
      int winding = 0;
      for (const Crossing& crossing : column)
        winding += crossing.step;
      if (winding != 0)
        continue;
      for (std::size_t k = 0; k + 1 < column.size(); ++k) {
        winding += column[k].step;
        if (winding <= 0)
          continue;
        const double low = column[k].z - origin_[2], high = column[k + 1].z - origin_[2];
        const int last = std::min(static_cast<int>(high / size_), counts_[2] - 1);
        for (int layer = std::max(0, static_cast<int>(low / size_)); layer <= last; ++layer)
          lengths[index(i / columns_across, j / columns_across, layer)] +=
              std::max(0.0, std::min(high, (layer + 1) * size_) - std::max(low, layer * size_));
      }
    }
  for (std::size_t cell = 0; cell < filled_.size(); ++cell)
    if (kept_[cell] && filled_[cell] == 0)
      filled_[cell] =
          std::clamp(lengths[cell] / (size_ * columns_across * columns_across), least_filling, 1.0);
}

/// Two sheets of one cell, each the triangles there that hang together, face each other across a gap if each
/// lies ahead of the other's mean normal.
bool LatticeCells::glues(std::size_t cell) const {
  const std::uint32_t begin = touching_begin_[cell], end = touching_begin_[cell + 1];
  struct Use {
    std::uint32_t vertex, triangle;
  };
  std::vector<Use> uses;
  for (std::uint32_t k = begin; k < end; ++k)
    for (const std::uint32_t vertex : mesh_.triangles[touching_[k]])
      uses.push_back({vertex, k - begin});
  std::sort(uses.begin(), uses.end(), [](const Use& a, const Use& b) { return a.vertex < b.vertex; });
  UnionFind sheets(end - begin);
  for (std::size_t k = 1; k < uses.size(); ++k)
    if (uses[k].vertex == uses[k - 1].vertex)
      sheets.unite(uses[k].triangle, uses[k - 1].triangle);

  struct Sheet {
    std::size_t root;
    Vec3 normal = Vec3::Zero(), centre = Vec3::Zero();
    double area = 0;
  };
  std::vector<Sheet> found;
  for (std::uint32_t k = begin; k < end; ++k) {
    const std::size_t root = sheets.find(k - begin);
    auto sheet = std::find_if(found.begin(), found.end(), [root](const Sheet& s) { return s.root == root; });
    if (sheet == found.end())
      sheet = found.insert(found.end(), Sheet{root});
    const auto [a, b, c] = corners(mesh_, touching_[k]);
    const Vec3 normal = (b - a).cross(c - a);
    sheet->normal += normal;
    sheet->centre += normal.norm() / 3 * (a + b + c);
    sheet->area += normal.norm();
  }
  for (const Sheet& one : found)
    for (const Sheet& other : found) {
      const Vec3 way = other.centre / std::max(other.area, 1e-300) - one.centre / std::max(one.area, 1e-300);
      if (&one != &other && one.normal.dot(way) > 0 && other.normal.dot(way) < 0)
        return true;
    }
  return false;
}

std::size_t LatticeCells::glued() const {
  std::size_t count = 0;
  for (std::size_t cell = 0; cell < total(); ++cell)
    count += touching_begin_[cell + 1] - touching_begin_[cell] > 1 && glues(cell);
  return count;
}

} // namespace lamina
