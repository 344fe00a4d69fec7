#pragma once

#include "core/mesh/mesh.h"
#include "core/mesh/meshlets.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

/// How a surface bounds its solid (design: scenes, meshes are checked at load; F08 section 5).
enum class Sidedness {
  closed,   ///< an ordinary closed volume, faces outwards
  one_sided ///< bounds a half-infinite solid: ground (open sheet) or bag (closed, faces inwards)
};

/// What is done with an open surface before it is judged, so that it bounds a volume; one of the two.
struct Mending {
  bool close_holes = false; ///< each loop of boundary edges is filled (core/mesh/close_holes.h)
  double thickness = 0;     ///< m; > 0: each open piece becomes so thick (core/mesh/give_thickness.h)

  bool wanted() const { return close_holes || thickness > 0; }
};

/// What the check found, and what was done about it. Edge counts are taken after exact duplicates of
/// positions were welded and collapsed triangles dropped, before any repair.
struct MeshReport {
  std::size_t vertices = 0;  ///< as stored
  std::size_t triangles = 0; ///< as stored
  std::size_t pieces = 0;    ///< connected components after welding
  std::size_t boundary_edges = 0;
  std::size_t nonmanifold_edges = 0;  ///< shared by more than two triangles
  std::size_t misoriented_edges = 0;  ///< shared by two triangles that run along it the same way
  std::size_t unbalanced_columns = 0; ///< of a coarse LDI of the surface, three directions
  std::size_t welded_vertices = 0;    ///< duplicates merged
  std::size_t dropped_triangles = 0;  ///< collapsed by welding
  std::size_t removed_duplicates = 0; ///< triangles that occurred more than once, removed as a repair
  std::size_t turned_pieces = 0;      ///< closed pieces that faced inwards and were turned
  std::size_t repaired_triangles = 0; ///< misoriented triangles that were flipped
  std::size_t cavities = 0;           ///< closed pieces that face inwards inside another piece, kept
  std::size_t closed_holes = 0;       ///< filled by mending
  double largest_hole_m = 0;          ///< longest side of its bounding box
  std::size_t thickened_pieces = 0;   ///< open ones that mending gave a thickness
  double volume_m3 = 0;               ///< signed, after repair; 0 if not closed
  Box bounds;                         ///< after mending
  /// Of a mesh that is not closed: joining vertices up to this far apart (m) would close it; 0 if not.
  double closing_distance = 0;
  bool accepted = false;          ///< usable as asked (a volume, or a one-sided surface)
  std::string reason;             ///< why not; empty if accepted
  std::vector<std::string> notes; ///< one sentence for each repair or oddity, for the load report
};

struct OriginalSurface;

/// A mesh ready for contact: welded, consistently oriented, closed or closed by a skirt.
struct PreparedMesh {
  TriangleMesh mesh;
  MeshReport report;
  Sidedness sidedness = Sidedness::closed;
  /// Winding number at infinity: 0 for an ordinary volume; 1 for a closed one-sided surface that faces
  /// inwards.
  int winding_at_infinity = 0;
  /// Triangles [0, shown_triangles) are the surface itself; the rest is the skirt that closes a one-sided
  /// sheet.
  std::size_t shown_triangles = 0;
  /// From this triangle on, they were inside of the solid until it was split there; none of a whole one.
  std::size_t first_inner_triangle = std::numeric_limits<std::size_t>::max();
  Meshlets meshlets; ///< of a mesh that bodies share; otherwise none
  /// Of a mesh in the order of its blocks: per vertex and triangle, which one of the checked mesh it was;
  /// what is written for others has that order. Empty if nothing was moved.
  MeshletOrder order;
  /// Of the boundary of tetrahedra that fill a surface: that surface, to be drawn
  /// (core/mesh/original_surface.h). Null without, and of what broke or was cut.
  std::shared_ptr<const OriginalSurface> original;
  /// The number that a triangle goes by outside.
  std::uint32_t outer_triangle(std::uint32_t triangle) const {
    return order.triangles.empty() ? triangle : order.triangles[triangle];
  }
};

/// m; thicker than any body is
inline constexpr double usual_one_sided_thickness = 10;

/// Welds, checks, orients and closes. Never throws for bad geometry: report.accepted and reason say what is
/// wrong. Accepted as a volume is what balances at every edge and encloses something; edges of more than two
/// triangles may. one_sided_thickness (m): how far the offset copy of an open one-sided sheet lies behind it,
/// against the mean normal of the sheet; thicker than any body. Vertices that no triangle uses are left out.
/// Mending is for closed volumes, and leaves closed parts as they are.
PreparedMesh prepare_mesh(TriangleMesh mesh, Sidedness sidedness = Sidedness::closed,
                          double one_sided_thickness = usual_one_sided_thickness,
                          const Mending& mending = {});

/// The same for a mesh that bodies share. If it is accepted, it also gets meshlets, which only a simulation
/// needs and which take a third of the time. A volume is brought into the order of its meshlets.
std::shared_ptr<const PreparedMesh> prepare_body_mesh(TriangleMesh mesh,
                                                      Sidedness sidedness = Sidedness::closed,
                                                      double one_sided_thickness = usual_one_sided_thickness,
                                                      const Mending& mending = {});

/// The connected pieces of a mesh (sharing welded vertices), each as a mesh of its own, in order of their
/// first triangle.
std::vector<TriangleMesh> split_pieces(const TriangleMesh& mesh);

} // namespace lamina
