#pragma once

#include "core/contact/tetdistance/tet_search.h"
#include "core/simulation/snapshot.h"
#include "ui/render/overlay/line.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace lamina {

/// A solid whose distances are shown.
struct ShownSolid {
  std::uint32_t body;
  const MarchedSolid* solid; ///< held by the snapshot
};

/// Those of a snapshot: all that can move, and fixed ones that something lies in, but for floors, which are
/// far larger than what moves. Empty unless it shows how method tetdistance searches.
std::vector<ShownSolid> shown_solids(const Snapshot& snapshot);

/// The greatest distance inside of those that are not rigid, or of all if all are, m; 0 without any.
double greatest_distance(const std::vector<ShownSolid>& solids);

/// Their nodes by what the march came to, in the order of NodeVisit; of rigid ones those that collide.
std::array<std::size_t, 3> count_visits(const std::vector<ShownSolid>& solids);

/// The colour in which such a node is drawn, and its name in legends.
Colour visit_colour(NodeVisit visit);
const char* visit_word(NodeVisit visit);

/// Whether a node is counted, and has a dot.
bool has_dot(const MarchedSolid& solid, std::size_t node);

/// Adds the nodes that are counted as dots where `kept` has them: of very many an even share, and all that
/// collide.
void add_node_dots(std::vector<Line>& lines, const std::vector<ShownSolid>& solids,
                   const std::function<bool(const Vec3&)>& kept);

/// Adds lines from colliding nodes inside to the closest places of the surface, with a dot there.
void add_foot_lines(std::vector<Line>& lines, const std::vector<ShownSolid>& solids);
Colour foot_colour();

} // namespace lamina
