#include "core/mesh/edge_search.h"
#include "core/mesh/procedural.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

// A thread is a helicoid: rows of vertices run along helices, so that a turn with its way along the axis
// carries the surface into itself. At the ends rows run out into the flat faces.

namespace lamina {

namespace {

using std::numbers::pi;

/// A corner of the profile in one pitch: height (m) above the middle of the crest at angle zero, radius (m).
struct ProfilePoint {
  double height, radius;
};

/// The profile of one pitch, by rising height, from the lower edge of the crest on; the next pitch repeats
/// it.
struct Profile {
  double pitch;
  std::vector<ProfilePoint> points;

  double radius_at(double height) const;
};

double Profile::radius_at(double height) const {
  const double first = points.front().height;
  const double within = height - pitch * std::floor((height - first) / pitch);
  std::size_t next = 1;
  while (next < points.size() && points[next].height <= within)
    ++next;
  const ProfilePoint& from = points[next - 1];
  const ProfilePoint to =
      next < points.size() ? points[next] : ProfilePoint{first + pitch, points.front().radius};
  const double t = std::clamp((within - from.height) / (to.height - from.height), 0.0, 1.0);
  return (1 - t) * from.radius + t * to.radius;
}

/// The trapezium of a thread whose surface is moved outwards by `clearance` (m) along the axis and the
/// radius, in parts of about `edge` (m).
Profile profile_of(const ScrewThread& thread, double clearance, double edge) {
  const double flank = thread.depth * thread_flank_slope;
  const double crest =
      thread.pitch / 4 - flank / 2 + clearance * (1 - thread_flank_slope); // half of its width
  const double outer = thread.radius + clearance, inner = outer - thread.depth;
  const std::array<ProfilePoint, 5> corners = {{{-crest, outer},
                                                {crest, outer},
                                                {crest + flank, inner},
                                                {thread.pitch - crest - flank, inner},
                                                {thread.pitch - crest, outer}}};
  Profile profile = {thread.pitch, {}};
  for (std::size_t side = 0; side + 1 < corners.size(); ++side) {
    const ProfilePoint &from = corners[side], &to = corners[side + 1];
    const std::size_t parts =
        part_count(std::hypot(to.height - from.height, to.radius - from.radius), edge, 1);
    for (std::size_t k = 0; k < parts; ++k) {
      const double t = static_cast<double>(k) / static_cast<double>(parts);
      profile.points.push_back(
          {(1 - t) * from.height + t * to.height, (1 - t) * from.radius + t * to.radius});
    }
  }
  return profile;
}

/// Vertices of one half plane through the axis. Keys rise along it; equal keys of neighbouring half planes
/// lie on one line of the surface.
struct Chain {
  std::vector<long> keys;
  std::vector<std::uint32_t> vertices;

  void add(long key, std::uint32_t vertex) {
    keys.push_back(key);
    vertices.push_back(vertex);
  }
};

constexpr long key_before_rows = std::numeric_limits<long>::min() / 2;
constexpr long key_after_rows = std::numeric_limits<long>::max() / 2;

/// The surface between two neighbouring chains. Where a row of one has none beside it, a triangle closes the
/// gap.
void join_chains(const Chain& a, const Chain& b, TriangleMesh& mesh) {
  const auto add = [&](std::uint32_t u, std::uint32_t v, std::uint32_t w) {
    if (u != v && v != w && w != u)
      mesh.triangles.push_back({u, v, w});
  };
  std::size_t i = 0, j = 0;
  while (i + 1 < a.keys.size() || j + 1 < b.keys.size()) {
    const long next_a = i + 1 < a.keys.size() ? a.keys[i + 1] : std::numeric_limits<long>::max();
    const long next_b = j + 1 < b.keys.size() ? b.keys[j + 1] : std::numeric_limits<long>::max();
    if (next_a == next_b) {
      add(a.vertices[i], b.vertices[j], b.vertices[j + 1]);
      add(a.vertices[i], b.vertices[j + 1], a.vertices[i + 1]);
      ++i;
      ++j;
    } else if (next_a < next_b) {
      add(a.vertices[i], b.vertices[j], a.vertices[i + 1]);
      ++i;
    } else {
      add(a.vertices[i], b.vertices[j], b.vertices[j + 1]);
      ++j;
    }
  }
}

/// A thread between two heights, in so many half planes a turn.
struct ThreadSurface {
  Profile profile;
  int starts;
  double height;
  std::size_t planes;

