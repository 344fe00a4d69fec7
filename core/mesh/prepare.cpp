#include "core/mesh/prepare.h"

#include "core/mesh/close_holes.h"
#include "core/mesh/close_sheet.h"
#include "core/mesh/column_test.h"
#include "core/mesh/duplicates.h"
#include "core/mesh/edges.h"
#include "core/mesh/give_thickness.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/near_vertices.h"
#include "core/mesh/orient.h"
#include "core/mesh/pieces.h"
#include "core/mesh/shells.h"
#include "core/mesh/weld.h"

#include <cmath>
#include <cstdio>
#include <memory>
#include <utility>

namespace lamina {

namespace {

/// Beyond this (m) products of three coordinates come near the end of the range of double.
constexpr double largest_coordinate = 1e60;

std::string counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

/// A length as a person would say it.
std::string readable(double metres) {
  const auto [factor, unit] = metres >= 1      ? std::pair(1.0, " m")
                              : metres >= 1e-3 ? std::pair(1e3, " mm")
                                               : std::pair(1e6, " µm");
  char text[40];
  std::snprintf(text, sizeof text, "%.3g", factor * metres);
  return text + std::string(unit);
}

/// Why a mesh cannot be looked at all, or "".
std::string find_invalid(const TriangleMesh& mesh) {
  if (mesh.triangles.empty())
    return "no triangles";
  for (const Triangle& triangle : mesh.triangles)
    for (const std::uint32_t v : triangle)
      if (v >= mesh.vertices.size())
        return "a triangle refers to vertex " + std::to_string(v) + " of " +
               std::to_string(mesh.vertices.size());
  for (const Vec3& vertex : mesh.vertices)
    if (!(vertex.cwiseAbs().array() <= largest_coordinate).all())
      return "a vertex has a coordinate that is not finite or larger than 1e60";
  return "";
}

void weld_and_describe(PreparedMesh& prepared) {
  MeshReport& report = prepared.report;
  const WeldCounts counts = weld(prepared.mesh);
  report.welded_vertices = counts.merged;
  report.dropped_triangles = counts.collapsed;
  if (counts.merged)
    report.notes.push_back("merged " + counted(counts.merged, "vertex", "vertices") +
                           " with another at the same position");
  if (counts.unreferenced)
    report.notes.push_back("left out " + counted(counts.unreferenced, "vertex", "vertices") +
                           " used by no triangle");
  if (counts.collapsed)
    report.notes.push_back("dropped " + counted(counts.collapsed, "triangle", "triangles") +
                           " with two corners at one position");
  std::vector<std::uint32_t> piece_of_triangle;
  report.pieces = find_pieces(prepared.mesh, piece_of_triangle);
  report.bounds = bounds(prepared.mesh);
}

/// Turns triangles so that neighbours agree, and returns the edges that do not balance even then.
std::size_t orient(TriangleMesh& mesh, OrientationRepair& repair) {
  const EdgeTable edges(mesh);
  const EdgeCounts counts = count_edges(edges);
  if (counts.misoriented == 0)
    return counts.unbalanced;
  repair = orient_patches(mesh, edges);
  return count_edges(EdgeTable(mesh)).unbalanced;
}

void repair(PreparedMesh& prepared) {
  MeshReport& report = prepared.report;
  TriangleMesh cleaned = prepared.mesh;
  const DuplicateCounts duplicates = remove_duplicate_triangles(cleaned);
  OrientationRepair turns;
  if (duplicates.removed == 0) {
    orient(prepared.mesh, turns);
  } else {
    // Two solids may share a face and balance only with both copies of it: then they stay.
    const bool balanced_as_stored = count_edges(EdgeTable(prepared.mesh)).unbalanced == 0;
    const bool still_balanced = count_edges(EdgeTable(cleaned)).unbalanced == 0;
    OrientationRepair turns_of_cleaned;
    const std::size_t open = orient(prepared.mesh, turns);
    const std::size_t open_when_cleaned = orient(cleaned, turns_of_cleaned);
    if (cleaned.triangles.empty() || (balanced_as_stored && !still_balanced) ||
        (open == 0 && open_when_cleaned > 0)) {
      report.notes.push_back("kept " +
                             counted(duplicates.removed, "repeated triangle", "repeated triangles") +
                             " without which the surface would be open");
    } else {
      prepared.mesh = std::move(cleaned);
      turns = turns_of_cleaned;
      report.removed_duplicates = duplicates.removed;
      report.notes.push_back("removed " + counted(duplicates.removed, "triangle", "triangles") +
                             " that occurred more than once" +
                             (duplicates.walls ? ", of which " + std::to_string(duplicates.walls) +
                                                     " were inner walls or fins without thickness"
                                               : ""));
      remove_unreferenced(prepared.mesh);
    }
  }
  report.repaired_triangles = turns.flipped;
  if (turns.flipped)
    report.notes.push_back("turned " + counted(turns.flipped, "triangle", "triangles") + " to agree with " +
                           (turns.flipped == 1 ? "its" : "their") + " neighbours");
  if (turns.not_orientable)
    report.notes.push_back(counted(turns.not_orientable, "part has", "parts have") +
                           " only one side, like a Möbius strip");
}

std::string why_not_closed(const EdgeCounts& edges) {
  std::string counts;
  const auto add = [&](std::size_t count, const std::string& one, const std::string& many) {
    if (count)
      counts += (counts.empty() ? "" : ", ") + counted(count, one, many);
  };
  add(edges.boundary, "boundary edge", "boundary edges");
  add(edges.misoriented, "misoriented edge", "misoriented edges");
  add(edges.unbalanced - edges.boundary - edges.misoriented, "unbalanced non-manifold edge",
      "unbalanced non-manifold edges");
  return "not a closed volume: " + counts;
}

/// Makes a volume of what is open and has a boundary of loops. Returns whether it did anything.
bool mend(PreparedMesh& prepared, const EdgeTable& edges, const EdgeCounts& counts, const Mending& mending) {
  MeshReport& report = prepared.report;
  if (!mending.wanted() || counts.boundary == 0 || counts.boundary != counts.unbalanced ||
      mending.thickness > largest_coordinate)
    return false;
  if (mending.close_holes) {
    const ClosedHoles closed = close_holes(prepared.mesh, edges);
    report.closed_holes = closed.count;
    report.largest_hole_m = closed.largest;
    report.notes.push_back("closed " + counted(closed.count, "hole", "holes, the largest") +
                           (closed.count == 1 ? ", " : " ") + readable(closed.largest) + " across");
  } else {
    const Thickening done =
        give_thickness(prepared.mesh, find_shells(prepared.mesh, edges), mending.thickness);
    report.thickened_pieces = done.shells;
    report.notes.push_back("made " + counted(done.shells, "open piece", "open pieces") + " " +
                           readable(mending.thickness) + " thick");
    if (done.folded)
      report.notes.push_back("the thickness folds the surface: it turns " +
                             counted(done.folded, "triangle", "triangles") +
                             " over, where the surface bends more tightly than that");
  }
  report.bounds = bounds(prepared.mesh);
  return true;
}

/// A surface that was torn by rounding is told from one with holes.
void refuse_open(PreparedMesh& prepared, const EdgeTable& edges, const EdgeCounts& counts,
                 bool mending_wanted) {
  MeshReport& report = prepared.report;
  report.reason = why_not_closed(counts);
  if (mending_wanted)
    report.reason += "; it is not mended, for its open edges are no loops around holes";
  if (counts.boundary == 0)
    return;
  report.closing_distance = closing_distance(prepared.mesh, edges);
  if (report.closing_distance > 0) {
    char metres[32];
    std::snprintf(metres, sizeof metres, "%.2g", report.closing_distance);
    report.reason +=
        std::string("; vertices nearly coincide, and joining those within ") + metres + " m would close it";
  }
}

/// The volume, and whether it is more than rounding for a surface of this area and extent.
bool measure_volume(PreparedMesh& prepared) {
  double area = 0;
  for (const Triangle& t : prepared.mesh.triangles) {
    const auto& v = prepared.mesh.vertices;
    area += 0.5 * (v[t[1]] - v[t[0]]).cross(v[t[2]] - v[t[0]]).norm();
  }
  const double volume = mass_properties(prepared.mesh).volume;
  const bool encloses = std::abs(volume) > 1e-12 * area * prepared.report.bounds.size().norm();
  prepared.report.volume_m3 = encloses ? volume : 0;
  return encloses;
}

void finish_closed(PreparedMesh& prepared, const EdgeTable& edges) {
  MeshReport& report = prepared.report;
  if (prepared.sidedness == Sidedness::closed) {
    const ShellTurns turns = turn_shells_outwards(prepared.mesh, find_shells(prepared.mesh, edges));
    report.turned_pieces = turns.turned;
    report.cavities = turns.cavities;
    if (turns.turned)
      report.notes.push_back("turned " + counted(turns.turned, "piece", "pieces") + " that faced inwards");
    if (turns.cavities)
      report.notes.push_back("kept " + counted(turns.cavities, "cavity", "cavities"));
  }
  if (!measure_volume(prepared)) {
    report.reason = report.closed_holes ? "encloses no volume, its holes closed" : "encloses no volume";
    return;
  }
  if (prepared.sidedness == Sidedness::one_sided && report.volume_m3 < 0)
    prepared.winding_at_infinity = 1;
  report.accepted = true;
}

void finish_sheet(PreparedMesh& prepared, const EdgeTable& edges, const EdgeCounts& counts,
                  double thickness) {
  MeshReport& report = prepared.report;
  if (counts.misoriented) {
    report.reason =
        "cannot be one-sided: " + counted(counts.misoriented, "misoriented edge", "misoriented edges") +
        " where its sides cannot be told apart";
    return;
  }
  if (!(thickness > 0 && thickness <= largest_coordinate)) {
    report.reason = "cannot be one-sided with a thickness that is not positive";
    return;
  }
  if (!close_sheets(prepared.mesh, edges, find_shells(prepared.mesh, edges), thickness)) {
    report.reason = "cannot be one-sided: its faces look in all directions alike, so it has no front";
    return;
  }
  report.notes.push_back("closed the open surface by a skirt and a copy behind it (" +
                         counted(counts.boundary, "boundary edge", "boundary edges") + ")");
  report.accepted = true;
}

} // namespace

PreparedMesh prepare_mesh(TriangleMesh mesh, Sidedness sidedness, double one_sided_thickness,
                          const Mending& mending) {
  PreparedMesh prepared;
  prepared.mesh = std::move(mesh);
  prepared.sidedness = sidedness;
  MeshReport& report = prepared.report;
  report.vertices = prepared.mesh.vertices.size();
  report.triangles = prepared.mesh.triangles.size();
  prepared.shown_triangles = report.triangles;
  report.reason = find_invalid(prepared.mesh);
  if (!report.reason.empty())
    return prepared;

  weld_and_describe(prepared);
  if (prepared.mesh.triangles.empty()) {
    prepared.shown_triangles = 0;
    report.reason = "every triangle is collapsed to a line or a point";
    return prepared;
  }
  auto edges = std::make_unique<EdgeTable>(prepared.mesh);
  EdgeCounts counts = count_edges(*edges);
  report.boundary_edges = counts.boundary;
  report.nonmanifold_edges = counts.nonmanifold;
  report.misoriented_edges = counts.misoriented;

  // Repeated triangles make edges of more than two, or of two that run the same way; without either all is
  // well.
  if (counts.nonmanifold > 0 || counts.misoriented > 0) {
    edges.reset();
    repair(prepared);
    edges = std::make_unique<EdgeTable>(prepared.mesh);
    counts = count_edges(*edges);
  }
  if (sidedness == Sidedness::closed && mend(prepared, *edges, counts, mending)) {
    edges = std::make_unique<EdgeTable>(prepared.mesh);
    counts = count_edges(*edges);
  }
  prepared.shown_triangles = prepared.mesh.triangles.size();
  if (counts.unbalanced == 0)
    finish_closed(prepared, *edges);
  else if (sidedness == Sidedness::one_sided)
    finish_sheet(prepared, *edges, counts, one_sided_thickness);
  else
    refuse_open(prepared, *edges, counts, mending.wanted());
  if (report.accepted && counts.nonmanifold)
    report.notes.push_back(counted(counts.nonmanifold, "edge is", "edges are") +
                           " shared by more than two triangles, in balance");
  report.unbalanced_columns = count_unbalanced_columns(prepared.mesh);
  return prepared;
}

std::shared_ptr<const PreparedMesh> prepare_body_mesh(TriangleMesh mesh, Sidedness sidedness,
                                                      double one_sided_thickness, const Mending& mending) {
  auto prepared =
      std::make_shared<PreparedMesh>(prepare_mesh(std::move(mesh), sidedness, one_sided_thickness, mending));
  if (!prepared->report.accepted)
    return prepared;
  // A skirt must stay behind what is shown.
  const bool whole = prepared->shown_triangles == prepared->mesh.triangles.size();
  prepared->meshlets = whole ? Meshlets::in_order(prepared->mesh, prepared->order) : Meshlets(prepared->mesh);
  return prepared;
}

} // namespace lamina
