#pragma once

#include "core/contact/ldi/vertices/solid_layers.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lamina::ldi {

/// How a place that lies within a solid leaves it.
struct VertexWay {
  double depth;                         ///< m, along the way
  Vec3 direction;                       ///< unit, outwards
  Vec3 normal;                          ///< unit, of the triangle that is met; nought if that has none
  double cosine;                        ///< between the two
  std::uint32_t triangle;               ///< that is met
  std::array<std::uint32_t, 3> corners; ///< of that
  double triangle_area;                 ///< m²
  std::array<double, 3> weights; ///< of its corners; they add up to one, and make the place that is met
};

/// Looks places up in the layers of one solid (HTG04).
class PlaceFinder {
public:
  PlaceFinder(const std::array<SolidLayers, 3>& layers, const Grid& grid) : layers_(layers), grid_(grid) {}

  struct Place {
    bool inside = false;
    bool disputed = false; ///< the three directions did not agree
    std::array<PlaceInColumn, 3> along;
    Vec3 in_frame; ///< of the grid
  };
  /// A place is inside if all directions say so whose columns can be trusted. They disagree at most about a
  /// pixel away from the surface: where the pixel's centre lies on the other side of an outline. Then the
  /// triangle decides, of the nearest layers of the three columns, that is nearest.
  void locate(const Vec3& position, Place& place) const;

  /// The way out of a place that is inside: along the view axis to the layer that is nearest, as in HTG04.
  /// From there it is followed along normals: across the plane of that layer's triangle, to the layer in the
  /// column where this way ends, and so on, until both are the same. The view axis is kept where this ends on
  /// a surface that looks elsewhere, or that is not nearer. None for a solid without end.
  std::optional<VertexWay> way_out(const Vec3& position, const Place& place) const;

private:
  struct Exit {
    const Layer* layer = nullptr;
    int axis = 0;
    double way = 0, sign = 0;
  };
  Exit nearest_exit(const Place& place, bool edge_on_too) const;
  bool nearest_triangle_decides(const Vec3& position, const Place& place) const;
  std::optional<VertexWay> across_surface(const Vec3& position, const Place& place, const Exit& exit) const;
  VertexWay along_axis(const Vec3& position, const Exit& exit) const;

  const std::array<SolidLayers, 3>& layers_;
  const Grid& grid_;
};

/// Weights of the corners of a triangle that make a point of its plane. Beyond the triangle they are led on
/// as far as they go, unless one would leave [−1, 2]: then the point is moved towards the centroid. Thirds
/// for a triangle without area.
std::array<double, 3> plane_weights(const Vec3& point, const LayerFace& face);

} // namespace lamina::ldi
