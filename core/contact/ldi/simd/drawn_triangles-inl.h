// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_DRAWN_TRIANGLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_DRAWN_TRIANGLES_INL_H
#undef LAMINA_LDI_DRAWN_TRIANGLES_INL_H
#else
#define LAMINA_LDI_DRAWN_TRIANGLES_INL_H
#endif

#include "core/contact/ldi/region/prepare.h"
#include "core/contact/ldi/simd/corner_tables-inl.h"
#include "core/contact/ldi/simd/listed_triangles-inl.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

/// Triangles to be drawn along one direction: those that came first.
struct TriangleChunk {
  static constexpr std::size_t room = 256, whole = room + DrawnBatch::size + 64;
  std::size_t count = 0;
  alignas(64) std::int32_t index[whole];
  alignas(64) std::int32_t u[3][whole], v[3][whole];

  TriangleRows rows() { return {index, {u[0], u[1], u[2]}, {v[0], v[1], v[2]}}; }
};

/// Brings the triangles that one direction draws of a surface together: draw_one(rows, count) draws those
/// around no more than one pixel centre, draw_more others.
class DrawnTriangleReader {
public:
  DrawnTriangleReader(const Grid& grid, const SnappedSurface& surface, const CulledMeshlets& near,
                      int direction)
      : surface_(surface), groups_(near.groups()), view_(direction), corners_(grid, surface, view_) {}

  template <class DrawOne, class DrawMore>
  void read(const DrawOne& draw_one, const DrawMore& draw_more) {
    const std::size_t d = static_cast<std::size_t>(view_.depth);
    const Part beyond = surface_.triangles[d].beyond();
    // All lists first: they pass through a chunk that meshlets fill by and by.
    for (const SnappedStrip& strip : surface_.used())
      for (const Part part : {within, beyond}) {
        corners_.read(strip.listed[d][part][SnappedStrip::one], chunks_[0].rows(), draw_one);
        corners_.read(strip.listed[d][part][SnappedStrip::more], chunks_[0].rows(), draw_more);
      }
    for (const SnappedStrip& strip : surface_.used())
      for (const SnappedStrip::SeenMeshlet& meshlet : strip.meshlets)
        read_block(strip, meshlet, beyond, draw_one, draw_more);
    draw_one(to_be_read(chunks_[SnappedStrip::one].rows()), chunks_[SnappedStrip::one].count);
    draw_more(to_be_read(chunks_[SnappedStrip::more].rows()), chunks_[SnappedStrip::more].count);
  }

private:
  template <class DrawOne, class DrawMore>
  void read_block(const SnappedStrip& strip, const SnappedStrip::SeenMeshlet& seen, Part beyond,
                  const DrawOne& draw_one, const DrawMore& draw_more) {
    const std::size_t d = static_cast<std::size_t>(view_.depth),
                      vertices = groups_.vertices(seen.meshlet).size(),
                      stride = SnappedStrip::unit_stride(vertices);
    const auto corners = [&](std::size_t k) { return groups_.corners(seen.meshlet, k).data(); };
    const auto units = [&](int axis) {
      return strip.units.data() + seen.units + stride * static_cast<std::size_t>(axis);
    };
    const MeshletPart part{groups_.triangles(seen.meshlet),
                           {corners(0), corners(1), corners(2)},
                           units(view_.u),
                           units(view_.v)};
    const DrawnBatch* batch = strip.batches.data() + seen.batch;
    for (std::size_t first = 0; first < part.triangles.size(); first += DrawnBatch::size, ++batch) {
      const std::uint64_t all = batch->seen[d][within] | batch->seen[d][beyond], one = batch->around_one[d];
      take(part, first, all & one, vertices, chunks_[SnappedStrip::one], draw_one);
      take(part, first, all & ~one, vertices, chunks_[SnappedStrip::more], draw_more);
    }
  }

  template <class Draw>
  HWY_INLINE void take(const MeshletPart& part, std::size_t first, std::uint64_t chosen, std::size_t vertices,
                       TriangleChunk& chunk, const Draw& draw) {
    if (chosen == 0)
      return;
    chunk.count += append_batch(part, first, chosen, vertices, groups_.in_order(), chunk.rows(), chunk.count);
    draw_if_full(chunk, draw);
  }

  /// Draws whole vectors and leaves the rest.
  template <class Draw>
  HWY_INLINE void draw_if_full(TriangleChunk& chunk, const Draw& draw) {
    if (chunk.count < TriangleChunk::room)
      return;
    const std::size_t lanes = hn::Lanes(hn::ScalableTag<std::int32_t>());
    const std::size_t rest = chunk.count % lanes, drawn = chunk.count - rest;
    draw(to_be_read(chunk.rows()), drawn);
    const auto move = [&](std::int32_t* numbers) {
      std::memmove(numbers, numbers + drawn, rest * sizeof numbers[0]);
    };
    move(chunk.index);
    for (std::size_t k = 0; k < 3; ++k) {
      move(chunk.u[k]);
      move(chunk.v[k]);
    }
    chunk.count = rest;
  }

  const SnappedSurface& surface_;
  const Meshlets& groups_;
  View view_;
  CornerSnapper corners_;
  TriangleChunk chunks_[2];
};

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
