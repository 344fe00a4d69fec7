#pragma once

#include "core/mesh/face_splits.h"
#include "core/mesh/meshlets.h"
#include "core/mesh/prepare.h"
#include "core/mesh/tet_mesh.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// Where a solid has come apart and was cut: with the mesh that it began as, its whole topology.
struct SolidCuts {
  /// A node of the split solid, and where it is at rest since it was moved onto a cut (mesh's frame, m).
  struct MovedNode {
    std::uint32_t node;
    Vec3 rest;
    bool operator==(const MovedNode&) const = default;
  };
  std::vector<std::uint32_t> faces; ///< split, by their numbers in TetNeighbours, ascending
  std::vector<MovedNode> moved;     ///< in order of the nodes

  bool empty() const { return faces.empty() && moved.empty(); }
  bool operator==(const SolidCuts&) const = default;

  /// As numbers in the state of a body. Nothing for a solid that is whole, so that a state of it begins with
  /// a coordinate; otherwise a mark that no coordinate reaches comes first.
  void save(std::vector<double>& state) const;
  /// Takes what save() wrote at the beginning of `state`; returns what follows it. Throws InputError for
  /// numbers that save() does not write.
  std::span<const double> restore(std::span<const double> state);
};

/// A solid as its cuts leave it.
struct SolidForm {
  TetMesh mesh;                              ///< at rest; tetrahedra in the order of the whole mesh
  std::vector<std::uint32_t> origin;         ///< SplitSolid::origin
  SplitChange change;                        ///< which nodes the solid had before
  double six_volumes_gained = 0;             ///< six times what moved nodes have added to its volume, m³
  std::vector<std::uint32_t> node_of_vertex; ///< of the surface
  std::shared_ptr<const PreparedMesh> surface;
};

/// A solid of tetrahedra that can come apart along its faces.
class BreakableSolid {
public:
  /// Takes a checked mesh (prepare_tets), its boundary, and which node each vertex of that is.
  BreakableSolid(std::shared_ptr<const TetMesh> whole, std::shared_ptr<const PreparedMesh> surface,
                 std::shared_ptr<const std::vector<std::uint32_t>> node_of_vertex);

  const TetMesh& whole() const { return *whole_; }
  const TetNeighbours& neighbours() const { return neighbours_; }

  double six_volumes() const { return six_volumes_; } ///< six times the volume of the whole, m³

  /// Throws InputError for cuts that are not of this solid.
  SolidForm form(const SolidCuts& cuts) const;
  /// The same, of a solid that is split along faces `before` (ascending) already.
  SolidForm form(const SolidCuts& cuts, std::span<const std::uint32_t> before, SplitSolid split) const;

  /// Splits more faces (ascending) of a solid that is split by `cuts`. These become those of the form that is
  /// returned: copies of a node that was moved lie where it does.
  SolidForm split_more(std::span<const std::uint32_t> more, SolidCuts& cuts, SplitSolid split) const;

private:
  void check(const SolidCuts& cuts) const;
  SolidForm make_form(const SolidCuts& cuts, SplitSolid split, SplitChange change) const;
  void move_nodes(const SolidCuts& cuts, SolidForm& form) const;
  void make_surface(const SolidCuts& cuts, SolidForm& form) const;

  std::shared_ptr<const TetMesh> whole_;
  std::shared_ptr<const PreparedMesh> surface_;
  std::shared_ptr<const std::vector<std::uint32_t>> node_of_vertex_;
  TetNeighbours neighbours_;
  Meshlets boundary_; ///< of the boundary in the order of split_surface()
  Box bounds_;        ///< of the whole solid, with a margin for roundings
  double six_volumes_ = 0;
};

} // namespace lamina
