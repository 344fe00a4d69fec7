#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/mesh/enclose_meshlets.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/mesh/meshlets.h"
#include "core/mesh/position_reader.h"

#include <algorithm>
#include <cmath>
#include <hwy/highway.h>
#include <limits>
#include <span>
#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace lamina {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Lowest, highest and sum of numbers, lane by lane; the sum is a number only if all of them are.
template <class D>
struct Extent {
  hn::Vec<D> low, high, sum;

  /// Of no numbers.
  static HWY_INLINE Extent none() {
    const D d;
    const auto infinity = hn::Set(d, std::numeric_limits<hn::TFromD<D>>::infinity());
    return {infinity, hn::Neg(infinity), hn::Zero(d)};
  }
  HWY_INLINE void join(const Extent& other) {
    low = hn::Min(low, other.low);
    high = hn::Max(high, other.high);
    sum = hn::Add(sum, other.sum);
  }
};

#if HWY_MAX_BYTES >= 16

/// Encloses the vertices of blocks with vectors of four numbers or more. Vertices that follow one another are
/// read as they lie, so that lane i holds coordinate i mod 3; others one by one, four lanes each.
template <class Real>
class VectorEnclosure {
public:
  static constexpr hn::CappedTag<Real, 64 / sizeof(Real)> d{};
  using D = std::remove_const_t<decltype(d)>;
  static constexpr std::size_t lanes = hn::MaxLanes(d);

  explicit VectorEnclosure(const VertexPositions& positions)
      : reader_(positions), numbers_(positions.numbers<Real>()), vertices_(positions.size()) {}

  Box enclose_all(const Meshlets& blocks, std::span<Ball> balls) const {
    Extent<Four> all = Extent<Four>::none();
    for (std::size_t b = 0; b < balls.size(); ++b) {
      const Extent<Four> block = enclose(blocks.vertices(b), blocks.apart(b));
      all.join(block);
      put_ball(block, balls[b]);
    }
    Real low[4], high[4];
    hn::StoreU(all.low, four, low);
    hn::StoreU(all.high, four, high);
    return {Vec3(low[0], low[1], low[2]), Vec3(high[0], high[1], high[2])};
  }

private:
  static constexpr hn::CappedTag<Real, 4> four{};
  using Four = std::remove_const_t<decltype(four)>;

  /// The last vertices, from `apart` on, follow one another.
  HWY_INLINE Extent<Four> enclose(std::span<const std::uint32_t> vertices, std::size_t apart) const {
    // Behind the last vertex of all nothing can be read.
    const std::size_t first = vertices[apart], readable = vertices_ - 1 - first;
    const std::size_t run = std::min(vertices.size() - apart, readable);
    // Those before the run are not the last of all.
    Extent<Four> all = four_of(one_by_one<false>(vertices.first(apart)));
    if (run < of_run) {
      all.join(four_of(one_by_one<true>(vertices.subspan(apart))));
    } else {
      all.join(fold_run(as_they_lie(numbers_ + 3 * first, run)));
      if (apart + run < vertices.size())
        all.join(four_of(one_by_one<true>(vertices.subspan(apart + run))));
    }
    return all;
  }

  /// Around a box; where the sum of the positions in it is no number, the centre is none.
  static HWY_INLINE void put_ball(const Extent<Four>& extent, Ball& ball) {
    Real low[4], high[4], sum[4];
    hn::StoreU(extent.low, four, low);
    hn::StoreU(extent.high, four, high);
    hn::StoreU(extent.sum, four, sum);
    double square = 0;
    for (int k = 0; k < 3; ++k) {
      const double from = low[k], to = high[k];
      ball.centre[k] = 0.5 * (from + to) + 0 * static_cast<double>(sum[k]);
      square += (to - from) * (to - from);
      ball.half_size[k] = 0.5 * (to - from);
    }
    ball.radius = 0.5 * std::sqrt(square);
  }

  static constexpr std::size_t of_run = lanes / 3;   ///< vertices that a vector holds as they lie
  static constexpr std::size_t together = lanes / 4; ///< and one by one
  static constexpr std::size_t chains = 4;           ///< side by side, since each waits for the vector before

  static HWY_INLINE void take(Extent<D>& extent, hn::Vec<D> numbers) {
    extent.join({numbers, numbers, numbers});
  }
  static HWY_INLINE void join_chains(Extent<D> (&chain)[chains]) {
    chain[0].join(chain[1]);
    chain[2].join(chain[3]);
    chain[0].join(chain[2]);
  }

  /// Of at least of_run vertices; those at the end may be taken twice.
  static HWY_INLINE Extent<D> as_they_lie(const Real* numbers, std::size_t vertices) {
    Extent<D> chain[chains] = {Extent<D>::none(), Extent<D>::none(), Extent<D>::none(), Extent<D>::none()};
    std::size_t i = 0;
    for (; i + chains * of_run <= vertices; i += chains * of_run)
      for (std::size_t c = 0; c < chains; ++c)
        take(chain[c], hn::LoadU(d, numbers + 3 * (i + c * of_run)));
    for (; i + of_run <= vertices; i += of_run)
      take(chain[0], hn::LoadU(d, numbers + 3 * i));
    take(chain[1], hn::LoadU(d, numbers + 3 * (vertices - of_run)));
    join_chains(chain);
    return chain[0];
  }

