#pragma once

#include "core/contact/ldi/image/raster.h"
#include "core/contact/ldi/region/grid.h"
#include "core/shape/surface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

namespace lamina::ldi {

/// A crossing of a pixel's column, with the plane of the triangle that is crossed.
///
///     depth ▲        ╱ plane           slope: change of depth per metre aside, along u and v
///           │   ────╳──               ╳ at the pixel's centre
///           │     ╱  ●                ● a vertex in this column, beside the centre
///           └──────┴─┴────► u
///
struct Layer {
  double depth;                ///< at the pixel's centre, m
  float slope_u, slope_v;      ///< m/m; none where the triangle is seen edge-on
  std::array<float, 3> normal; ///< unit, of the triangle, in the frame of the grid; nought if it has none
  std::uint32_t place;         ///< triangle << 1 | entering: the winding number rises along the view axis

  std::uint32_t triangle() const { return place >> 1; }
  bool entering() const { return place & 1; }
  double depth_at(double du, double dv) const {
    return depth + static_cast<double>(slope_u) * du + static_cast<double>(slope_v) * dv;
  }
  Vec3 unit_normal() const {
    return {static_cast<double>(normal[0]), static_cast<double>(normal[1]), static_cast<double>(normal[2])};
  }
  /// Of the normal and a view axis, not negative.
  double cosine(int axis) const {
    return std::abs(static_cast<double>(normal[static_cast<std::size_t>(axis)]));
  }
};

/// Triangles that are seen more edge-on than this (cosine) keep the depth that was drawn: their planes are
/// too steep to be followed from one pixel to the next, and another direction sees more of them.
inline constexpr double edge_on = 0.3;

/// The triangle of a layer, kept beside it: many places meet the same one.
struct LayerFace {
  std::array<std::uint32_t, 3> corners;
  std::array<Vec3, 3> at; ///< where these are, world

  /// Twice its area vector, m².
  Vec3 twice_area() const { return (at[1] - at[0]).cross(at[2] - at[0]); }
  Vec3 unit_normal() const; ///< nought for a triangle without area
};

/// The layers that one body has in the column of a place.
struct LayerColumn {
  const Layer* begin = nullptr;
  const Layer* end = nullptr;
  double du = 0, dv = 0; ///< from the pixel's centre to the place, m
  bool known = false;    ///< the column can be trusted, and the place lies in the image

  double depth_of(const Layer& layer) const { return layer.depth_at(du, dv); }
  bool same_as(const LayerColumn& other) const { return begin == other.begin && end == other.end; }
};

/// The places that look up one column, in the frame of the grid, m.
struct ColumnExtent {
  double low_u, high_u, low_v, high_v;
};

/// What a column says about a place at some depth.
struct PlaceInColumn {
  bool known = false, inside = false;
  /// Of a place that is inside: the layers between which it lies, null where the solid has no end.
  const Layer* below = nullptr;
  const Layer* above = nullptr;
  double to_below = 0, to_above = 0; ///< m; infinite where there is none
  LayerColumn column;
};

/// All layers of one body along one direction: nothing is left out for its depth, so that winding numbers are
/// known everywhere, and so is the way out however deep something lies.
class SolidLayers {
public:
  /// From the crossings of one body alone, of all rows. Columns that do not end with the winding number that
  /// they began with, or that have more crossings than the limit, are dropped.
  void build(const Grid& grid, int direction, const Surface& surface, const FragmentList& list, int body,
             std::uint32_t crossing_limit);

