#pragma once

#include "core/mesh/mesh.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace lamina {

/// How a line along `axis` through the lateral point (u, v) crosses a triangle. The result is +1 where its
/// normal looks along the axis, −1 where it looks back, 0 where it misses. u and v are the coordinates of the
/// axes that follow `axis` cyclically. Every edge is judged the same way for all its triangles, whatever the
/// rounding. So the crossings of a surface whose directed edges cancel add up to exactly zero in every
/// column.
int column_crossing(const TriangleMesh& mesh, const Triangle& triangle, int axis, double u, double v);

/// Columns, of across × across in each of the three directions over the bounds, whose crossings do not add up
/// to 0.
std::size_t count_unbalanced_columns(const TriangleMesh& mesh, std::size_t across = 12);

/// Triangles sorted into a lateral grid, for casting many lines along z.
class ColumnGrid {
public:
  explicit ColumnGrid(const TriangleMesh& mesh);

  /// The winding number of each group of triangles about a point, those that are not 0, by a ray towards +z.
  /// `group_of_triangle` numbers the groups; each must be closed.
  std::vector<std::pair<std::uint32_t, int>>
  windings(const Vec3& point, const std::vector<std::uint32_t>& group_of_triangle) const;

private:
  struct Range {
    std::size_t first, last; // both included
  };
  struct Cells {
    Range columns, rows;
  };
  Range cells(double low, double high, int axis) const;
  Cells cells_of(const Triangle& triangle) const;
  template <typename Act>
  void for_each_entry(const Act& act) const;

  const TriangleMesh& mesh_;
  Box bounds_;
  std::size_t across_ = 1;
  std::vector<std::size_t> starts_;
  std::vector<std::uint32_t> triangles_;
};

} // namespace lamina
