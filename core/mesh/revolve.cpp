#include "core/mesh/revolve.h"

#include "core/mesh/edge_search.h"

#include <numbers>

namespace lamina {

namespace {

/// Triangles between two neighbouring sections of so many points.
std::size_t triangles_between(std::size_t points, bool is_ring) {
  return is_ring ? 2 * points : 2 * (points - 2);
}

std::size_t count_points(const std::vector<SectionPiece>& pieces, bool is_ring, double edge) {
  std::size_t points = is_ring ? 0 : 1;
  for (const SectionPiece& piece : pieces)
    points += part_count(piece.length, edge, piece.least_parts);
  return points;
}

/// How many sections come nearest to the wanted triangles without making them more than half as long again as
/// wide.
std::size_t count_sections(double girth, double edge, std::size_t between, std::size_t triangles) {
  const double square = girth / edge;
  const double wanted = static_cast<double>(triangles) / static_cast<double>(between);
  return static_cast<std::size_t>(std::max(3.0, std::round(std::clamp(wanted, square / 1.5, square * 1.5))));
}

} // namespace

SectionPiece straight(SectionPoint from, SectionPoint to) {
  return {std::hypot(to.radius - from.radius, to.height - from.height), 1, [from, to](double t) {
            return SectionPoint{(1 - t) * from.radius + t * to.radius, (1 - t) * from.height + t * to.height};
          }};
}

std::vector<SectionPoint> divide_section(const std::vector<SectionPiece>& pieces, bool is_ring, double edge) {
  std::vector<SectionPoint> points;
  for (const SectionPiece& piece : pieces) {
    const std::size_t parts = part_count(piece.length, edge, piece.least_parts);
    for (std::size_t i = 0; i < parts; ++i)
      points.push_back(piece.at(static_cast<double>(i) / static_cast<double>(parts)));
  }
  if (!is_ring)
    points.push_back(pieces.back().at(1));
  return points;
}

TriangleMesh join_sections(const std::vector<std::vector<Vec3>>& sections, bool is_ring) {
  TriangleMesh mesh;
  const std::size_t count = sections.size(), points = sections.front().size();
  const std::size_t first = is_ring ? 0 : 1,
                    last = is_ring ? points : points - 1; // without the ends on the axis
  for (const std::vector<Vec3>& section : sections)
    mesh.vertices.insert(mesh.vertices.end(), section.begin() + static_cast<std::ptrdiff_t>(first),
                         section.begin() + static_cast<std::ptrdiff_t>(last));
  const std::size_t stored = mesh.vertices.size();
  if (!is_ring) {
    mesh.vertices.push_back(sections.front().front());
    mesh.vertices.push_back(sections.front().back());
  }
  const auto index = [&](std::size_t j, std::size_t i) {
    if (!is_ring && (i == 0 || i + 1 == points))
      return static_cast<std::uint32_t>(stored + (i == 0 ? 0 : 1));
    return static_cast<std::uint32_t>((j % count) * (last - first) + i % points - first);
  };
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t i = 0; i + (is_ring ? 0 : 1) < points; ++i) {
      const std::uint32_t a = index(j, i), b = index(j + 1, i), c = index(j + 1, i + 1), d = index(j, i + 1);
      if (a != b)
        mesh.triangles.push_back({a, b, c});
      if (c != d)
        mesh.triangles.push_back({a, c, d});
    }
  }
  return mesh;
}

TriangleMesh revolve(const std::vector<SectionPiece>& pieces, bool is_ring, std::size_t triangles) {
  // Area and mean girth (Pappus) tell how long an edge is likely to be.
  double length = 0, area = 0;
  for (const SectionPiece& piece : pieces) {
    length += piece.length;
    area += piece.length * 2 * std::numbers::pi * piece.at(0.5).radius;
  }
  const double girth = area / length;
  const auto cost = [&](double edge) {
    const std::size_t between = triangles_between(count_points(pieces, is_ring, edge), is_ring);
    const std::size_t sections = count_sections(girth, edge, between, triangles);

    // The count comes first; among near equals, square triangles.
    const double miss =
        std::abs(static_cast<double>(sections * between) / static_cast<double>(triangles) - 1);
    return miss + 0.02 * std::abs(std::log(static_cast<double>(sections) * edge / girth));
  };
  const double edge = best_edge(std::sqrt(2 * area / static_cast<double>(triangles)), cost);

  const std::vector<SectionPoint> section = divide_section(pieces, is_ring, edge);
  const std::size_t count =
      count_sections(girth, edge, triangles_between(section.size(), is_ring), triangles);
  std::vector<std::vector<Vec3>> sections(count);
  for (std::size_t j = 0; j < count; ++j) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(j) / static_cast<double>(count);
    for (const SectionPoint& point : section)
      sections[j].emplace_back(point.radius * std::cos(angle), point.height, -point.radius * std::sin(angle));
  }
  return join_sections(sections, is_ring);
}

} // namespace lamina
