#pragma once

#include "core/mesh/prepare.h"

#include <Eigen/Core>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// The surface that a body came with before tetrahedra filled it. The boundary of the tetrahedra is a new
/// surface near it, and carries it where the body moves. Pictures show it; contact knows nothing of it.
struct OriginalSurface {
  /// Where a vertex lies: from the nearest point of a triangle, along its first edge, across that in its
  /// plane, and along its normal. These lengths turn with the triangle and do not stretch with it.
  struct Hold {
    std::uint32_t triangle = 0;                            ///< of the boundary
    Eigen::Vector2d barycentric = Eigen::Vector2d::Zero(); ///< of its corners 1 and 2
    Vec3 away = Vec3::Zero();                              ///< m
  };

  std::shared_ptr<const PreparedMesh> mesh; ///< at rest, in the same frame as the boundary
  std::vector<Hold> holds;                  ///< per vertex
  double farthest = 0;                      ///< that a vertex lies from the boundary, m
};

/// Fixes a surface to the boundary of what fills it. Null where a vertex lies farther from that than `reach`
/// (m): something was lost there, and must not be drawn. The same for any number of threads (0: all).
std::shared_ptr<const OriginalSurface> fix_original(std::shared_ptr<const PreparedMesh> original,
                                                    const TriangleMesh& boundary, double reach,
                                                    int threads = 0);

/// Where the vertices of the surface are, m, for the places of those of the boundary that it is fixed to.
/// Empty if these are not as many as the boundary has.
std::vector<Vec3> carried(const OriginalSurface& original, const TriangleMesh& boundary,
                          std::span<const Vec3> positions);

} // namespace lamina
