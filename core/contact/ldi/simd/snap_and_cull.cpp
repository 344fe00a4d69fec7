#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/snap_and_cull.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/base/parallel.h"
#include "core/contact/ldi/simd/listed_triangles-inl.h"
#include "core/contact/ldi/simd/snapper-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/simd/vertex_outcodes-inl.h"

#include <algorithm>
#include <bit>
#include <hwy/highway.h>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

// Without vectors backend cpu is the reference (make_ldi_cpu), which has a stage of its own.
void SnapAndCull(const Grid&, const CulledMeshlets&, int, SnappedSurface&) {}

#else

namespace hn = hwy::HWY_NAMESPACE;

/// Finds the triangles of each direction that may cover a pixel centre; rows may be staggered.
template <class Vertices, bool staggered>
class Culler {
public:
  Culler(const Grid& grid, const CulledMeshlets& near, Snapping snapping, SnappedStrip& strip)
      : near_(near), strip_(strip), snapper_(grid, near.surface().vertex_positions(), snapping),
        vertices_(grid), ends_matter_(near.surface().balanced && !near.whole_columns) {}

  void cull() {
    strip_.counts = {};
    strip_.meshlets.clear();
    strip_.batches.clear();
    units_end_ = 0;
    for (auto& direction : strip_.listed)
      for (auto& part : direction)
        for (TriangleList& list : part)
          list.count = 0;
    for (std::size_t i = strip_.first_meshlet; i < strip_.last_meshlet; ++i)
      cull_meshlet(near_.meshlets[i], near_.inside[i]);
  }

private:
  /// Triangles of a meshlet are listed if no more are seen: about where keeping the meshlet was measured to
  /// cost as much.
  static constexpr std::size_t few_seen = 36;
  static_assert(few_seen <= most_chosen);
  /// See look_in_rows(); of a batch.
  static constexpr int few_in_one_row = 8;

  void cull_meshlet(std::uint32_t meshlet, bool inside) {
    const std::size_t vertices = near_.groups().vertices(meshlet).size(),
                      stride = SnappedStrip::unit_stride(vertices);
    const std::int32_t* units = snap(meshlet, stride);
    vertices_.set_block(units, stride, vertices);
    const std::size_t seen = inside ? cull_triangles<true>(meshlet) : cull_triangles<false>(meshlet);
    const std::span<const DrawnBatch> batches(batches_.data(),
                                              DrawnBatch::count_of(near_.groups().triangles(meshlet).size()));
    if (seen <= few_seen) {
      list_meshlet(meshlet, batches);
      return;
    }
    strip_.meshlets.push_back(
        {meshlet, static_cast<std::uint32_t>(strip_.batches.size()), static_cast<std::uint32_t>(units_end_)});
    strip_.batches.insert(strip_.batches.end(), batches.begin(), batches.end());
    units_end_ += 3 * stride;
  }

  /// Leaves room for what tables read behind the last unit.
  const std::int32_t* snap(std::uint32_t meshlet, std::size_t stride) {
    if (strip_.units.size() < units_end_ + 3 * stride + Meshlets::most_vertices)
      strip_.units.resize(2 * units_end_ + 48 * stride + Meshlets::most_vertices);
    std::int32_t* units = strip_.units.data() + units_end_;
    snapper_.snap(near_.groups(), meshlet, units, stride);
    return units;
  }

  void list_meshlet(std::uint32_t meshlet, std::span<const DrawnBatch> batches) {
    const TriangleIndices triangles = near_.groups().triangles(meshlet);
    for (std::size_t direction = 0; direction < 3; ++direction) {
      // Most lie within the region and, where rows are not shifted, around one pixel centre.
      const SnappedStrip::Samples usual =
          staggered && !most_around_one(batches, direction) ? SnappedStrip::more : SnappedStrip::one;
      TriangleList& list = strip_.listed[direction][within][usual];
      std::uint32_t* to = list.make_room(few_seen);
      std::uint64_t others = 0;
      for (std::size_t b = 0; b < batches.size(); ++b) {
        const std::uint64_t most = seen_as(batches[b], direction, within, usual);
        const auto& seen = batches[b].seen[direction];
        to = append_chosen(triangles, b * DrawnBatch::size, most, to);
        others |= (seen[within] ^ most) | seen[below_region] | seen[above_region];
      }
      list.count = static_cast<std::size_t>(to - list.begin());
      if (HWY_UNLIKELY(others != 0))
        list_others(triangles, direction, batches, usual);
    }
  }

