// Read once for each target, by the stages that need it.
#if defined(LAMINA_LDI_MESHLET_POSITIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef LAMINA_LDI_MESHLET_POSITIONS_INL_H
#undef LAMINA_LDI_MESHLET_POSITIONS_INL_H
#else
#define LAMINA_LDI_MESHLET_POSITIONS_INL_H
#endif

#include "core/contact/ldi/region/frame.h"
#include "core/mesh/meshlets.h"
#include "core/mesh/vertex_positions.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// See Frame, of turned axes.
template <class D>
HWY_INLINE hn::Vec<D> along(D d, const Mat3& axes, int axis, hn::Vec<D> x, hn::Vec<D> y, hn::Vec<D> z) {
  return hn::Add(hn::Add(hn::Mul(hn::Set(d, axes(0, axis)), x), hn::Mul(hn::Set(d, axes(1, axis)), y)),
                 hn::Mul(hn::Set(d, axes(2, axis)), z));
}

/// Reads the vertices of meshlets and turns them into a frame, as many at a time as a vector has lanes.
class MeshletPositions {
public:
  MeshletPositions(const Frame& frame, const VertexPositions& positions)
      : frame_(frame), positions_(positions), turn_(!frame.along_world) {}

  /// Calls visit(x, y, z, at, count) for the vertices from `at` on; the first `count` lanes hold vertices.
  /// What later lanes leave behind them is written again, or lies behind the last vertex. Vertices that
  /// follow one another are read where they are, the others are brought together first.
  template <class Visit>
  HWY_INLINE void read(const Meshlets& groups, std::uint32_t meshlet, const Visit& visit) {
    if (positions_.single())
      read_block(groups, meshlet, positions_.numbers<float>(), reinterpret_cast<float*>(copies_), visit);
    else
      read_block(groups, meshlet, positions_.numbers<double>(), copies_, visit);
  }

  /// The same for the first `count` of all vertices, no more than there are.
  template <class Visit>
  HWY_INLINE void read_first(std::size_t count, const Visit& visit) {
    if (positions_.single())
      read_front(count, positions_.numbers<float>(), reinterpret_cast<float*>(copies_), visit);
    else
      read_front(count, positions_.numbers<double>(), copies_, visit);
  }

private:
  static constexpr hn::ScalableTag<double> d{};
  using V = hn::Vec<decltype(d)>;

  template <class Real, class Visit>
  HWY_INLINE void read_block(const Meshlets& groups, std::uint32_t meshlet, const Real* numbers, Real* copies,
                             const Visit& visit) {
    const std::span<const std::uint32_t> vertices = groups.vertices(meshlet);
    const std::size_t apart = groups.apart(meshlet), first = vertices[apart], run = vertices.size() - apart;
    const std::size_t lanes = hn::Lanes(d);
    const bool readable = first + (run + lanes - 1) / lanes * lanes <= positions_.size();
    if (readable && run >= lanes) {
      read_listed(vertices.first(apart), numbers, copies, visit);
      read_run(numbers + 3 * first, run, apart, visit);
    } else {
      read_copied(vertices, numbers, copies, visit);
    }
  }

  template <class Real, class Visit>
  HWY_INLINE void read_copied(std::span<const std::uint32_t> vertices, const Real* numbers, Real* copies,
                              const Visit& visit) const {
    for (std::size_t i = 0; i < vertices.size(); ++i)
      std::memcpy(copies + 3 * i, numbers + 3 * std::size_t{vertices[i]}, 3 * sizeof(Real));
    read_run(copies, vertices.size(), 0, visit);
  }

