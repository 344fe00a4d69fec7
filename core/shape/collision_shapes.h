#pragma once

#include "core/mesh/tet_mesh.h"
#include "core/shape/surface.h"

#include <span>

namespace lamina {

/// The solid of a body cut into tetrahedra. A lattice reaches beyond the surface that it carries.
struct Solid {
  std::span<const Vec3> nodes;             ///< where they are now, world, m
  std::span<const Tetrahedron> tetrahedra; ///< of those nodes; the same ones while `topology` is
  /// The node that each vertex of the surface is, where the surface is the boundary of the tetrahedra. Empty
  /// where it is carried by them.
  std::span<const std::uint32_t> node_of_vertex = {};
  std::uint64_t topology = 0; ///< changes when tetrahedra do
  bool rigid = false;         ///< distances between its nodes never change
  /// The nodes at rest in the frame of the mesh, m; none where that is not known. What follows from these of
  /// a rigid one is the same wherever it is.
  std::span<const Vec3> at_rest = {};

  bool conforms() const { return !node_of_vertex.empty(); }
};

/// The surface of a body at rest.
struct RestSurface {
  std::span<const Vec3> vertices; ///< in the frame of its mesh, m
};

/// The parts of bodies that a contact method needs beside their surfaces: only these are prepared.
struct ShapeParts {
  bool solid = false;
  bool rest = false;
  bool deformation = false; ///< both of these, where a body has them: none is lacking
  bool conforming = false;  ///< only a solid counts whose boundary is the surface
  bool mixed = false;       ///< a body that lacks a part meets those that have it
  bool sheets = false;      ///< cloth, which bounds no volume, is seen too; otherwise it is refused
  bool pieces = false;      ///< each piece of a body is a surface of its own (PieceSurfaces)
};

/// All that contact methods may know of the bodies of a step, a part each, by body. What is pointed to
/// belongs to the bodies.
struct CollisionShapes {
  std::span<const Surface* const> surfaces;
  std::span<const Solid> solids = {}; ///< where the method needs them; of a body without, one without nodes
  std::span<const RestSurface> rest = {}; ///< where the method needs them
};

} // namespace lamina
