#include "core/contact/ldi/region.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// Bits of a vertex code. The first six say on which side of the box a vertex lies; the last four order it
/// against the lines through the corners, along the line axis.
enum : std::uint16_t {
  outside_bits = 0x3f,
  u_low_bit = 0x40,
  u_high_bit = 0x80,
  v_low_bit = 0x100,
  v_high_bit = 0x200,
};

/// Corners are looked up a little inside the box, where faces that bound the box cannot confuse the answer.
constexpr double corner_inset = 1e-9;

/// The four lines through a box's corners along its longest side, and the winding number of a mesh at the
/// corners.
struct CornerLines {
  int w, u, v;
  std::array<double, 2> at_u, at_v, at_w;
  int winding[2][2][2]; ///< [u][v][w]
  bool from_above;      ///< counted from the upper end of the lines

  CornerLines(const Box& box, int line_axis, int winding_at_infinity, bool count_from_above)
      : w(line_axis), u((line_axis + 1) % 3), v((line_axis + 2) % 3), from_above(count_from_above) {
    const Vec3 inset = corner_inset * box.size();
    at_u = {box.min[u] + inset[u], box.max[u] - inset[u]};
    at_v = {box.min[v] + inset[v], box.max[v] - inset[v]};
    at_w = {box.min[w] + inset[w], box.max[w] - inset[w]};
    for (int k = 0; k < 8; ++k)
      winding[k & 1][k >> 1 & 1][k >> 2] = winding_at_infinity;
  }

  std::uint16_t code(const Vec3& p) const {
    return static_cast<std::uint16_t>((p[u] <= at_u[0] ? u_low_bit : 0) | (p[u] <= at_u[1] ? u_high_bit : 0) |
                                      (p[v] <= at_v[0] ? v_low_bit : 0) | (p[v] <= at_v[1] ? v_high_bit : 0));
  }
};

/// How often a triangle's outline goes around a point of the image plane. Each side is judged from its lower
/// end, so two triangles that share a side always agree, and the sum over a closed mesh is zero whatever the
/// rounding.
int turns_around(const std::array<const Vec3*, 3>& corner, int u, int v, double pu, double pv) {
  int turns = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3& from = *corner[k];
    const Vec3& to = *corner[(k + 1) % 3];
    const bool upwards = from[v] <= pv && to[v] > pv;
    if (!upwards && !(to[v] <= pv && from[v] > pv))
      continue;
    const Vec3& low = upwards ? from : to;
    const Vec3& high = upwards ? to : from;
    if ((high[u] - low[u]) * (pv - low[v]) > (pu - low[u]) * (high[v] - low[v]))
      turns += upwards ? 1 : -1;
  }
  return turns;
}

/// Height of a triangle's plane over a point, kept within the triangle's own extent.
double height_at(const std::array<const Vec3*, 3>& corner, const CornerLines& lines, double pu, double pv) {
  const Vec3& p0 = *corner[0];
  const Vec3 a = *corner[1] - p0, b = *corner[2] - p0;
  const int u = lines.u, v = lines.v, w = lines.w;
  const double area = a[u] * b[v] - a[v] * b[u];
  const double du = pu - p0[u], dv = pv - p0[v];
  const double height = p0[w] + ((du * b[v] - dv * b[u]) * a[w] + (a[u] * dv - a[v] * du) * b[w]) / area;
  const double least = p0[w] + std::min({0.0, a[w], b[w]});
  const double greatest = p0[w] + std::max({0.0, a[w], b[w]});
  return height > least ? std::min(height, greatest) : least;
}

void count_corner_windings(const std::array<const Vec3*, 3>& corner, std::uint16_t mixed,
                           CornerLines& lines) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      if (!(mixed & (i ? u_high_bit : u_low_bit)) || !(mixed & (j ? v_high_bit : v_low_bit)))
        continue;
      const int turns = turns_around(corner, lines.u, lines.v, lines.at_u[i], lines.at_v[j]);
      if (turns == 0)
        continue;
      const double height = height_at(corner, lines, lines.at_u[i], lines.at_v[j]);
      for (int k = 0; k < 2; ++k)
        if ((height < lines.at_w[k]) != lines.from_above)
          lines.winding[i][j][k] -= lines.from_above ? -turns : turns;
    }
}

/// Adds the bounds of a triangle's part inside the box: cut by one plane after the other.
void include_clipped(const std::array<const Vec3*, 3>& corner, const Box& box, std::uint16_t crossed,
                     Box& bounds) {
  std::array<Vec3, 10> polygon, cut;
  std::size_t count = 3;
  for (std::size_t k = 0; k < 3; ++k)
    polygon[k] = *corner[k];
  for (int plane = 0; plane < 6 && count > 0; ++plane) {
    if (!(crossed >> plane & 1))
      continue;
    const int axis = plane >> 1;
    const double sign = plane & 1 ? -1 : 1;
    const double at = plane & 1 ? box.max[axis] : box.min[axis];
    std::size_t kept = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const Vec3& p = polygon[k];
      const Vec3& q = polygon[k + 1 < count ? k + 1 : 0];
      const double dp = sign * (p[axis] - at), dq = sign * (q[axis] - at);
      if (dp >= 0)
        cut[kept++] = p;
      if ((dp < 0) != (dq < 0)) {
        cut[kept] = p + (dp / (dp - dq)) * (q - p);
        cut[kept++][axis] = at;
      }
    }
    std::swap(polygon, cut);
    count = kept;
  }
  for (std::size_t k = 0; k < count; ++k)
    bounds.include(polygon[k]);
}

