#pragma once

#include "core/base/progress.h"
#include "core/math/types.h"
#include "core/mesh/prepare.h"
#include "core/simulation/snapshot.h"
#include "ui/render/camera/camera.h"

#include <QImage>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lamina {

class OffscreenRenderer;

enum class DefectKind { boundary, nonmanifold, misoriented };

/// An edge to be marked, in the coordinates of MeshCheck::shown.
struct MarkedEdge {
  Vec3 from, to;
  DefectKind kind;
};

/// What the check found of one file.
struct FileCheck {
  std::filesystem::path file;
  std::size_t bodies = 0;
  std::string reason; ///< why it cannot be opened with these options; empty if it can

  bool accepted() const { return reason.empty(); }
};

/// How raw meshes are to be taken for a check. Nothing is mended that is one-sided.
struct CheckOptions {
  bool split_pieces = false;
  bool as_one_sided = false;
  Mending mending;            ///< of open surfaces
  double metres_per_unit = 1; ///< of the files; matters to sized() alone
  int lattice_cells = 0;      ///< > 0: closed surfaces get a lattice of so many cells along
  int stuffing_cells = 0;     ///< > 0: they are filled with tetrahedra, so many cells along

  /// Whether the size matters to what comes out.
  bool sized() const { return mending.wanted() || stuffing_cells > 0; }
};

/// What the check of raw meshes found (design: scenes, meshes are checked at load), with what it takes to
/// show it.
struct MeshCheck {
  std::size_t bodies = 0, pieces = 0, triangles = 0;
  std::size_t boundary_edges = 0, nonmanifold_edges = 0, misoriented_edges = 0, inverted_pieces = 0;
  std::size_t closed = 0;       ///< bodies that bound a volume, mended or as they are
  bool solid = false;           ///< the files hold tetrahedra
  std::size_t bones = 0;        ///< that the files hold
  Box stored;                   ///< what the meshes occupy as stored, in units of the files
  double extent = 0;            ///< its longest side
  double metres_per_unit = 0;   ///< where the files say so, the largest
  std::string unit;             ///< what a file says of its unit, in words; empty where none does
  bool accepted = false;        ///< every file can be opened with these options
  std::string reason;           ///< why not: the first body that cannot be taken
  bool divided = true;          ///< every closed body can be cut into the cells that were asked for
  std::vector<FileCheck> files; ///< each judged by itself
  std::vector<std::string> notes;

  /// The meshes as stored, mended or filled with tetrahedra, about the origin and one unit across; inverted
  /// parts are bodies of their own, red.
  Snapshot shown;
  std::vector<MarkedEdge> edges; ///< at most some ten thousand of each kind
};

/// Reads and checks mesh files, each by itself: one that cannot be read or be a volume says so and leaves the
/// others as they are. Throws Cancelled.
MeshCheck check_meshes(const std::vector<std::filesystem::path>& files, const CheckOptions& options,
                       const Progress& progress);

/// Colours of the marks as sRGB: boundary orange, non-manifold purple, misoriented and inverted red.
std::array<float, 3> defect_colour(DefectKind kind, bool dark);

/// The picture of a check: the meshes, and over them their marked edges, fainter where they are hidden. Sizes
/// in device pixels.
QImage draw_check(OffscreenRenderer& renderer, const MeshCheck& check, const Camera& camera, bool dark,
                  ViewSize size, double pixel_ratio);

} // namespace lamina
