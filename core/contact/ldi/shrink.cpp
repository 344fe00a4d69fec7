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

/// Decides which blocks are looked at more closely while a solid is clipped to a box.
class BlockFilter {
public:
  BlockFilter(const NearPart& near, const SampledBox& box, double slack)
      : near_(near), box_(box), slack_(slack) {
    // Only of a block inside the box it is known that its part inside reaches as far as the block does.
    for (const std::uint32_t block : near.blocks) {
      const Box ball = bounds_of(block);
      if ((ball.min.array() >= box.box.min.array()).all() && (ball.max.array() <= box.box.max.array()).all())
        least_.include(ball);
    }
  }

  /// Bounds of a block's ball in the frame of the box.
  Box bounds_of(std::uint32_t block) const { return ldi::bounds_of(near_.ball(block), box_.frame, slack_); }

  /// Whether what lies within both a block's ball and the box could lie outside these bounds.
  bool may_extend(const Box& bounds, const Box& ball) const {
    if (!ball.overlaps(box_.box))
      return false;
    const Box inside = ball.intersection(box_.box);
    return (inside.min.array() < bounds.min.cwiseMin(least_.box.min).array()).any() ||
           (inside.max.array() > bounds.max.cwiseMax(least_.box.max).array()).any();
  }

  static bool may_meet(const CornerLines& lines, const Box& ball) {
    bool along_u = false, along_v = false;
    for (std::size_t i = 0; i < 2; ++i) {
      along_u = along_u || (ball.min[lines.u] <= lines.at_u[i] && lines.at_u[i] <= ball.max[lines.u]);
      along_v = along_v || (ball.min[lines.v] <= lines.at_v[i] && lines.at_v[i] <= ball.max[lines.v]);
    }
    return along_u && along_v;
  }

private:
  const NearPart& near_;
  const SampledBox& box_;
  double slack_;
  LeastReach least_;
};

/// The vertices of one block in the frame of a box.
struct BlockVertices {
  std::array<Vec3, TriangleBlocks::most_vertices> place;
  std::array<std::uint16_t, TriangleBlocks::most_vertices> code;

  /// Codes the vertices; adds those inside the box to `bounds`. True if all lie inside.
  bool read(const Surface& surface, std::span<const std::uint32_t> vertices, const SampledBox& box,
            const CornerLines& lines, Box& bounds) {
    bool inside = true;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const Vec3 p = place[i] = box.frame.place(surface.positions[vertices[i]]);
      unsigned sides = 0;
      for (int k = 0; k < 3; ++k)
        sides |= (p[k] < box.box.min[k] ? 1u : 0u) << (2 * k) | (p[k] > box.box.max[k] ? 2u : 0u) << (2 * k);
      if (sides == 0)
        bounds.include(p);
      inside = inside && sides == 0;
      code[i] = static_cast<std::uint16_t>(sides | lines.code(p));
    }
    return inside;
  }
};

/// Takes the triangles of one block that cross the border of the box, or that a corner line may meet.
void clip_triangles(const TriangleBlocks& groups, std::uint32_t block, const BlockVertices& vertices,
                    const Box& box, CornerLines& lines, Box& bounds) {
  const auto c0 = groups.corners(block, 0), c1 = groups.corners(block, 1), c2 = groups.corners(block, 2);
  const std::uint16_t beside = static_cast<std::uint16_t>(3 << (2 * lines.u) | 3 << (2 * lines.v));
  for (std::size_t i = 0; i < c0.size(); ++i) {
    const std::uint16_t k0 = vertices.code[c0[i]], k1 = vertices.code[c1[i]], k2 = vertices.code[c2[i]];
    const std::uint16_t all = k0 & k1 & k2, any = k0 | k1 | k2;
    if (all & beside)
      continue;
    const std::uint16_t mixed = any & static_cast<std::uint16_t>(~all);
    const bool clip = !(all & outside_bits) && (any & outside_bits);
    const bool line = (mixed & (u_low_bit | u_high_bit)) && (mixed & (v_low_bit | v_high_bit));
    if (!clip && !line)
      continue;
    const std::array<const Vec3*, 3> corner = {&vertices.place[c0[i]], &vertices.place[c1[i]],
                                               &vertices.place[c2[i]]};
    if (clip && reaches_beyond(bounds, corner, box))
      include_clipped(corner, box, any & outside_bits, bounds);
    if (line)
      count_corner_windings(corner, mixed, lines);
  }
}

} // namespace

Box clip_solid(const NearPart& near, const SampledBox& box, double slack) {
  int line_axis = 0;
  box.box.size().maxCoeff(&line_axis);
  CornerLines lines(box.box, line_axis, near.surface().winding_at_infinity,
                    near.ends[static_cast<std::size_t>(line_axis)] == KnownEnds::above);
  const BlockFilter filter(near, box, slack);
  BlockVertices vertices;
  Box bounds;
  for (const std::uint32_t block : near.blocks) {
    const Box ball = filter.bounds_of(block);
    const bool line = BlockFilter::may_meet(lines, ball);
    if (!line && !filter.may_extend(bounds, ball))
      continue;
    const bool inside = vertices.read(near.surface(), near.groups().vertices(block), box, lines, bounds);
    if (line || !inside)
      clip_triangles(near.groups(), block, vertices, box.box, lines, bounds);
  }
  for (int k = 0; k < 8; ++k)
    if (lines.winding[k & 1][k >> 1 & 1][k >> 2] > 0) {
      Vec3 corner;
      corner[lines.u] = k & 1 ? box.box.max[lines.u] : box.box.min[lines.u];
      corner[lines.v] = k & 2 ? box.box.max[lines.v] : box.box.min[lines.v];
      corner[lines.w] = k & 4 ? box.box.max[lines.w] : box.box.min[lines.w];
      bounds.include(corner);
    }
  return bounds;
}

bool shrink_box(double quantum, std::array<NearPart, 2>& near, SampledBox& box) {
  std::array<Box, 2> left_by; // the box after each surface's turn: clipping to it again would change nothing
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t body = 0; body < 2; ++body) {
      if (pass > 0 && box.box.min == left_by[body].min && box.box.max == left_by[body].max)
        continue;
      near[body].take_near(box, quantum);
      box.box = box.box.intersection(clip_solid(near[body], box, quantum));
      if (!(box.box.size().array() > quantum).all())
        return false;
      left_by[body] = box.box;
    }
  for (NearPart& part : near)
    part.take_near(box, quantum);
  return true;
}

} // namespace lamina::ldi
