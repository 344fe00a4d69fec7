#include "core/mesh/stuffing/lattice_lines.h"

#include "core/base/error.h"
#include "core/mesh/line_crossings.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lamina::stuffing {

namespace {

/// Of the lines of one direction with triangles: a gigabyte.
constexpr std::size_t most_crossings = 40'000'000;

/// The first axis along which a direction goes.
std::size_t main_axis(int direction) {
  const Place& d = directions[static_cast<std::size_t>(direction)];
  return d[0] != 0 ? 0 : d[1] != 0 ? 1 : 2;
}

/// Coordinates (u, v, w) across and along lines of a direction, which are at whole u and v. Keeps
/// orientation.
struct Shear {
  std::array<std::array<double, 3>, 3> rows{};

  explicit Shear(int direction) {
    const Place& d = directions[static_cast<std::size_t>(direction)];
    const std::size_t w = main_axis(direction), u = (w + 1) % 3, v = (w + 2) % 3;
    const double part = along_axis(direction) ? 1 : 0.5;
    rows[0][u] = rows[1][v] = part;
    rows[0][w] = -part * d[u] * d[w];
    rows[1][w] = -part * d[v] * d[w];
    rows[2][w] = 1;
  }
  template <typename Point>
  double apply(std::size_t row, const Point& p) const {
    return rows[row][0] * p[0] + rows[row][1] * p[1] + rows[row][2] * p[2];
  }
};

std::vector<Vec3> sheared_vertices(const TriangleMesh& mesh, int direction) {
  const Shear shear(direction);
  std::vector<Vec3> vertices(mesh.vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      vertices[i][static_cast<int>(k)] = shear.apply(k, mesh.vertices[i]);
  return vertices;
}

} // namespace

LatticeLines::LatticeLines(const TriangleMesh& mesh, const BccLattice& lattice, int direction)
    : direction_(direction) {
  const Shear shear(direction);
  for (std::size_t k = 0; k < 2; ++k) {
    // The range over the corners of the lattice.
    double low = 0, high = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double reach = shear.rows[k][axis] * 2 * lattice.counts()[axis];
      low += std::min(reach, 0.0);
      high += std::max(reach, 0.0);
    }
    first_[k] = static_cast<int>(std::floor(low));
    counts_[k] = static_cast<int>(std::ceil(high)) - first_[k] + 1;
  }
  const std::vector<Vec3> vertices = sheared_vertices(mesh, direction);
  const auto corners = [&](const Triangle& t) {
    return std::array<Vec3, 3>{vertices[t[0]], vertices[t[1]], vertices[t[2]]};
  };
  const auto line = [this](int u, int v) {
    return static_cast<std::size_t>(v - first_[1]) * static_cast<std::size_t>(counts_[0]) +
           static_cast<std::size_t>(u - first_[0]);
  };

  // Counting sort: once over the triangles to count, once to place.
  std::vector<std::uint32_t> starts(
      static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) + 1, 0);
  std::size_t count = 0;
  for (const Triangle& t : mesh.triangles) {
    for_each_line(t, corners(t), along_axis(direction), [&](int u, int v, int) {
      ++starts[line(u, v) + 1];
      ++count;
    });
    if (count > most_crossings)
      throw InputError(
          "the surface lies in so many folds that its crossings with the lattice do not fit into "
          "memory: choose fewer cells");
  }
  for (std::size_t i = 1; i < starts.size(); ++i)
    starts[i] += starts[i - 1];
  std::vector<Crossing> crossings(starts.back());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::array<Vec3, 3> p = corners(mesh.triangles[i]);
    for_each_line(mesh.triangles[i], p, along_axis(direction), [&](int u, int v, int step) {
      crossings[next[line(u, v)]++] = {height_at(p, u, v), i, step};
    });
  }
  keep_changes(crossings, starts);
}

void LatticeLines::keep_changes(std::vector<Crossing>& crossings, const std::vector<std::uint32_t>& starts) {
  starts_.assign(1, 0);
  for (std::size_t line = 0; line + 1 < starts.size(); ++line) {
    const std::span<Crossing> here(crossings.data() + starts[line], crossings.data() + starts[line + 1]);
    // Where sheets coincide the line enters before it leaves, so that touching solids are one.
    std::sort(here.begin(), here.end(), [](const Crossing& a, const Crossing& b) {
      return std::tie(a.at, a.step, a.triangle) < std::tie(b.at, b.step, b.triangle);
    });
    int winding = 0;
    for (const Crossing& crossing : here) {
      const int before = winding;
      winding -= crossing.step;
      overlaps_ = overlaps_ || winding < 0 || winding > 1;
      if (before > 0 && winding > 0)
        covered_.push_back(crossing.triangle);
      if ((before > 0) == (winding > 0))
        continue;
      events_.push_back({crossing.at, crossing.triangle, winding > 0});
      inside_length_ += winding > 0 ? -crossing.at : crossing.at;
    }
    starts_.push_back(static_cast<std::uint32_t>(events_.size()));
  }
}

std::size_t LatticeLines::line_of(const Place& node) const {
  const Shear shear(direction_);
  const int u = static_cast<int>(shear.apply(0, node)), v = static_cast<int>(shear.apply(1, node));
  return static_cast<std::size_t>(v - first_[1]) * static_cast<std::size_t>(counts_[0]) +
         static_cast<std::size_t>(u - first_[0]);
}

int LatticeLines::along(const Place& node) const {
  return node[main_axis(direction_)];
}

Vec3 LatticeLines::point(std::size_t line, double at) const {
  const Place& d = directions[static_cast<std::size_t>(direction_)];
  const std::size_t w = main_axis(direction_);
  const double scale = along_axis(direction_) ? 1 : 2;
  const std::array<int, 2> across = lateral(line);
  Vec3 point;
  for (std::size_t k = 0; k < 2; ++k) {
    const std::size_t axis = (w + 1 + k) % 3;
    point[static_cast<int>(axis)] = scale * across[k] + d[axis] * at;
  }
  point[static_cast<int>(w)] = at;
  return point;
}

std::array<int, 2> LatticeLines::lateral(std::size_t line) const {
  const auto across = static_cast<std::size_t>(counts_[0]);
  return {static_cast<int>(line % across) + first_[0], static_cast<int>(line / across) + first_[1]};
}

} // namespace lamina::stuffing
