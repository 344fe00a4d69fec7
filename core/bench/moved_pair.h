#pragma once

#include "core/body/surface.h"
#include "core/mesh/mesh.h"

#include <array>

namespace lamina::bench {

/// How the bunny and the cube stand: resting on it, or about half inside.
enum class PairPose { shallow, deep };
constexpr std::array<PairPose, 2> pair_poses{PairPose::shallow, PairPose::deep};

const char* name_of(PairPose pose);

/// The pair whose detection is timed: bunny() deforms and a turned cube shifts from one repetition to the
/// next, as fixed waves of at most 2 mm and 3 mm, so that nothing of one repetition serves the next but the
/// triangles.
class MovedPair {
public:
  explicit MovedPair(PairPose pose);
  MovedPair(const MovedPair&) = delete;
  MovedPair& operator=(const MovedPair&) = delete;

  /// Moves all vertices to where they are in a repetition. This is what integration would do: not timed.
  void move(int repetition);
  /// Brings up to date what a body keeps of its vertices, bounds and block balls: timed with the detection.
  void refit();

  const Surface& bunny() const { return bunny_; }
  const Surface& cube() const { return cube_; }

private:
  TriangleMesh rest_cube_;
  Surface bunny_, cube_;
};

} // namespace lamina::bench
