#include "core/field/row_signs.h"

#include "core/mesh/line_crossings.h"

#include <algorithm>

namespace lamina::field {

RowSigns::RowSigns(std::span<const Triangle> triangles, std::span<const Vec3> positions,
                   const std::array<int, 3>& nodes, bool closed, int winding_at_infinity)
    : nodes_(nodes), winding_at_infinity_(winding_at_infinity), rows_(closed ? 1 : 3) {
  for (std::size_t axis = 0; axis < rows_.size(); ++axis)
    find_rows(axis, triangles, positions);
}

void RowSigns::find_rows(std::size_t axis, std::span<const Triangle> triangles,
                         std::span<const Vec3> positions) {
  const std::size_t u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
  const auto corners = [&](const Triangle& t) {
    std::array<Vec3, 3> p;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& corner = positions[t[k]];
      p[k] = {corner[static_cast<int>(u_axis)], corner[static_cast<int>(v_axis)],
              corner[static_cast<int>(axis)]};
    }
    return p;
  };
  const auto row = [this, u_axis](int u, int v) {
    return static_cast<std::size_t>(v) * static_cast<std::size_t>(nodes_[u_axis]) +
           static_cast<std::size_t>(u);
  };
  const auto visit_all = [&](const auto& visit) {
    for (const Triangle& t : triangles) {
      const std::array<Vec3, 3> p = corners(t);
      if (p[0].allFinite() && p[1].allFinite() && p[2].allFinite())
        for_each_line(t, p, false, [&](int u, int v, int step) { visit(p, u, v, step); });
    }
  };

  Rows& rows = rows_[axis];
  rows.starts.assign(static_cast<std::size_t>(nodes_[u_axis]) * static_cast<std::size_t>(nodes_[v_axis]) + 1,
                     0);
  visit_all([&](const std::array<Vec3, 3>&, int u, int v, int) { ++rows.starts[row(u, v) + 1]; });
  for (std::size_t i = 1; i < rows.starts.size(); ++i)
    rows.starts[i] += rows.starts[i - 1];
  rows.crossings.resize(rows.starts.back());
  std::vector<std::uint32_t> next(rows.starts.begin(), rows.starts.end() - 1);
  // Upwards through a triangle that looks upwards is out of the solid.
  visit_all([&](const std::array<Vec3, 3>& p, int u, int v, int step) {
    rows.crossings[next[row(u, v)]++] = {static_cast<float>(height_at(p, u, v)), -step};
  });
  for (std::size_t i = 0; i + 1 < rows.starts.size(); ++i)
    std::sort(
        rows.crossings.begin() + rows.starts[i], rows.crossings.begin() + rows.starts[i + 1],
        [](const Crossing& a, const Crossing& b) { return a.at != b.at ? a.at < b.at : a.step > b.step; });
}

InsideNodes RowSigns::inside(const std::array<int, 3>& lowest) const {
  std::array<std::uint8_t, 512> votes{};
  for (std::size_t axis = 0; axis < rows_.size(); ++axis)
    vote(axis, lowest, votes);
  InsideNodes inside;
  for (std::size_t i = 0; i < votes.size(); ++i)
    inside[i] = votes[i] > rows_.size();
  return inside;
}

/// One for a node that is inside as counted from the row's beginning, and one for its end.
void RowSigns::vote(std::size_t axis, const std::array<int, 3>& lowest,
                    std::array<std::uint8_t, 512>& votes) const {
  constexpr std::array<std::size_t, 3> strides{1, 8, 64};
  const std::size_t u_axis = (axis + 1) % 3, v_axis = (axis + 2) % 3;
  const Rows& rows = rows_[axis];
  for (int v = 0; v < 8 && lowest[v_axis] + v < nodes_[v_axis]; ++v)
    for (int u = 0; u < 8 && lowest[u_axis] + u < nodes_[u_axis]; ++u) {
      const std::size_t row =
          static_cast<std::size_t>(lowest[v_axis] + v) * static_cast<std::size_t>(nodes_[u_axis]) +
          static_cast<std::size_t>(lowest[u_axis] + u);
      const std::span<const Crossing> crossings(rows.crossings.data() + rows.starts[row],
                                                rows.crossings.data() + rows.starts[row + 1]);
      int from_end = winding_at_infinity_;
      for (const Crossing& crossing : crossings)
        from_end -= crossing.step;
      int from_begin = winding_at_infinity_;
      auto crossing = crossings.begin();
      const std::size_t first =
          static_cast<std::size_t>(u) * strides[u_axis] + static_cast<std::size_t>(v) * strides[v_axis];
      for (int w = 0; w < 8; ++w) {
        for (; crossing != crossings.end() && crossing->at <= static_cast<float>(lowest[axis] + w);
             ++crossing) {
          from_begin += crossing->step;
          from_end += crossing->step;
        }
        votes[first + static_cast<std::size_t>(w) * strides[axis]] +=
            static_cast<std::uint8_t>((from_begin > 0) + (from_end > 0));
      }
    }
}

} // namespace lamina::field