  /// With the last vertex of all among them, perhaps.
  template <bool last>
  HWY_INLINE Extent<D> one_by_one(std::span<const std::uint32_t> vertices) const {
    Extent<D> chain[chains] = {Extent<D>::none(), Extent<D>::none(), Extent<D>::none(), Extent<D>::none()};
    std::size_t i = 0;
    for (; i + chains * together <= vertices.size(); i += chains * together)
      for (std::size_t c = 0; c < chains; ++c)
        take(chain[c], load<last>(d, vertices.data() + i + c * together));
    for (; i < vertices.size(); i += together) {
      std::uint32_t some[together];
      for (std::size_t k = 0; k < together; ++k)
        some[k] = vertices[std::min(i + k, vertices.size() - 1)];
      take(chain[0], load<last>(d, some));
    }
    join_chains(chain);
    return chain[0];
  }

  /// Four lanes of each vertex.
  template <bool last, class Part>
  HWY_INLINE hn::Vec<Part> load(Part part, const std::uint32_t* vertices) const {
#if HWY_MAX_BYTES > 16
    if constexpr (hn::MaxLanes(part) > 4) {
      const hn::Half<Part> half;
      return hn::Combine(part, load<last>(half, vertices + hn::MaxLanes(half) / 4),
                         load<last>(half, vertices));
    } else
#endif
      return hn::LoadU(part, last ? reader_.place(*vertices) : numbers_ + 3 * std::size_t{*vertices});
  }

  /// Each lane becomes the one so many lanes on.
  template <std::size_t by>
  static HWY_INLINE Extent<D> slide(const Extent<D>& extent) {
    hwy::MakeSigned<Real> from[lanes];
    for (std::size_t i = 0; i < lanes; ++i)
      from[i] = static_cast<hwy::MakeSigned<Real>>((i + by) % lanes);
    const auto indices = hn::SetTableIndices(d, from);
    return {hn::TableLookupLanes(extent.low, indices), hn::TableLookupLanes(extent.high, indices),
            hn::TableLookupLanes(extent.sum, indices)};
  }

  /// The coordinates of the vertices that a vector holds as they lie, joined in its first three lanes. The
  /// numbers of the next vertex at its end come into none of them.
  static HWY_INLINE Extent<Four> fold_run(const Extent<D>& run) {
    static_assert(lanes == 4 || lanes == 8 || lanes == 16);
    Extent<D> all = run;
    if constexpr (lanes == 8)
      all.join(slide<3>(run));
    if constexpr (lanes == 16) {
      all.join(slide<6>(run));
      const Extent<D> nine = all;
      all.join(slide<3>(nine));
      all.join(slide<6>(nine));
    }
    return {first_four(d, all.low), first_four(d, all.high), first_four(d, all.sum)};
  }

  template <class Part>
  static HWY_INLINE hn::Vec<Four> first_four(Part part, hn::Vec<Part> v) {
    if constexpr (hn::MaxLanes(part) > 4)
      return first_four(hn::Half<Part>(), hn::LowerHalf(hn::Half<Part>(), v));
    else
      return v;
  }

  /// Joins all fours.
  template <class Part>
  static HWY_INLINE Extent<Four> four_of(const Extent<Part>& extent) {
#if HWY_MAX_BYTES > 16
    if constexpr (hn::MaxLanes(Part()) > 4) {
      const hn::Half<Part> half;
      Extent<hn::Half<Part>> lower{hn::LowerHalf(half, extent.low), hn::LowerHalf(half, extent.high),
                                   hn::LowerHalf(half, extent.sum)};
      lower.join({hn::UpperHalf(half, extent.low), hn::UpperHalf(half, extent.high),
                  hn::UpperHalf(half, extent.sum)});
      return four_of(lower);
    } else
#endif
      return extent;
  }

  PositionReader<Real> reader_;
  const Real* numbers_;
  std::size_t vertices_;
};

#endif

/// The same where vectors are shorter than four numbers.
class PlainEnclosure {
public:
  explicit PlainEnclosure(const VertexPositions& positions) : positions_(positions) {}

  Box enclose_all(const Meshlets& blocks, std::span<Ball> balls) const {
    Box all;
    for (std::size_t b = 0; b < balls.size(); ++b)
      all.include(enclose(blocks.vertices(b), balls[b]));
    return all;
  }

private:
  Box enclose(std::span<const std::uint32_t> vertices, Ball& ball) const {
    Box box;
    Vec3 sum = Vec3::Zero();
    for (const std::uint32_t vertex : vertices) {
      const Vec3 place = positions_[vertex];
      box.include(place);
      sum += place;
    }
    ball = {box.centre() + 0 * sum, 0.5 * box.size().norm(), 0.5 * box.size()};
    return box;
  }

  VertexPositions positions_;
};

Box EncloseMeshlets(const Meshlets& blocks, const VertexPositions& positions, std::vector<Ball>& balls) {
  balls.resize(blocks.size());
  if (positions.empty())
    return {};
#if HWY_MAX_BYTES >= 16
  if (positions.single())
    return VectorEnclosure<float>(positions).enclose_all(blocks, balls);
#endif
#if HWY_MAX_BYTES >= 32
  return VectorEnclosure<double>(positions).enclose_all(blocks, balls);
#else
  return PlainEnclosure(positions).enclose_all(blocks, balls);
#endif
}

} // namespace HWY_NAMESPACE
} // namespace lamina
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina {

HWY_EXPORT(EncloseMeshlets);

Box enclose_meshlets(const Meshlets& blocks, const VertexPositions& positions, std::vector<Ball>& balls) {
  return HWY_DYNAMIC_DISPATCH(EncloseMeshlets)(blocks, positions, balls);
}

} // namespace lamina
#endif