  /// Of a place in the frame of the grid. Its pixel is the one whose centre is nearest along its row.
  LayerColumn column(const Vec3& place) const;
  /// Where the pixel's centre crosses a layer in the column of a place, in the frame of the grid.
  Vec3 crossing(const Vec3& place, const LayerColumn& column, const Layer& layer) const {
    Vec3 at = place;
    at[view_.u] -= column.du;
    at[view_.v] -= column.dv;
    at[view_.depth] = layer.depth;
    return at;
  }
  /// Walks the winding number up the column.
  void locate(const LayerColumn& column, double depth, PlaceInColumn& found) const;
  /// Calls use(extent, lowest, highest) for every stretch of a column that is inside, with the least and the
  /// greatest depth (m) that it has for any place that looks up the column. Infinite where the solid has no
  /// end.
  template <class Use>
  void for_each_stretch(const Use& use) const;
  const LayerFace& face(const Layer& layer) const {
    return faces_[static_cast<std::size_t>(&layer - layers_.data())];
  }

  std::uint64_t columns() const { return begins_.empty() ? 0 : begins_.size() - 1; }
  std::uint64_t crossings() const { return crossings_; }
  std::uint64_t dropped() const { return dropped_count_; }

private:
  void scatter(const FragmentList& list, int body);
  Layer layer_of(const Fragment& fragment, const LayerFace& face) const;
  double centre_of(int axis, double units) const;
  void sort_column(std::span<const Fragment> fragments, std::uint32_t begin, std::uint32_t end);

  /// An axis of the image: units = place · scale − offset.
  struct ImageAxis {
    double scale, offset, metres; ///< the last: of a unit
    int pixels;
  };
  ImageAxis image_axis(int axis) const;
  /// Units from the first to the last that a pixel is looked up for.
  static std::array<double, 2> units_of(int pixel, int pixels);

  const Grid* grid_ = nullptr;
  ImageAxis across_{}, up_{};
  const std::int16_t* shifts_ = nullptr; ///< of rows
  View view_{0};
  int winding_at_infinity_ = 0;
  std::uint64_t crossings_ = 0, dropped_count_ = 0;
  std::vector<std::uint32_t> begins_; ///< of columns; one more at the end
  std::vector<std::uint32_t> next_;   ///< memory of the scatter
  std::vector<std::uint32_t> order_;  ///< fragments, column by column
  std::vector<LayerFace> faces_;      ///< of those
  std::vector<Layer> layers_;         ///< column by column, by depth
  std::vector<std::uint8_t> dropped_; ///< by column
};

template <class Use>
void SolidLayers::for_each_stretch(const Use& use) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double half = 0.5 * static_cast<double>(pixel_units);
  const auto most_from_centre = [&](const std::array<double, 2>& units, const ImageAxis& axis) {
    return std::max(half, units[1] - units[0] - half) * axis.metres;
  };
  for (int row = 0; row < up_.pixels; ++row) {
    const std::array<double, 2> up = units_of(row, up_.pixels);
    const double most_dv = most_from_centre(up, up_);
    for (int pixel = 0; pixel < across_.pixels; ++pixel) {
      const std::size_t c = static_cast<std::size_t>(row * across_.pixels + pixel);
      if (dropped_[c] || (begins_[c] == begins_[c + 1] && winding_at_infinity_ <= 0))
        continue;
      const std::array<double, 2> across = units_of(pixel, across_.pixels);
      const double most_du = most_from_centre(across, across_), to_u = shifts_[row] + across_.offset;
      const ColumnExtent extent{(across[0] + to_u) * across_.metres, (across[1] + to_u) * across_.metres,
                                (up[0] + up_.offset) * up_.metres, (up[1] + up_.offset) * up_.metres};
      int winding = winding_at_infinity_;
      double lowest = -infinity;
      for (std::uint32_t i = begins_[c]; i < begins_[c + 1]; ++i) {
        const Layer& layer = layers_[i];
        const double aside = std::abs(static_cast<double>(layer.slope_u)) * most_du +
                             std::abs(static_cast<double>(layer.slope_v)) * most_dv;
        const int before = winding;
        winding += layer.entering() ? 1 : -1;
        if (before <= 0 && winding > 0)
          lowest = layer.depth - aside;
        else if (before > 0 && winding <= 0)
          use(extent, lowest, layer.depth + aside);
      }
      if (winding > 0)
        use(extent, lowest, infinity);
    }
  }
}

} // namespace lamina::ldi