  template <class Visit>
  HWY_INLINE void read_listed(std::span<const std::uint32_t> vertices, const double* numbers, double* copies,
                              const Visit& visit) const {
    read_copied(vertices, numbers, copies, visit);
  }
  /// Four numbers of each are read at once, and so of as many that follow in the list as make whole vectors.
  /// None of them may be the last of all positions.
  template <class Visit>
  HWY_INLINE void read_listed(std::span<const std::uint32_t> vertices, const float* numbers, float*,
                              const Visit& visit) const {
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < vertices.size(); i += lanes) {
      V x, y, z;
      load_listed(numbers, vertices.data() + i, x, y, z);
      visit(along(0, x, x, y, z), along(1, y, x, y, z), along(2, z, x, y, z), i,
            vertices.size() - i < lanes ? vertices.size() - i : lanes);
    }
  }

  template <class Real, class Visit>
  HWY_INLINE void read_front(std::size_t count, const Real* numbers, Real* copies, const Visit& visit) {
    const std::size_t whole = count - count % hn::Lanes(d);
    read_run(numbers, whole, 0, visit);
    std::memcpy(copies, numbers + 3 * whole, 3 * (count - whole) * sizeof(Real));
    read_run(copies, count - whole, whole, visit);
  }

  static HWY_INLINE void load(const double* from, V& x, V& y, V& z) {
    hn::LoadInterleaved3(d, from, x, y, z);
  }
  static HWY_INLINE void load(const float* from, V& x, V& y, V& z) {
    const hn::Rebind<float, decltype(d)> single;
    hn::Vec<decltype(single)> sx, sy, sz;
    hn::LoadInterleaved3(single, from, sx, sy, sz);
    x = hn::PromoteTo(d, sx);
    y = hn::PromoteTo(d, sy);
    z = hn::PromoteTo(d, sz);
  }

  HWY_INLINE void load_listed(const float* numbers, const std::uint32_t* vertices, V& x, V& y, V& z) const {
#if HWY_MAX_BYTES >= 32
    const hn::Rebind<float, decltype(d)> f;
    const hn::Repartition<double, decltype(f)> pairs;
    const auto v0 = every_fourth(f, numbers, vertices), v1 = every_fourth(f, numbers, vertices + 1),
               v2 = every_fourth(f, numbers, vertices + 2), v3 = every_fourth(f, numbers, vertices + 3);
    const auto low01 = hn::BitCast(pairs, hn::InterleaveLower(f, v0, v1)),
               low23 = hn::BitCast(pairs, hn::InterleaveLower(f, v2, v3)),
               high01 = hn::BitCast(pairs, hn::InterleaveUpper(f, v0, v1)),
               high23 = hn::BitCast(pairs, hn::InterleaveUpper(f, v2, v3));
    x = hn::PromoteTo(d, hn::BitCast(f, hn::InterleaveLower(pairs, low01, low23)));
    y = hn::PromoteTo(d, hn::BitCast(f, hn::InterleaveUpper(pairs, low01, low23)));
    z = hn::PromoteTo(d, hn::BitCast(f, hn::InterleaveLower(pairs, high01, high23)));
#else
    constexpr std::size_t lanes = hn::MaxLanes(hn::ScalableTag<double>());
    float copies[3 * lanes];
    for (std::size_t i = 0; i < lanes; ++i)
      std::memcpy(copies + 3 * i, numbers + 3 * std::size_t{vertices[i]}, 3 * sizeof(float));
    load(copies, x, y, z);
#endif
  }
#if HWY_MAX_BYTES >= 32
  /// Of the vertices 0, 4, 8, … four numbers each.
  template <class Part>
  static HWY_INLINE hn::Vec<Part> every_fourth(Part part, const float* numbers,
                                               const std::uint32_t* vertices) {
    if constexpr (hn::MaxLanes(Part()) > 4) {
      const hn::Half<Part> half;
      return hn::Combine(part, every_fourth(half, numbers, vertices + hn::MaxLanes(half)),
                         every_fourth(half, numbers, vertices));
    } else {
      return hn::LoadU(part, numbers + 3 * std::size_t{*vertices});
    }
  }
#endif

  /// A whole vector of positions is read.
  template <class Real, class Visit>
  HWY_INLINE void read_run(const Real* from, std::size_t count, std::size_t to, const Visit& visit) const {
    const std::size_t lanes = hn::Lanes(d);
    for (std::size_t i = 0; i < count; i += lanes) {
      V x, y, z;
      load(from + 3 * i, x, y, z);
      visit(along(0, x, x, y, z), along(1, y, x, y, z), along(2, z, x, y, z), to + i,
            count - i < lanes ? count - i : lanes);
    }
  }

  /// `own` is the same coordinate in the world.
  HWY_INLINE V along(int axis, V own, V x, V y, V z) const {
    return turn_ ? simd::HWY_NAMESPACE::along(d, frame_.axes, axis, x, y, z) : own;
  }

  const Frame& frame_;
  VertexPositions positions_;
  bool turn_;
  alignas(64) double copies_[3 * (Meshlets::most_vertices + 64)];
};

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#endif
