#include "core/mesh/stuffing/graded_cubes.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina::stuffing {

namespace {

Place moved(Place place, std::size_t axis, int way) {
  place[axis] += way;
  return place;
}

long long determinant(const Place& a, const Place& b, const Place& c, const Place& d) {
  long long p[3], q[3], r[3];
  for (std::size_t k = 0; k < 3; ++k) {
    p[k] = b[k] - a[k];
    q[k] = c[k] - a[k];
    r[k] = d[k] - a[k];
  }
  return p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) +
         p[2] * (q[0] * r[1] - q[1] * r[0]);
}

} // namespace

GradedCubes::GradedCubes(const BccLattice& lattice) : lattice_(lattice) {
  for (int level = 0; level < lattice.levels(); ++level) {
    std::size_t count = 1;
    for (const int cubes : lattice.cubes())
      count *= static_cast<std::size_t>(cubes) << level;
    divided_.emplace_back(count, false);
  }
}

std::size_t GradedCubes::index(int level, const Place& at) const {
  const auto nx = static_cast<std::size_t>(lattice_.cubes()[0]) << level;
  const auto ny = static_cast<std::size_t>(lattice_.cubes()[1]) << level;
  return (static_cast<std::size_t>(at[2]) * ny + static_cast<std::size_t>(at[1])) * nx +
         static_cast<std::size_t>(at[0]);
}

bool GradedCubes::is_outside(int level, const Place& at) const {
  for (std::size_t k = 0; k < 3; ++k)
    if (at[k] < 0 || at[k] >= lattice_.cubes()[k] << level)
      return true;
  return false;
}

bool GradedCubes::exists(int level, const Place& at) const {
  return level == 0 || is_divided(level - 1, {at[0] >> 1, at[1] >> 1, at[2] >> 1});
}

bool GradedCubes::is_divided(int level, const Place& at) const {
  return static_cast<std::size_t>(level) < divided_.size() && !is_outside(level, at) &&
         divided_[static_cast<std::size_t>(level)][index(level, at)];
}

void GradedCubes::divide_cube(int level, const Place& at) {
  if (is_outside(level, at) || is_divided(level, at))
    return;
  divided_[static_cast<std::size_t>(level)][index(level, at)] = true;
  if (level == 0)
    return;
  // Whatever touches it must be of its level at least, and it itself too.
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        divide_cube(level - 1, {(at[0] + x) >> 1, (at[1] + y) >> 1, (at[2] + z) >> 1});
}

void GradedCubes::divide(const Vec3& place, int level) {
  for (int l = 0; l < std::min(level, lattice_.levels()); ++l) {
    const double side = 2 << (lattice_.levels() - l);
    divide_cube(l, {static_cast<int>(std::floor(place.x() / side)),
                    static_cast<int>(std::floor(place.y() / side)),
                    static_cast<int>(std::floor(place.z() / side))});
  }
}

std::size_t GradedCubes::divided() const {
  std::size_t count = 0;
  for (const std::vector<bool>& level : divided_)
    count += static_cast<std::size_t>(std::count(level.begin(), level.end(), true));
  return count;
}

void GradedCubes::visit_leaves(const Cube& cube, const std::function<void(const Cube&)>& visit) const {
  if (!is_divided(cube.level, cube.at)) {
    visit(cube);
    return;
  }
  for (int part = 0; part < 8; ++part)
    visit_leaves(
        {cube.level + 1,
         {2 * cube.at[0] + (part & 1), 2 * cube.at[1] + (part >> 1 & 1), 2 * cube.at[2] + (part >> 2)}},
        visit);
}

/// Whether the edge between two sides of a cube has a node in its middle, for a cube at it is divided.
bool GradedCubes::is_edge_split(const Cube& cube, std::size_t axis, int way, std::size_t other,
                                int other_way) const {
  const Place ahead = moved(cube.at, axis, way);
  return is_divided(cube.level, ahead) || is_divided(cube.level, moved(cube.at, other, other_way)) ||
         is_divided(cube.level, moved(ahead, other, other_way));
}

/// Between the middle of a cube and one of its sides.
void GradedCubes::add_side(const Cube& cube, std::size_t axis, int way,
                           std::vector<Tetrahedron>& tetrahedra) const {
  const int half = 1 << (lattice_.levels() - cube.level);
  const Place ahead = moved(cube.at, axis, way);
  const bool finer_ahead = is_divided(cube.level, ahead),
             same_ahead = exists(cube.level, ahead) && !finer_ahead;
  if (is_outside(cube.level, ahead) || (same_ahead && way < 0))
    return;
  Place middle;
  for (std::size_t k = 0; k < 3; ++k)
    middle[k] = (2 * cube.at[k] + 1) * half;
  const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
  const auto at = [&](int across, int up) {
    Place place = moved(middle, axis, way * half);
    place[u] += across * half;
    place[v] += up * half;
    return place;
  };
  const auto add = [&](const Place& a, const Place& b, const Place& c) {
    const Tetrahedron t{lattice_.node_at(middle), lattice_.node_at(a), lattice_.node_at(b),
                        lattice_.node_at(c)};
    tetrahedra.push_back(determinant(middle, a, b, c) > 0 ? t : Tetrahedron{t[0], t[1], t[3], t[2]});
  };

  constexpr std::array<std::array<int, 2>, 4> corners = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  if (!same_ahead && !finer_ahead) {
    // A quarter of a larger cube's side: its diagonal starts in the middle of that.
    const auto towards = [&](std::size_t k) { return (cube.at[k] & 1) == 0 ? 1 : -1; };
    const int a = towards(u), b = towards(v);
    add(at(a, b), at(-a, -b), at(a, -b));
    add(at(a, b), at(-a, -b), at(-a, b));
    return;
  }
  for (std::size_t k = 0; k < 4; ++k) {
    const auto& [i, j] = corners[k];
    const auto& [p, q] = corners[(k + 1) % 4];
    const Place from = at(i, j), to = at(p, q), between = at((i + p) / 2, (j + q) / 2);
    if (finer_ahead) {
      add(at(0, 0), from, between);
      add(at(0, 0), between, to);
      continue;
    }
    const Place opposite = moved(middle, axis, 2 * half);
    const bool split = is_edge_split(cube, axis, way, i == p ? u : v, i == p ? i : j);
    if (split) {
      add(opposite, from, between);
      add(opposite, between, to);
    } else {
      add(opposite, from, to);
    }
  }
}

void GradedCubes::add_tetrahedra(int z, const std::vector<char>& marked,
                                 std::vector<Tetrahedron>& tetrahedra) const {
  for (int y = 0; y < lattice_.cubes()[1]; ++y)
    for (int x = 0; x < lattice_.cubes()[0]; ++x) {
      if (!marked[cube_index({x, y, z})])
        continue;
      visit_leaves({0, {x, y, z}}, [&](const Cube& leaf) {
        for (std::size_t axis = 0; axis < 3; ++axis)
          for (const int way : {-1, 1})
            add_side(leaf, axis, way, tetrahedra);
      });
    }
}

} // namespace lamina::stuffing
