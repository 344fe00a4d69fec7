#pragma once

#include "core/bench/moved_bodies.h"
#include "core/mesh/mesh.h"

#include <utility>

namespace lamina::bench {

/// Many bodies in a cubic grid: turned cubes and smooth spheres in turns, like the squares of a chessboard.
/// Each overlaps its up to six neighbours. Those on the diagonals overlap in their boxes only. Spheres deform
/// and cubes shift as in MovedPair.
class BodyGrid : public MovedBodies {
public:
  /// At least two bodies of about so many triangles each.
  BodyGrid(int bodies, std::size_t triangles_each);
  BodyGrid(const BodyGrid&) = delete;
  BodyGrid& operator=(const BodyGrid&) = delete;

  void move(int repetition) override;
  void refit() override;
  std::span<const Surface* const> surfaces() const override { return pointers_; }
  double exact_volume() const override;

private:
  struct Body {
    std::shared_ptr<const TriangleMesh> rest; ///< about the origin
    Vec3 place;
    bool deforms;
  };

  std::vector<Body> bodies_;
  std::vector<Surface> surfaces_;
  std::vector<const Surface*> pointers_;
  std::vector<std::pair<std::size_t, std::size_t>> touching_; ///< a sphere and a cube
};

} // namespace lamina::bench
