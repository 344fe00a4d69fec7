#pragma once

#include "core/math/rigid_pose.h"
#include "core/math/types.h"
#include "core/mesh/mesh.h"
#include "core/mesh/meshlets.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace lamina {

/// What contact methods see of a body: triangles, where their vertices are now, and what is known for sure.
/// Positions are written by the body's mapping each step, in one of two precisions; triangles are shared and
/// change only with `topology`.
struct Surface {
  std::shared_ptr<const std::vector<Triangle>> triangles;
  std::vector<Vec3> positions;         ///< world, m
  std::vector<Vec3f> single_positions; ///< instead of those, where single precision is enough
  Box bounds;                          ///< of all positions
  double node_spacing = 0; ///< m between neighbouring nodes of what carries a soft surface; 0 of others
  /// Groups of the triangles, and a ball around each where it is now, so that a method passes over what is
  /// far away; both or none.
  std::shared_ptr<const Meshlets> meshlets;
  std::vector<Ball> balls; ///< world
  /// Orientation of a rigid body (columns are its axes in the world); absent for what deforms.
  std::optional<Mat3> axes;
  /// Of a rigid body: its vertices in its own frame (m), which never change, and how this frame lies in the
  /// world; `positions` are made of them (world_coordinate). So a device can keep the ones and be told the
  /// other. Null if positions are not.
  std::shared_ptr<const std::vector<Vec3>> rest;
  RigidPose place{};
  int winding_at_infinity = 0; ///< see PreparedMesh
  /// The directed edges cancel, so that every column closes (checked at load): a method need not check it
  /// again, and may leave out what lies beyond a region.
  bool balanced = false;
  std::uint64_t topology = 0; ///< changes when triangles do
  /// The piece that each vertex belongs to, from 0, of a solid of tetrahedra in several; null of others.
  std::shared_ptr<const std::vector<std::uint32_t>> piece_of_vertex;
  /// m, of cloth; 0 of what bounds a volume. The first half of the triangles are the front of the sheet, the
  /// second half its back, of vertices of their own (core/mesh/cloth_mesh.h).
  double sheet_thickness = 0;
  bool is_piece = false;     ///< it is one piece of a body in several (core/contact/pieces)
  bool self_contact = false; ///< it may touch itself
  /// Depth per vertex (m) by which the surface overlaps itself at rest, where joints always overlap: left out
  /// of self-contact. None if it does not.
  std::shared_ptr<const std::vector<float>> self_offset;

  /// Where the vertices are, whichever of the two holds them.
  VertexPositions vertex_positions() const {
    return single_positions.empty() ? VertexPositions(positions) : VertexPositions(single_positions);
  }
};

/// Whether it is cloth, which bounds no volume.
inline bool is_sheet(const Surface& surface) {
  return surface.sheet_thickness > 0;
}

/// How many pieces a surface is in, which nothing holds together.
inline std::size_t count_pieces(const Surface& surface) {
  if (!surface.piece_of_vertex)
    return 1;
  return *std::max_element(surface.piece_of_vertex->begin(), surface.piece_of_vertex->end()) + std::size_t{1};
}

} // namespace lamina
