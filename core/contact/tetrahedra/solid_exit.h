#pragma once

#include "core/contact/tetrahedra/tet_frame.h"
#include "core/mesh/mesh.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lamina::tetrahedra {

/// What lies beyond each face of the tetrahedra of a solid whose boundary is a surface: another tetrahedron,
/// or a triangle of that surface.
class SolidFaces {
public:
  SolidFaces() = default;
  /// `node_of_vertex`: of the vertices of the triangles.
  SolidFaces(std::span<const Tetrahedron> tetrahedra, std::size_t nodes, std::span<const Triangle> triangles,
             std::span<const std::uint32_t> node_of_vertex);

  struct Beyond {
    enum class What : std::uint32_t { nothing, tetrahedron, triangle };
    std::uint32_t number = 0;
    What what = What::nothing; ///< nothing: three tetrahedra meet there, or it has no triangle
  };
  /// The face opposite node `side` of a tetrahedron.
  const Beyond& beyond(std::uint32_t tetrahedron, std::size_t side) const {
    return beyond_[tetrahedron][side];
  }

private:
  std::vector<std::array<Beyond, 4>> beyond_;
};

/// Where a way out of a solid crosses its surface.
struct SolidExit {
  std::uint32_t triangle;             ///< of the surface
  std::array<std::uint32_t, 3> nodes; ///< of the solid, at that face
  std::array<double, 3> weights;      ///< of the place over them; they add up to 1
  Vec3 position;                      ///< world, m
};

/// Where a way through a solid leads: out of it, or to a place in it; nowhere if it meets a tetrahedron that
/// is unusable.
struct SolidWay {
  std::optional<SolidExit> exit;
  std::optional<std::uint32_t> end; ///< the tetrahedron that holds the last point
};

/// Follows the segment between two points from tetrahedron to tetrahedron, as far as the first face of the
/// boundary that it crosses. `start` holds the first point.
SolidWay follow_way(std::span<const Vec3> nodes, std::span<const Tetrahedron> tetrahedra,
                    const SolidFaces& faces, std::uint32_t start, const Vec3& from, const Vec3& to);

} // namespace lamina::tetrahedra
