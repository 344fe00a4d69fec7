#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/mesh/enclose_blocks.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/mesh/position_reader.h"
#include "core/mesh/triangle_blocks.h"

#include <algorithm>
#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace lamina {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Three coordinates and a number that does not matter, of as many vertices as there is room for; shorter
/// vectors take several turns for one vertex.
constexpr hn::CappedTag<double, 8> d{};
using V = hn::Vec<decltype(d)>;
constexpr std::size_t lanes = hn::MaxLanes(d);
constexpr std::size_t turns = lanes < 4 ? 4 / lanes : 1;
constexpr std::size_t together = lanes < 4 ? 1 : lanes / 4;

/// Lowest, highest and sum of some vertices; several of these side by side, since each waits for the vertex
/// before.
struct Extent {
  V low[turns], high[turns], sum[turns];

  Extent() {
    for (std::size_t k = 0; k < turns; ++k) {
      low[k] = hn::Set(d, std::numeric_limits<double>::infinity());
      high[k] = hn::Neg(low[k]);
      sum[k] = hn::Zero(d);
    }
  }
  HWY_INLINE void take(const PositionReader& reader, const std::uint32_t* vertices) {
    for (std::size_t k = 0; k < turns; ++k) {
#if HWY_MAX_BYTES >= 64
      const hn::Half<decltype(d)> half;
      const V p = hn::Combine(d, hn::LoadU(half, reader.place(vertices[1])),
                              hn::LoadU(half, reader.place(vertices[0])));
#else
      const V p = hn::LoadU(d, reader.place(vertices[0]) + k * lanes);
#endif
      low[k] = hn::Min(low[k], p);
      high[k] = hn::Max(high[k], p);
      sum[k] = hn::Add(sum[k], p);
    }
  }
  HWY_INLINE void join(const Extent& other) {
    for (std::size_t k = 0; k < turns; ++k) {
      low[k] = hn::Min(low[k], other.low[k]);
      high[k] = hn::Max(high[k], other.high[k]);
      sum[k] = hn::Add(sum[k], other.sum[k]);
    }
  }
};

/// The ball around the bounds of some vertices; returns the bounds.
Box Enclose(const PositionReader& reader, std::span<const std::uint32_t> vertices, Ball& ball) {
  constexpr std::size_t chains = 4;
  Extent extent[chains];
  std::size_t i = 0;
  for (; i + chains * together <= vertices.size(); i += chains * together)
    for (std::size_t c = 0; c < chains; ++c)
      extent[c].take(reader, vertices.data() + i + c * together);
  for (; i < vertices.size(); i += together) {
    const std::uint32_t last[2] = {vertices[i], vertices[std::min(i + 1, vertices.size() - 1)]};
    extent[0].take(reader, last);
  }
  for (std::size_t c = 1; c < chains; ++c)
    extent[0].join(extent[c]);

  alignas(64) double low[8], high[8], sum[8];
  for (std::size_t k = 0; k < turns; ++k) {
    hn::Store(extent[0].low[k], d, low + k * lanes);
    hn::Store(extent[0].high[k], d, high + k * lanes);
    hn::Store(extent[0].sum[k], d, sum + k * lanes);
  }
  Box box;
  Vec3 total = Vec3::Zero();
  for (std::size_t k = 0; k < together; ++k) {
    box.include(Box{Vec3(low + 4 * k), Vec3(high + 4 * k)});
    total += Vec3(sum + 4 * k);
  }
  ball.centre = box.centre() + 0 * total;
  ball.radius = 0.5 * box.size().norm();
  return box;
}

Box EncloseBlocks(const TriangleBlocks& blocks, std::span<const Vec3> positions, std::vector<Ball>& balls) {
  balls.resize(blocks.size());
  Box all;
  if (positions.empty())
    return all;
  const PositionReader reader(positions);
  for (std::size_t b = 0; b < balls.size(); ++b)
    all.include(Enclose(reader, blocks.vertices(b), balls[b]));
  return all;
}

} // namespace HWY_NAMESPACE
} // namespace lamina
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina {

HWY_EXPORT(EncloseBlocks);

Box enclose_blocks(const TriangleBlocks& blocks, std::span<const Vec3> positions, std::vector<Ball>& balls) {
  return HWY_DYNAMIC_DISPATCH(EncloseBlocks)(blocks, positions, balls);
}

} // namespace lamina
#endif