  HWY_NOINLINE void list_others(const TriangleIndices& triangles, std::size_t direction,
                                std::span<const DrawnBatch> batches, SnappedStrip::Samples usual) {
    for (const Part where : {within, below_region, above_region})
      for (const SnappedStrip::Samples samples : {SnappedStrip::one, SnappedStrip::more}) {
        if (where == within && samples == usual)
          continue;
        TriangleList& list = strip_.listed[direction][where][samples];
        std::uint32_t* to = list.make_room(few_seen);
        for (std::size_t b = 0; b < batches.size(); ++b)
          to = append_chosen(triangles, b * DrawnBatch::size, seen_as(batches[b], direction, where, samples),
                             to);
        list.count = static_cast<std::size_t>(to - list.begin());
      }
  }

  static bool most_around_one(std::span<const DrawnBatch> batches, std::size_t direction) {
    int one = 0, all = 0;
    for (const DrawnBatch& batch : batches) {
      const std::uint64_t seen = batch.seen[direction][within];
      one += std::popcount(seen & batch.around_one[direction]);
      all += std::popcount(seen);
    }
    return 2 * one > all;
  }

  static std::uint64_t seen_as(const DrawnBatch& batch, std::size_t direction, Part where,
                               SnappedStrip::Samples samples) {
    const std::uint64_t one = batch.around_one[direction];
    return batch.seen[direction][where] & (samples == SnappedStrip::one ? one : ~one);
  }

  /// Returns how many are seen, each as often as directions see it.
  template <bool inside>
  std::size_t cull_triangles(std::uint32_t meshlet) {
    const Meshlets& groups = near_.groups();
    const std::size_t count = groups.triangles(meshlet).size();
    MeshletCorners corners;
    for (std::size_t k = 0; k < 3; ++k)
      corners.of[k] = groups.corners(meshlet, k).data();
    std::size_t seen = 0;
    for (std::size_t i = 0; i < count; i += DrawnBatch::size) {
      const std::size_t size = std::min(DrawnBatch::size, count - i);
      AlongAxis axes[3];
      LowestOutcodes lowest;
      for (std::size_t k = 0; k < size; k += Vertices::batch) {
        AlongAxis some[3];
        vertices_.template look<inside, staggered>(corners.from(k), some, lowest, k);
        for (std::size_t axis = 0; axis < 3; ++axis)
          axes[axis].join(some[axis], k);
      }
      const std::uint64_t valid = ~std::uint64_t{0} >> (64 - size);
      InRow rows[3];
      if constexpr (staggered)
        look_in_rows(corners, size, lowest, valid & (axes[0].one | axes[1].one | axes[2].one), rows);
      corners = corners.from(DrawnBatch::size);
      DrawnBatch& batch = batches_[i / DrawnBatch::size];
      seen += see<0, inside>(valid, axes, rows, batch) + see<1, inside>(valid, axes, rows, batch) +
              see<2, inside>(valid, axes, rows, batch);
    }
    return seen;
  }

  /// Of a batch of so many triangles, of which some are known to lie around one row. Where those are few,
  /// it costs more to look than to draw them.
  HWY_INLINE void look_in_rows(const MeshletCorners& corners, std::size_t size, const LowestOutcodes& lowest,
                               std::uint64_t around_one_row, InRow (&rows)[3]) {
    if (!vertices_.knows_shifts() || std::popcount(around_one_row) < few_in_one_row) {
      for (InRow& row : rows)
        row.any = ~std::uint64_t{0};
      return;
    }
    for (std::size_t k = 0; k < size; k += Vertices::batch) {
      InRow some[3];
      vertices_.look_in_rows(corners.from(k), lowest, k, some);
      for (std::size_t direction = 0; direction < 3; ++direction)
        rows[direction].join(some[direction], k);
    }
  }

