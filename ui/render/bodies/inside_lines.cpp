#include "ui/render/bodies/inside_lines.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// Beyond this a picture shows no more detail.
constexpr std::size_t most_lines = 500'000;

/// With more edges than this they grow fainter, so that a fine lattice does not become a solid colour.
constexpr double most_clear_edges = 1500;

struct Strokes {
  double edge, dot; ///< logical pixels; no dots if zero
  float edge_opacity;
};

Strokes strokes_of(BodyKind kind) {
  switch (kind) {
  case BodyKind::skinned:
    return {3, 8, 0.9f};
  case BodyKind::particles:
    return {1.2, 3.5, 0.6f};
  default:
    return {1.2, 0, 0.6f};
  }
}

/// How much of their opacity this many edges keep.
float clearness(std::size_t edges) {
  return static_cast<float>(std::clamp(std::sqrt(most_clear_edges / double(edges + 1)), 0.35, 1.0));
}

void add_inside(std::vector<Line>& lines, const BodyInside& inside, const Strokes& strokes,
                const Colour& colour) {
  const float opacity = strokes.edge_opacity * clearness(inside.edges.size());
  for (const auto& [a, b] : inside.edges) {
    if (lines.size() >= most_lines)
      return;
    if (std::max(a, b) < inside.nodes.size() && inside.nodes[a].allFinite() && inside.nodes[b].allFinite())
      lines.push_back({inside.nodes[a], inside.nodes[b], strokes.edge, colour, opacity});
  }
  for (const Vec3& node : inside.nodes)
    if (strokes.dot > 0 && node.allFinite() && lines.size() < most_lines)
      lines.push_back({node, node, strokes.dot, colour, 1});
}

} // namespace

std::vector<Line> inside_lines(const Snapshot& snapshot, bool dark) {
  std::vector<Line> lines;
  if (!snapshot.infos)
    return lines;
  for (std::size_t body = 0; body < std::min(snapshot.infos->size(), snapshot.bodies.size()); ++body)
    if (const auto& inside = snapshot.bodies[body].inside)
      add_inside(lines, *inside, strokes_of((*snapshot.infos)[body].kind), theme(dark).inside);
  return lines;
}

} // namespace lamina
