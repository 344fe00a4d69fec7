#include "core/mesh/tet_check.h"

#include "core/mesh/tet_faces.h"
#include "core/mesh/tet_surface.h"
#include "core/mesh/union_find.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

namespace lamina {

namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

std::string counted(std::size_t count, const char* one, const char* many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// Where something is. A place, as node and element numbers differ from format to format.
std::string near(const Vec3& p) {
  char text[100];
  std::snprintf(text, sizeof text, "near (%.4g, %.4g, %.4g)", p.x(), p.y(), p.z());
  return text;
}

/// Removes the tetrahedra that are marked; returns how many.
std::size_t remove_marked(TetMesh& mesh, const std::vector<char>& marked) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    if (!marked[i])
      mesh.tetrahedra[kept++] = mesh.tetrahedra[i];
  const std::size_t removed = mesh.tetrahedra.size() - kept;
  mesh.tetrahedra.resize(kept);
  return removed;
}

/// Says what is wrong with indices and coordinates; empty if nothing.
std::string find_bad_values(const TetMesh& mesh) {
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i)
    for (const std::uint32_t node : mesh.tetrahedra[i]) {
      if (node >= mesh.nodes.size())
        return "tetrahedron " + std::to_string(i) + " uses node " + std::to_string(node) + " of " +
               std::to_string(mesh.nodes.size()) + ": write the file anew";
      if (!mesh.nodes[node].allFinite())
        return "node " + std::to_string(node) + " has a coordinate that is not finite: write the file anew";
    }
  return {};
}

std::size_t drop_unused_nodes(TetMesh& mesh) {
  std::vector<std::uint32_t> new_index(mesh.nodes.size(), none);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const std::uint32_t node : t)
      new_index[node] = 0;
  std::uint32_t kept = 0;
  for (std::size_t n = 0; n < mesh.nodes.size(); ++n)
    if (new_index[n] != none) {
      mesh.nodes[kept] = mesh.nodes[n];
      new_index[n] = kept++;
    }
  const std::size_t dropped = mesh.nodes.size() - kept;
  mesh.nodes.resize(kept);
  for (Tetrahedron& t : mesh.tetrahedra)
    for (std::uint32_t& node : t)
      node = new_index[node];
  return dropped;
}

std::size_t drop_collapsed(TetMesh& mesh) {
  std::vector<char> collapsed(mesh.tetrahedra.size(), 0);
  for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
    Tetrahedron t = mesh.tetrahedra[i];
    std::sort(t.begin(), t.end());
    collapsed[i] = std::adjacent_find(t.begin(), t.end()) != t.end();
  }
  return remove_marked(mesh, collapsed);
}

std::size_t drop_duplicates(TetMesh& mesh) {
  std::vector<Tetrahedron> sorted(mesh.tetrahedra);
  for (Tetrahedron& t : sorted)
    std::sort(t.begin(), t.end());
  std::vector<std::uint32_t> order(sorted.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return sorted[a] != sorted[b] ? sorted[a] < sorted[b] : a < b;
  });
  std::vector<char> again(sorted.size(), 0);
  for (std::size_t i = 1; i < order.size(); ++i)
    again[order[i]] = sorted[order[i]] == sorted[order[i - 1]];
  return remove_marked(mesh, again);
}

std::size_t turn_inverted(TetMesh& mesh) {
  std::size_t turned = 0;
  for (Tetrahedron& t : mesh.tetrahedra)
    if (volume(mesh, t) < 0) {
      std::swap(t[2], t[3]);
      ++turned;
    }
  return turned;
}

/// Scaled by the longest edge, so that large coordinates do not overflow. A volume that is too small for a
/// double counts as none.
bool is_flat(const TetMesh& mesh, const Tetrahedron& t) {
  const Vec3& origin = mesh.nodes[t[0]];
  Vec3 a = mesh.nodes[t[1]] - origin, b = mesh.nodes[t[2]] - origin, c = mesh.nodes[t[3]] - origin;
  const double longest =
      std::max({a.cwiseAbs().maxCoeff(), b.cwiseAbs().maxCoeff(), c.cwiseAbs().maxCoeff()});
  if (!(longest > 0) || volume(mesh, t) == 0)
    return true;
  a /= longest;
  b /= longest;
  c /= longest;

  // The lowest height stands on the largest face.
  const double face =
      std::max({a.cross(b).norm(), b.cross(c).norm(), c.cross(a).norm(), (b - a).cross(c - a).norm()});
  const double edge =
      std::max({a.norm(), b.norm(), c.norm(), (b - a).norm(), (c - b).norm(), (a - c).norm()});
  return !(std::abs(a.cross(b).dot(c)) > least_tet_height * edge * face);
}

/// The tetrahedron behind each side, 4 a tetrahedron; `none` at the surface.
std::vector<std::uint32_t> find_neighbours(const TetMesh& mesh, const FaceTable& faces) {
  std::vector<std::uint32_t> neighbours(4 * mesh.tetrahedra.size(), none);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto uses = faces.uses(f);
    for (std::size_t i = 0; uses.size() == 2 && i < 2; ++i)
      neighbours[4 * uses[i].tetrahedron + uses[i].side] = uses[1 - i].tetrahedron;
  }
  return neighbours;
}

struct FlatCounts {
  std::size_t peeled = 0, inside = 0;
};