/// Whether a triangle's part inside the box could lie outside these bounds.
bool reaches_beyond(const Box& bounds, const std::array<const Vec3*, 3>& corner, const Box& box) {
  const Vec3 low = corner[0]->cwiseMin(*corner[1]).cwiseMin(*corner[2]).cwiseMax(box.min);
  const Vec3 high = corner[0]->cwiseMax(*corner[1]).cwiseMax(*corner[2]).cwiseMin(box.max);
  return (low.array() < bounds.min.array()).any() || (high.array() > bounds.max.array()).any();
}

/// Codes vertices and returns the bounds of those inside the box.
Box code_vertices(std::span<const Vec3> positions, std::span<const std::uint32_t> vertices, const Box& box,
                  const CornerLines& lines, std::vector<std::uint16_t>& codes) {
  codes.resize(positions.size());
  Box inside;
  for (const std::uint32_t i : vertices) {
    const Vec3& p = positions[i];
    unsigned code = 0;
    for (int k = 0; k < 3; ++k)
      code |= (p[k] < box.min[k] ? 1u : 0u) << (2 * k) | (p[k] > box.max[k] ? 2u : 0u) << (2 * k);
    if (code == 0)
      inside.include(p);
    codes[i] = static_cast<std::uint16_t>(code | lines.code(p));
  }
  return inside;
}

/// Along how many axes a triangle lies beside the box, from the bits that its three vertices share.
int axes_beside(std::uint16_t all) {
  return ((all & 0x03) != 0) + ((all & 0x0c) != 0) + ((all & 0x30) != 0);
}

/// Bounds of a solid's part inside the box: of its vertices inside, of its triangles that cross the border,
/// and of the box's corners that lie in the solid. `near` says what to look at, and is left with what columns
/// of the box or of a smaller one can meet.
Box clipped_bounds(const SurfaceInFrame& body, const Box& box, int line_axis,
                   std::vector<std::uint16_t>& codes, NearPart& near) {
  CornerLines lines(box, line_axis, body.surface->winding_at_infinity,
                    near.ends[static_cast<std::size_t>(line_axis)] == KnownEnds::above);
  Box bounds = code_vertices(body.positions, near.vertices, box, lines, codes);
  const std::vector<Triangle>& triangles = *body.surface->triangles;
  const std::uint16_t beside = static_cast<std::uint16_t>(3 << (2 * lines.u) | 3 << (2 * lines.v));
  std::size_t kept = 0;
  for (const std::uint32_t index : near.triangles) {
    const Triangle& t = triangles[index];
    const std::uint16_t all = codes[t[0]] & codes[t[1]] & codes[t[2]];
    near.triangles[kept] = index;
    kept += axes_beside(all) < 2;
    if (all & beside)
      continue;
    const std::uint16_t any = codes[t[0]] | codes[t[1]] | codes[t[2]];
    const std::uint16_t mixed = any & static_cast<std::uint16_t>(~all);
    const bool clip = !(all & outside_bits) && (any & outside_bits);
    const bool line = (mixed & (u_low_bit | u_high_bit)) && (mixed & (v_low_bit | v_high_bit));
    if (!clip && !line)
      continue;
    const std::array<const Vec3*, 3> corner = {&body.positions[t[0]], &body.positions[t[1]],
                                               &body.positions[t[2]]};
    if (clip && reaches_beyond(bounds, corner, box))
      include_clipped(corner, box, any & outside_bits, bounds);
    if (line)
      count_corner_windings(corner, mixed, lines);
  }
  near.triangles.resize(kept);
  for (int k = 0; k < 8; ++k)
    if (lines.winding[k & 1][k >> 1 & 1][k >> 2] > 0) {
      Vec3 corner;
      corner[lines.u] = k & 1 ? box.max[lines.u] : box.min[lines.u];
      corner[lines.v] = k & 2 ? box.max[lines.v] : box.min[lines.v];
      corner[lines.w] = k & 4 ? box.max[lines.w] : box.min[lines.w];
      bounds.include(corner);
    }
  return bounds;
}

} // namespace

Box clip_solid(const SurfaceInFrame& body, const Box& box, ShrinkScratch& scratch) {
  int line_axis = 0;
  box.size().maxCoeff(&line_axis);
  scratch.simple.take_all(*body.surface);
  return clipped_bounds(body, box, line_axis, scratch.codes, scratch.simple);
}

bool shrink_box(const std::array<SurfaceInFrame, 2>& surfaces, double quantum, ShrinkScratch& scratch,
                Box& box) {
  // The corner lines keep their axis while the box shrinks: triangles beside them are forgotten at once.
  int line_axis = 0;
  box.size().maxCoeff(&line_axis);
  std::array<Box, 2> left_by; // the box after each surface's turn: clipping to it again would change nothing
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t body = 0; body < 2; ++body) {
      if (pass > 0 && box.min == left_by[body].min && box.max == left_by[body].max)
        continue;
      NearPart& near = scratch.near[body];
      box = box.intersection(clipped_bounds(surfaces[body], box, line_axis, scratch.codes, near));
      if (!(box.size().array() > quantum).all())
        return false;
      left_by[body] = box;
      near.collect_vertices(*surfaces[body].surface);
    }
  return true;
}

} // namespace lamina::ldi
