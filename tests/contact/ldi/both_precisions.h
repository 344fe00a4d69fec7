#pragma once

#include "core/mesh/meshlets.h"
#include "tests/contact/contact_support.h"

#include <memory>
#include <vector>

namespace lamina::test {

/// The same surface at places that single precision has, kept in double and in single precision.
struct BothPrecisions {
  Surface in_double, in_single;

  BothPrecisions(const TriangleMesh& mesh, const Pose& pose, bool in_meshlets) {
    TriangleMesh rounded = mesh;
    for (Vec3& p : rounded.vertices)
      p = pose * p;
    const std::vector<Vec3f> positions = lamina::in_single(rounded.vertices);
    for (std::size_t i = 0; i < positions.size(); ++i)
      rounded.vertices[i] = VertexPositions(positions)[i];
    MeshletOrder before;
    Meshlets meshlets;
    if (in_meshlets)
      meshlets = Meshlets::in_order(rounded, before);
    in_double = surface_of(rounded, {}, false);
    in_double.balanced = true;
    if (in_meshlets) {
      in_double.meshlets = std::make_shared<const Meshlets>(meshlets);
      enclose_meshlets(meshlets, in_double.positions, in_double.balls);
    }
    in_single = in_double;
    in_single.single_positions = lamina::in_single(in_double.positions);
    in_single.positions.clear();
    if (in_meshlets)
      enclose_meshlets(meshlets, in_single.vertex_positions(), in_single.balls);
  }
};

} // namespace lamina::test
