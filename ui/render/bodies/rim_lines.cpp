#include "ui/render/bodies/rim_lines.h"

#include "core/mesh/edges.h"
#include "ui/render/bodies/body_colours.h"

#include <algorithm>

namespace lamina {
namespace {

constexpr double rim_width = 1.5; // logical pixels
constexpr float faint = 0.4f;     // on bodies that are see-through

bool is_seen(const Vec3& point, const Frame& frame) {
  return point.allFinite() && !(frame.cut && frame.cut_inward.dot(point - frame.cut_point) < 0);
}

/// A little nearer to the eye, so that the side it lies on does not break it into dashes.
Vec3 lifted(const Vec3& point, const Frame& frame) {
  constexpr double share = 2e-3;
  return point + share * (frame.eye - point);
}

Colour of_piece(std::uint32_t piece, const Colour& first) {
  return piece == 0 ? first : piece_colour(piece);
}

} // namespace

/// Edges with triangles of both sorts.
RimLines::Edges RimLines::edges_of(const PreparedMesh& mesh) {
  const EdgeTable table(mesh.mesh);
  Edges edges;
  for (std::size_t edge = 0; edge < table.size(); ++edge) {
    const auto uses = table.uses(edge);
    const auto inner = [&mesh](const EdgeUse& use) { return use.triangle >= mesh.first_inner_triangle; };
    if (std::any_of(uses.begin(), uses.end(), inner) && !std::all_of(uses.begin(), uses.end(), inner))
      edges.push_back({uses[0].low, uses[0].high});
  }
  return edges;
}

std::vector<Line> RimLines::of(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame) {
  std::vector<Line> lines;
  if (!snapshot.infos)
    return lines;
  const std::size_t count = std::min(snapshot.infos->size(), snapshot.bodies.size());
  const float opacity = options.ghosts() ? faint : 1;
  std::vector<Colour> colours;
  for (std::size_t body = 0; body < count; ++body) {
    const BodyInfo& info = (*snapshot.infos)[body];
    const BodyState& state = snapshot.bodies[body];
    if (!info.mesh || info.mesh->first_inner_triangle >= info.mesh->mesh.triangles.size() ||
        !state.positions || state.positions->size() != info.mesh->mesh.vertices.size())
      continue;
    if (colours.empty())
      colours = body_colours(*snapshot.infos);
    const Colour own = shown_colour(info, colours[body], false, options.asleep && state.asleep, options.dark);
    const auto* piece_of = options.skin == SkinColour::pieces ? info.piece_of_vertex.get() : nullptr;
    for (const auto& [a, b] : rims_.of(info.mesh, edges_of)) {
      const Vec3 &from = (*state.positions)[a], &to = (*state.positions)[b];
      if (is_seen(from, frame) && is_seen(to, frame))
        lines.push_back({lifted(from, frame), lifted(to, frame), rim_width,
                         inner_shade(piece_of ? of_piece((*piece_of)[a], own) : own), opacity});
    }
  }
  return lines;
}

} // namespace lamina
