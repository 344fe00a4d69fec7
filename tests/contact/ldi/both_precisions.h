#pragma once

#include "core/mesh/triangle_blocks.h"
#include "tests/contact/contact_support.h"

#include <memory>
#include <vector>

namespace lamina::test {

/// The same surface at places that single precision has, kept in double and in single precision.
struct BothPrecisions {
  Surface in_double, in_single;

  BothPrecisions(const TriangleMesh& mesh, const Pose& pose, bool in_blocks) {
    TriangleMesh rounded = mesh;
    for (Vec3& p : rounded.vertices)
      p = pose * p;
    const std::vector<Vec3f> places = lamina::in_single(rounded.vertices);
    for (std::size_t i = 0; i < places.size(); ++i)
      rounded.vertices[i] = VertexPlaces(places)[i];
    BlockOrder before;
    TriangleBlocks blocks;
    if (in_blocks)
      blocks = TriangleBlocks::in_order(rounded, before);
    in_double = surface_of(rounded, {}, false);
    in_double.balanced = true;
    if (in_blocks) {
      in_double.blocks = std::make_shared<const TriangleBlocks>(blocks);
      enclose_blocks(blocks, in_double.positions, in_double.balls);
    }
    in_single = in_double;
    in_single.single_positions = lamina::in_single(in_double.positions);
    in_single.positions.clear();
    if (in_blocks)
      enclose_blocks(blocks, in_single.places(), in_single.balls);
  }
};

} // namespace lamina::test
