#include "core/contact/ldi/region/meshlet_outcodes.h"
#include "core/contact/ldi/region/region.h"
#include "core/contact/ldi/region/region_stages.h"

#include <algorithm>
#include <bit>

namespace lamina::ldi {

namespace {

/// The corners of one triangle in the frame of the box.
using Corners = std::array<Vec3, 3>;

/// The winding number of a mesh at the corners of a box, counted along the lines through them.
struct CornerLines {
  const ClipPlanes& planes;
  int winding[2][2][2]; ///< [u][v][w]
  bool from_above;      ///< counted from the upper end of the lines

  CornerLines(const ClipPlanes& lines, int winding_at_infinity, bool count_from_above)
      : planes(lines), from_above(count_from_above) {
    for (int k = 0; k < 8; ++k)
      winding[k & 1][k >> 1 & 1][k >> 2] = winding_at_infinity;
  }
};

/// How often a triangle's outline goes around a point of the image plane. Each side is judged from its lower
/// end, so two triangles that share a side always agree, and the sum over a closed mesh is zero whatever the
/// rounding.
int turns_around(const Corners& corner, int u, int v, double pu, double pv) {
  int turns = 0;
  for (int k = 0; k < 3; ++k) {
    const Vec3& from = corner[k];
    const Vec3& to = corner[(k + 1) % 3];
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
double height_at(const Corners& corner, const ClipPlanes& lines, double pu, double pv) {
  const Vec3& p0 = corner[0];
  const Vec3 a = corner[1] - p0, b = corner[2] - p0;
  const int u = lines.u, v = lines.v, w = lines.w;
  const double area = a[u] * b[v] - a[v] * b[u];
  const double du = pu - p0[u], dv = pv - p0[v];
  const double height = p0[w] + ((du * b[v] - dv * b[u]) * a[w] + (a[u] * dv - a[v] * du) * b[w]) / area;
  const double least = p0[w] + std::min({0.0, a[w], b[w]});
  const double greatest = p0[w] + std::max({0.0, a[w], b[w]});
  return height > least ? std::min(height, greatest) : least;
}

void count_corner_windings(const Corners& corner, unsigned mixed, CornerLines& lines) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      if (!(mixed & (i ? u_high_bit : u_low_bit)) || !(mixed & (j ? v_high_bit : v_low_bit)))
        continue;
      const double pu = lines.planes.at_u[i], pv = lines.planes.at_v[j];
      const int turns = turns_around(corner, lines.planes.u, lines.planes.v, pu, pv);
      if (turns == 0)
        continue;
      const double height = height_at(corner, lines.planes, pu, pv);
      for (int k = 0; k < 2; ++k)
        if ((height < lines.planes.at_w[k]) != lines.from_above)
          lines.winding[i][j][k] -= lines.from_above ? -turns : turns;
    }
}

/// Adds the bounds of a triangle's part inside the box: cut by one plane after the other.
void include_clipped(const Corners& corner, const Box& box, unsigned crossed, Box& bounds) {
  std::array<std::array<Vec3, 10>, 2> memory;
  const Vec3* polygon = corner.data();
  Vec3* cut = memory[0].data();
  std::size_t count = 3;
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
    polygon = cut;
    cut = memory[cut == memory[0].data() ? 1 : 0].data();
    count = kept;
  }
  for (std::size_t k = 0; k < count; ++k)
    bounds.include(polygon[k]);
}

/// Whether a triangle's part inside the box could lie outside these bounds.
bool reaches_beyond(const Box& bounds, const Corners& corner, const Box& box) {
  const Vec3 low = corner[0].cwiseMin(corner[1]).cwiseMin(corner[2]).cwiseMax(box.min);
  const Vec3 high = corner[0].cwiseMax(corner[1]).cwiseMax(corner[2]).cwiseMin(box.max);
  return (low.array() < bounds.min.array()).any() || (high.array() > bounds.max.array()).any();
}

/// Decides which meshlets are looked at more closely while a solid is clipped to a box.
class MeshletFilter {
public:
  MeshletFilter(const CulledMeshlets& near, const SampledBox& box, double slack)
      : near_(near), box_(box), slack_(slack) {
    // Only of a meshlet inside the box it is known that its part inside reaches as far as the meshlet does.
    for (const std::uint32_t meshlet : near.meshlets) {
      const Box ball = bounds_of(meshlet);
      if ((ball.min.array() >= box.box.min.array()).all() && (ball.max.array() <= box.box.max.array()).all())
        least_.include(ball);
    }
  }

  /// Bounds of a meshlet's ball in the frame of the box.
  Box bounds_of(std::uint32_t meshlet) const {
    return ldi::bounds_of(near_.ball(meshlet), box_.frame, slack_);
  }

  /// Whether what lies within both a meshlet's ball and the box could lie outside these bounds.
  bool may_extend(const Box& bounds, const Box& ball) const {
    if (!ball.overlaps(box_.box))
      return false;
    const Box inside = ball.intersection(box_.box);
    return (inside.min.array() < bounds.min.cwiseMin(least_.box.min).array()).any() ||
           (inside.max.array() > bounds.max.cwiseMax(least_.box.max).array()).any();
  }