/// Peels flat tetrahedra off the surface, those first that lie on it, then those that come to lie on it.
FlatCounts peel_flat(TetMesh& mesh) {
  std::vector<char> flat(mesh.tetrahedra.size()), peeled(mesh.tetrahedra.size(), 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < flat.size(); ++i)
    count += (flat[i] = is_flat(mesh, mesh.tetrahedra[i])) != 0;
  if (count == 0)
    return {};

  const FaceTable faces(mesh);
  const std::vector<std::uint32_t> neighbours = find_neighbours(mesh, faces);
  std::vector<std::uint32_t> waiting;
  const auto peel = [&](std::uint32_t i) {
    peeled[i] = 1;
    waiting.push_back(i);
  };
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (const auto uses = faces.uses(f);
        uses.size() == 1 && flat[uses[0].tetrahedron] && !peeled[uses[0].tetrahedron])
      peel(uses[0].tetrahedron);
  while (!waiting.empty()) {
    const std::uint32_t i = waiting.back();
    waiting.pop_back();
    for (std::size_t side = 0; side < 4; ++side)
      if (const std::uint32_t n = neighbours[4 * i + side]; n != none && flat[n] && !peeled[n])
        peel(n);
  }
  const std::size_t removed = remove_marked(mesh, peeled);
  return {removed, count - removed};
}

/// Says what is wrong with the way the tetrahedra meet; empty if nothing.
std::string find_bad_faces(const TetMesh& mesh, const FaceTable& faces) {
  std::size_t crowded = 0, folded = 0;
  Vec3 first_crowded = Vec3::Zero(), first_folded = Vec3::Zero();
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto uses = faces.uses(f);
    if (uses.size() > 2 && crowded++ == 0)
      first_crowded = mesh.nodes[uses[0].nodes[0]];
    if (uses.size() == 2 && uses[0].even == uses[1].even && folded++ == 0)
      first_folded = mesh.nodes[uses[0].nodes[0]];
  }
  if (crowded > 0)
    return counted(crowded, "face is", "faces are") + " shared by more than two tetrahedra, the first " +
           near(first_crowded) + ": remesh it";
  if (folded > 0)
    return counted(folded, "pair of tetrahedra overlaps: both lie", "pairs of tetrahedra overlap: both lie") +
           " on the same side of the face that they share, the first " + near(first_folded) +
           "; the mesh is folded or an element is inside out: remesh it";
  return {};
}

std::string describe_flat_inside(const TetMesh& mesh, std::size_t count) {
  std::size_t first = 0;
  while (first + 1 < mesh.tetrahedra.size() && !is_flat(mesh, mesh.tetrahedra[first]))
    ++first;
  return counted(count, "tetrahedron inside is", "tetrahedra inside are") + " flat, the first " +
         near(mesh.nodes[mesh.tetrahedra[first][0]]) +
         "; without it the solid would be torn: remesh it with better elements";
}

void count_pieces_and_surface(const TetMesh& mesh, const FaceTable& faces, TetReport& report) {
  UnionFind sets(mesh.nodes.size());
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (std::size_t i = 1; i < 4; ++i)
      sets.unite(t[0], t[i]);
  std::vector<std::uint32_t> set_of;
  report.pieces = sets.number(set_of);
  std::vector<char> on_surface(mesh.nodes.size(), 0);
  for (std::size_t f = 0; f < faces.size(); ++f)
    if (const auto uses = faces.uses(f); uses.size() == 1) {
      ++report.surface_triangles;
      for (const std::uint32_t node : uses[0].nodes)
        on_surface[node] = 1;
    }
  report.surface_vertices = static_cast<std::size_t>(std::count(on_surface.begin(), on_surface.end(), 1));
}

void write_notes(TetReport& report) {
  auto& notes = report.notes;
  if (report.turned > 0)
    notes.push_back(counted(report.turned, "tetrahedron was", "tetrahedra were") +
                    " listed inside out and turned");
  if (report.duplicates > 0)
    notes.push_back(counted(report.duplicates, "tetrahedron is", "tetrahedra are") +
                    " listed more than once and used once");
  if (report.flat > 0)
    notes.push_back(counted(report.flat, "flat tetrahedron was", "flat tetrahedra were") + " left out");
  if (report.unused_nodes > 0)
    notes.push_back(counted(report.unused_nodes, "node that no tetrahedron uses was",
                            "nodes that no tetrahedron uses were") +
                    " left out");
}

} // namespace

PreparedTets prepare_tets(TetMesh mesh) {
  PreparedTets result{std::move(mesh), {}};
  TetMesh& tets = result.mesh;
  TetReport& report = result.report;
  report.nodes = tets.nodes.size();
  report.tetrahedra = tets.tetrahedra.size();
  report.reason = find_bad_values(tets);
  if (!report.reason.empty())
    return result;

  report.flat = drop_collapsed(tets);
  report.duplicates = drop_duplicates(tets);
  report.turned = turn_inverted(tets);
  const FlatCounts flat = peel_flat(tets);
  report.flat += flat.peeled;
  report.unused_nodes = drop_unused_nodes(tets);
  for (const Vec3& node : tets.nodes)
    report.bounds.include(node);
  write_notes(report);
  if (tets.tetrahedra.empty()) {
    report.reason = report.flat > 0 ? "all tetrahedra are flat" : "no tetrahedra";
    return result;
  }

  const FaceTable faces(tets);
  count_pieces_and_surface(tets, faces, report);
  report.volume_m3 = total_volume(tets);
  report.reason = flat.inside > 0 ? describe_flat_inside(tets, flat.inside) : find_bad_faces(tets, faces);
  if (report.reason.empty() && !(std::isfinite(report.volume_m3) && report.volume_m3 > 0))
    report.reason = "its volume is no number that can be computed with: scale it";
  report.accepted = report.reason.empty();
  return result;
}

} // namespace lamina
