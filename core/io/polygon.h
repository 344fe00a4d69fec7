#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// Splits polygons into triangles: a fan from the first corner where that gives no folded triangle. Otherwise
/// ears are cut off one by one (Meisters 1975), in the plane of the polygon's area vector.
class PolygonSplitter {
public:
  /// Appends the triangles of one polygon of at least three corners. Indices must be valid.
  void split(const std::vector<Vec3>& vertices, std::span<const std::uint32_t> corners,
             std::vector<Triangle>& triangles);

  /// Polygons that could not be cut into ears (they cross themselves, or there are too many corners in the
  /// file), and became fans.
  std::size_t folded() const { return folded_; }

private:
  bool cut_ears(const std::vector<Vec3>& vertices, std::span<const std::uint32_t> corners, const Vec3& normal,
                std::vector<Triangle>& triangles);

  std::size_t folded_ = 0;
  std::size_t work_left_ = 200'000'000; ///< point tests for the whole file: about a second
  std::vector<double> flat_;            ///< corners in the plane, two numbers each
  std::vector<std::uint32_t> ring_;     ///< corners not yet cut off
};

} // namespace lamina