  static bool may_meet(const ClipPlanes& lines, const Box& ball) {
    bool along_u = false, along_v = false;
    for (std::size_t i = 0; i < 2; ++i) {
      along_u = along_u || (ball.min[lines.u] <= lines.at_u[i] && lines.at_u[i] <= ball.max[lines.u]);
      along_v = along_v || (ball.min[lines.v] <= lines.at_v[i] && lines.at_v[i] <= ball.max[lines.v]);
    }
    return along_u && along_v;
  }

private:
  const CulledMeshlets& near_;
  const SampledBox& box_;
  double slack_;
  LeastReach least_;
};

/// Takes the triangles of one meshlet that cross the border of the box, or that a corner line may meet.
void clip_triangles(const CulledMeshlets& near, std::uint32_t meshlet, const RegionStages& stages,
                    const MeshletOutcodes& outcodes, CornerLines& lines, Box& bounds) {
  const ClipPlanes& planes = lines.planes;
  const auto c0 = near.groups().corners(meshlet, 0), c1 = near.groups().corners(meshlet, 1),
             c2 = near.groups().corners(meshlet, 2);
  for (std::size_t first = 0; first < c0.size(); first += PickedTriangles::at_a_time) {
    const PickedTriangles picked = stages.pick_triangles(near, meshlet, first, planes, outcodes);
    for (std::uint64_t rest = picked.clip | picked.line; rest != 0; rest &= rest - 1) {
      const std::size_t bit = static_cast<std::size_t>(std::countr_zero(rest)), i = first + bit;
      const Corners corner = {outcodes.at(c0[i]), outcodes.at(c1[i]), outcodes.at(c2[i])};
      const unsigned k0 = outcodes.outcode(c0[i]), k1 = outcodes.outcode(c1[i]), k2 = outcodes.outcode(c2[i]);
      const unsigned any = k0 | k1 | k2, all = k0 & k1 & k2;
      if ((picked.clip >> bit & 1) && reaches_beyond(bounds, corner, planes.box.box))
        include_clipped(corner, planes.box.box, any & outside_bits, bounds);
      if (picked.line >> bit & 1)
        count_corner_windings(corner, any & ~all, lines);
    }
  }
}

/// Whether any triangle of a meshlet can cross the border of the box, or a corner line.
bool needs_clipping(const MeshletOutcodes& outcodes) {
  const unsigned mixed = outcodes.any & ~unsigned{outcodes.all};
  return ((outcodes.any & outside_bits) && !(outcodes.all & outside_bits)) ||
         ((mixed & (u_low_bit | u_high_bit)) && (mixed & (v_low_bit | v_high_bit)));
}

} // namespace

Box clip_solid(const CulledMeshlets& near, const SampledBox& box, double slack, const RegionStages& stages) {
  int line_axis = 0;
  box.box.size().maxCoeff(&line_axis);
  const ClipPlanes planes(box, line_axis);
  CornerLines lines(planes, near.surface().winding_at_infinity,
                    near.ends[static_cast<std::size_t>(line_axis)] == KnownEnds::above);
  const MeshletFilter filter(near, box, slack);
  MeshletOutcodes outcodes;
  Box bounds;
  for (const std::uint32_t meshlet : near.meshlets) {
    const Box ball = filter.bounds_of(meshlet);
    if (!MeshletFilter::may_meet(planes, ball) && !filter.may_extend(bounds, ball))
      continue;
    stages.find_outcodes(near, meshlet, planes, outcodes, bounds);
    if (needs_clipping(outcodes))
      clip_triangles(near, meshlet, stages, outcodes, lines, bounds);
  }
  for (int k = 0; k < 8; ++k)
    if (lines.winding[k & 1][k >> 1 & 1][k >> 2] > 0) {
      Vec3 corner;
      corner[planes.u] = k & 1 ? box.box.max[planes.u] : box.box.min[planes.u];
      corner[planes.v] = k & 2 ? box.box.max[planes.v] : box.box.min[planes.v];
      corner[planes.w] = k & 4 ? box.box.max[planes.w] : box.box.min[planes.w];
      bounds.include(corner);
    }
  // Which of two zeros was met first decides nothing.
  return {bounds.min + Vec3::Zero(), bounds.max + Vec3::Zero()};
}

bool shrink_box(double quantum, const RegionStages& stages, std::array<CulledMeshlets, 2>& near,
                SampledBox& box) {
  std::array<Box, 2> left_by; // the box after each surface's turn: clipping to it again would change nothing
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t body = 0; body < 2; ++body) {
      if (pass > 0 && box.box.min == left_by[body].min && box.box.max == left_by[body].max)
        continue;
      near[body].take_nearer(box, quantum);
      box.box = box.box.intersection(clip_solid(near[body], box, quantum, stages));
      if (!(box.box.size().array() > quantum).all())
        return false;
      left_by[body] = box.box;
    }
  for (CulledMeshlets& part : near)
    part.take_nearer(box, quantum);
  return true;
}

} // namespace lamina::ldi