  template <std::size_t direction, bool inside>
  HWY_INLINE std::size_t see(std::uint64_t valid, const AlongAxis (&axes)[3], const InRow (&rows)[3],
                             DrawnBatch& batch) {
    const AlongAxis &u = axes[(direction + 1) % 3], &v = axes[(direction + 2) % 3];
    // Rows that are not shifted against one another have their samples below one another. Of those that are,
    // it is known at most where the samples of a single row lie.
    const std::uint64_t across = staggered ? (rows[direction].any | ~v.one) & ~(u.below | u.above) : u.rows,
                        one_across = staggered ? rows[direction].one : u.one;
    const std::uint64_t seen = valid & v.rows & across;
    batch.around_one[direction] = one_across & v.one;
    if constexpr (inside) {
      batch.seen[direction] = {seen, 0, 0};
      const std::size_t all = static_cast<std::size_t>(std::popcount(seen));
      strip_.counts[direction][within] += all;
      return all;
    }
    const std::uint64_t under = ends_matter_ ? axes[direction].below : 0,
                        over = ends_matter_ ? axes[direction].above : 0;
    batch.seen[direction] = {seen & ~(under | over), seen & under, seen & over};
    std::size_t all = 0;
    for (std::size_t part = 0; part < 3; ++part) {
      const std::size_t count = static_cast<std::size_t>(std::popcount(batch.seen[direction][part]));
      strip_.counts[direction][part] += count;
      all += count;
    }
    return all;
  }

  const CulledMeshlets& near_;
  SnappedStrip& strip_;
  Snapper snapper_;
  Vertices vertices_;
  bool ends_matter_; ///< of what lies beyond an end, the fewer ones are drawn
  std::size_t units_end_ = 0;
  std::array<DrawnBatch, DrawnBatch::count_of(Meshlets::most_triangles)> batches_; ///< of a meshlet
};

template <bool staggered>
void CullRows(const Grid& grid, const CulledMeshlets& near, Snapping snapping, SnappedStrip& strip) {
  const auto& pixels = grid.region.pixels;
  if (*std::max_element(pixels.begin(), pixels.end()) <= most_pixels_in_byte)
    Culler<OutcodedVertices, staggered>(grid, near, snapping, strip).cull();
  else
    Culler<SnappedVertices, staggered>(grid, near, snapping, strip).cull();
}

void CullStrip(const Grid& grid, const CulledMeshlets& near, Snapping snapping, SnappedStrip& strip) {
  grid.staggered ? CullRows<true>(grid, near, snapping, strip) : CullRows<false>(grid, near, snapping, strip);
}

void SnapAndCull(const Grid& grid, const CulledMeshlets& near, int threads, SnappedSurface& body) {
  body.snapping = snapping_for(grid, near.surface().bounds);
  body.cut(near.meshlets.size(), threads);
  const std::span<SnappedStrip> strips = body.used();
  parallel_for(strips.size(), threads,
               [&](std::size_t s) { CullStrip(grid, near, body.snapping, strips[s]); });
  for (std::size_t direction = 0; direction < 3; ++direction) {
    PartCounts sum{};
    for (const SnappedStrip& strip : strips)
      for (std::size_t part = 0; part < 3; ++part)
        sum[part] += strip.counts[direction][part];
    choose_end(near.ends[direction], sum, body.triangles[direction]);
  }
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(SnapAndCull);

void snap_and_cull(const Grid& grid, const CulledMeshlets& near, int threads, SnappedSurface& body) {
  HWY_DYNAMIC_DISPATCH(SnapAndCull)(grid, near, threads, body);
}

} // namespace lamina::ldi::simd
#endif
