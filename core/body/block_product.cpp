#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/body/block_product.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/body/block_product.h"

#include <hwy/highway.h>

#include <vector>

HWY_BEFORE_NAMESPACE();
namespace lamina {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_MAX_BYTES >= 32

using Four = hn::FixedTag<double, 4>;
using Numbers = hn::Vec<Four>;

/// The columns of a block, with a fourth number that means nothing.
struct Columns {
  Numbers c[3];

  HWY_INLINE explicit Columns(const Mat3& block) {
    const Four d;
    c[0] = hn::LoadU(d, block.data());
    c[1] = hn::LoadU(d, block.data() + 3);
    c[2] = hn::MaskedLoad(hn::FirstN(d, 3), d, block.data() + 6); // nothing may come behind it
  }
  /// The block times v.
  HWY_INLINE Numbers times(const double* v) const {
    const Four d;
    return hn::Add(hn::Add(hn::Mul(c[0], hn::Set(d, v[0])), hn::Mul(c[1], hn::Set(d, v[1]))),
                   hn::Mul(c[2], hn::Set(d, v[2])));
  }
  /// The transposed block times v.
  HWY_INLINE Numbers transposed_times(Numbers v) const {
    const Four d;
    const Numbers p0 = hn::Mul(c[0], v), p1 = hn::Mul(c[1], v), p2 = hn::Mul(c[2], v);
    const Numbers even = hn::InterleaveLower(d, p0, p1), odd = hn::InterleaveUpper(d, p0, p1);
    const Numbers first = hn::ConcatLowerLower(d, p2, even),
                  second = hn::ConcatLowerLower(d, hn::InterleaveUpper(d, p2, p2), odd),
                  third = hn::ConcatUpperUpper(d, p2, even);
    return hn::Add(hn::Add(first, second), third);
  }
};

void AddBlockProduct(const SymmetricBlocks& matrix, std::span<const double> masses, double factor,
                     const double* x, double* y) {
  // With four numbers a block.
  thread_local std::vector<double> room;
  room.resize(4 * matrix.size());
  double* const wide_y = room.data();
  for (std::size_t i = 0; i < matrix.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      wide_y[4 * i + k] = y[3 * i + k] + masses[i] * x[3 * i + k];
  const SymmetricBlocks::Arrays a = matrix.arrays();
  const std::uint32_t* const column = a.column.data();
  const Mat3* const upper = a.upper.data();
  const Four d;
  const Numbers by = hn::Set(d, factor);
  for (std::size_t i = 0; i < a.rows.size(); ++i) {
    const double* const from = x + 3 * i;
    const Numbers scaled = hn::Mul(by, hn::MaskedLoad(hn::FirstN(d, 3), d, from));
    Numbers sum = Columns(a.diagonal[i]).times(from);
    for (std::size_t k = a.rows[i].begin, end = a.rows[i].end; k < end; ++k) {
      const std::size_t other = column[k];
      const Columns block(upper[k]);
      sum = hn::Add(sum, block.times(x + 3 * other));
      double* const beside = wide_y + 4 * other;
      hn::StoreU(hn::Add(hn::LoadU(d, beside), block.transposed_times(scaled)), d, beside);
    }
    double* const to = wide_y + 4 * i;
    hn::StoreU(hn::Add(hn::LoadU(d, to), hn::Mul(by, sum)), d, to);
  }
  for (std::size_t i = 0; i < matrix.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
      y[3 * i + c] = wide_y[4 * i + c];
}

void MultiplyBlocks(std::span<const Mat3> blocks, const double* x, double* y) {
  const Four d;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    hn::BlendedStore(Columns(blocks[i]).times(x + 3 * i), hn::FirstN(d, 3), d, y + 3 * i);
}

#else

void AddBlockProduct(const SymmetricBlocks& matrix, std::span<const double> masses, double factor,
                     const double* x, double* y) {
  for (std::size_t i = 0; i < 3 * matrix.size(); ++i)
    y[i] += masses[i / 3] * x[i];
  matrix.add_product(factor, x, y);
}

void MultiplyBlocks(std::span<const Mat3> blocks, const double* x, double* y) {
  for (std::size_t i = 0; i < blocks.size(); ++i, x += 3, y += 3)
    for (Eigen::Index row = 0; row < 3; ++row)
      y[row] = blocks[i](row, 0) * x[0] + blocks[i](row, 1) * x[1] + blocks[i](row, 2) * x[2];
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina {

HWY_EXPORT(AddBlockProduct);
HWY_EXPORT(MultiplyBlocks);

void add_block_product(const SymmetricBlocks& matrix, std::span<const double> masses, double factor,
                       const double* x, double* y) {
  HWY_DYNAMIC_DISPATCH(AddBlockProduct)(matrix, masses, factor, x, y);
}

void multiply_blocks(std::span<const Mat3> blocks, const double* x, double* y) {
  HWY_DYNAMIC_DISPATCH(MultiplyBlocks)(blocks, x, y);
}

} // namespace lamina
#endif
