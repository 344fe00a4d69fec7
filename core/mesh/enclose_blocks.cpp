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
    take(reader.place(vertices[0]), reader.place(vertices[together - 1]));
  }
  HWY_INLINE void take(const double* first, [[maybe_unused]] const double* second) {
    for (std::size_t k = 0; k < turns; ++k) {
#if HWY_MAX_BYTES >= 64
      const hn::Half<decltype(d)> half;
      const V p = hn::Combine(d, hn::LoadU(half, second), hn::LoadU(half, first));
#else
      const V p = hn::LoadU(d, first + k * lanes);
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

/// The ball around the bounds of some vertices, the last of which, from `apart` on, follow one another;
/// returns the bounds.
Box Enclose(const PositionReader& reader, std::span<const std::uint32_t> vertices, std::size_t apart,
            Ball& ball) {
  constexpr std::size_t chains = 4;
  Extent extent[chains];
  // Those are read as they lie, but for the last, behind which there may be nothing.
  const double* run = reader.place(vertices[apart]);
  std::size_t i = apart;
  for (; i + chains * together < vertices.size(); i += chains * together, run += 3 * chains * together)
    for (std::size_t c = 0; c < chains; ++c)
      extent[c].take(run + 3 * c * together, run + 3 * (c * together + together - 1));
  const auto take_some = [&](std::span<const std::uint32_t> some) HWY_ATTR {
    std::size_t k = 0;
    for (; k + chains * together <= some.size(); k += chains * together)
      for (std::size_t c = 0; c < chains; ++c)
        extent[c].take(reader, some.data() + k + c * together);
    for (; k < some.size(); k += together) {
      const std::uint32_t pair[2] = {some[k], some[std::min(k + together - 1, some.size() - 1)]};
      extent[0].take(reader, pair);
    }
  };
  take_some(vertices.subspan(i));
  take_some(vertices.first(apart));
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
    all.include(Enclose(reader, blocks.vertices(b), blocks.apart(b), balls[b]));
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