  double angle(std::size_t plane) const {
    return 2 * pi * static_cast<double>(plane) / static_cast<double>(planes);
  }
  double lift(std::size_t plane) const {
    return starts * profile.pitch * static_cast<double>(plane) / static_cast<double>(planes);
  }
  long rows_a_turn() const { return starts * static_cast<long>(profile.points.size()); }
  Vec3 at(std::size_t plane, double radius, double y) const {
    return {radius * std::cos(angle(plane)), y, -radius * std::sin(angle(plane))};
  }
  Vec3 on_thread(std::size_t plane, double y) const {
    return at(plane, profile.radius_at(y - lift(plane)), y);
  }
  std::vector<std::pair<long, double>> rows(std::size_t plane) const;
};

/// Keys and heights (m) of the rows that cross a half plane between the ends, by rising height.
std::vector<std::pair<long, double>> ThreadSurface::rows(std::size_t plane) const {
  // Rows so near to an end would leave slivers.
  const double least_gap = 0.05 * profile.pitch / static_cast<double>(planes);
  const auto count = static_cast<long>(profile.points.size());
  const auto pitches = static_cast<long>(std::ceil(height / 2 / profile.pitch)) + starts + 1;
  std::vector<std::pair<long, double>> rows;
  for (long pitch = -pitches; pitch <= pitches; ++pitch)
    for (long k = 0; k < count; ++k) {
      const double y = profile.points[static_cast<std::size_t>(k)].height +
                       profile.pitch * static_cast<double>(pitch) + lift(plane);
      if (std::abs(y) < height / 2 - least_gap)
        rows.emplace_back(pitch * count + k, y);
    }
  return rows;
}

std::uint32_t add_vertex(TriangleMesh& mesh, const Vec3& position) {
  mesh.vertices.push_back(position);
  return static_cast<std::uint32_t>(mesh.vertices.size() - 1);
}

/// Joins the chains of all half planes and the last with the first, whose rows are there a turn further.
void join_around(std::vector<Chain> chains, long rows_a_turn, TriangleMesh& mesh) {
  Chain last = chains.front();
  for (long& key : last.keys)
    if (std::abs(key) < key_after_rows / 2)
      key += rows_a_turn;
  chains.push_back(std::move(last));
  for (std::size_t plane = 0; plane + 1 < chains.size(); ++plane)
    join_chains(chains[plane], chains[plane + 1], mesh);
}

/// How a thread is divided for about the wanted number of triangles, and its surface.
template <typename Other>
ThreadSurface divide(const ScrewThread& thread, double clearance, double height, std::size_t triangles,
                     const Other& other_rows) {
  const double girth = 2 * pi * thread.radius;
  const auto between = [&](double edge) {
    const auto rows = static_cast<double>(profile_of(thread, clearance, edge).points.size());
    return 2 * (rows * height / thread.pitch + static_cast<double>(other_rows));
  };
  // Planes in multiples of six have the corners of a hexagon.
  const auto planes = [&](double edge) {
    const double wanted = static_cast<double>(triangles) / between(edge), square = girth / edge;
    return 6 * std::max(2.0, std::round(std::clamp(wanted, square / 2, square * 2) / 6));
  };
  const auto cost = [&](double edge) {
    const double miss = std::abs(planes(edge) * between(edge) / static_cast<double>(triangles) - 1);
    return miss + 0.02 * std::abs(std::log(planes(edge) * edge / girth));
  };
  const double area = 2 * girth * height;
  const double edge = best_edge(std::sqrt(2 * area / static_cast<double>(triangles)), cost);
  return {profile_of(thread, clearance, edge), thread.starts, height, static_cast<std::size_t>(planes(edge))};
}

/// Distance from the axis to a regular hexagon of the given radius at its corners.
double hexagon_radius(double corner_radius, double angle) {
  const double from_middle = std::remainder(angle - pi / 6, pi / 3);
  return corner_radius * std::cos(pi / 6) / std::cos(from_middle);
}

} // namespace

TriangleMesh make_screw(const ScrewThread& thread, double height, std::size_t triangles) {
  const ThreadSurface surface = divide(thread, 0, height, triangles, 2);
  TriangleMesh mesh;
  mesh.name = "screw";
  const std::uint32_t bottom = add_vertex(mesh, {0, -height / 2, 0});
  const std::uint32_t top = add_vertex(mesh, {0, height / 2, 0});
  std::vector<Chain> chains(surface.planes);
  for (std::size_t plane = 0; plane < surface.planes; ++plane) {
    Chain& chain = chains[plane];
    chain.add(key_before_rows, bottom);
    chain.add(key_before_rows + 1, add_vertex(mesh, surface.on_thread(plane, -height / 2)));
    for (const auto& [key, y] : surface.rows(plane))
      chain.add(key, add_vertex(mesh, surface.on_thread(plane, y)));
    chain.add(key_after_rows, add_vertex(mesh, surface.on_thread(plane, height / 2)));
    chain.add(key_after_rows + 1, top);
  }
  join_around(std::move(chains), -surface.rows_a_turn(), mesh);
  return mesh;
}

TriangleMesh make_nut(const ScrewThread& thread, double clearance, double outer_radius, double height,
                      std::size_t triangles) {
  const ThreadSurface surface = divide(thread, clearance, height, triangles, 4);
  TriangleMesh mesh;
  mesh.name = "nut";
  std::vector<Chain> chains(surface.planes);
  for (std::size_t plane = 0; plane < surface.planes; ++plane) {
    Chain& chain = chains[plane];
    const double outer = hexagon_radius(outer_radius, surface.angle(plane));
    const std::uint32_t first = add_vertex(mesh, surface.on_thread(plane, -height / 2));
    chain.add(key_before_rows, first);
    chain.add(key_before_rows + 1, add_vertex(mesh, surface.at(plane, outer, -height / 2)));
    chain.add(key_before_rows + 2, add_vertex(mesh, surface.at(plane, outer, height / 2)));
    chain.add(key_before_rows + 3, add_vertex(mesh, surface.on_thread(plane, height / 2)));
    const auto rows = surface.rows(plane);
    for (auto row = rows.rbegin(); row != rows.rend(); ++row)
      chain.add(-row->first, add_vertex(mesh, surface.on_thread(plane, row->second)));
    chain.add(key_after_rows, first);
  }
  join_around(std::move(chains), surface.rows_a_turn(), mesh);
  return mesh;
}

} // namespace lamina
