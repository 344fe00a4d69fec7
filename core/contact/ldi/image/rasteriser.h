#pragma once

#include "core/contact/ldi/arithmetic/edge.h"
#include "core/contact/ldi/image/raster.h"

#include <array>
#include <cstdint>

namespace lamina::ldi {

/// A corner of a triangle as one direction sees it.
struct DrawnCorner {
  ImagePoint at; ///< units
  double depth;  ///< rounded (round_depth), m
};

/// Draws single triangles of any size into rows of one image, plainly.
class Rasteriser {
public:
  Rasteriser(const Grid& grid, int direction, Rows rows, FragmentList& list);
  void draw(const std::array<DrawnCorner, 3>& corners, std::uint32_t triangle, int body);

private:
  /// A triangle as it is drawn, and the rectangle around its image: units along u, rows along v.
  struct Drawing {
    std::array<DrawnCorner, 3> corner;
    std::int64_t left, right, first_row, last_row;
    std::uint32_t triangle;
    int body;
  };

  /// Columns [first, last) of one row, and where its first sample lies.
  struct SpanStart {
    std::uint32_t first, last;
    std::int64_t u, v;
  };

  Span pixels_of_row(const Drawing& d, std::int64_t row) const;
  template <class Int>
  void scan(const Drawing& d);
  template <class Int>
  void scan_span(const Drawing& d, const ProjectedTriangle<Int>& triangle, double per_area,
                 const SpanStart& start);
  template <class Int>
  void lose_span(const ProjectedTriangle<Int>& triangle, const SpanStart& start, int body);

  std::int64_t width_, first_row_, last_row_;
  const std::int16_t* shifts_;
  FragmentList& list_;
};

} // namespace lamina::ldi
