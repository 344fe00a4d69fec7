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

/// Vectors of three numbers a block with four.
void widen(std::size_t blocks, const double* from, std::vector<double>& to) {
  to.resize(4 * blocks);
  for (std::size_t i = 0; i < blocks; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      to[4 * i + k] = from[3 * i + k];
}

void AddBlockProduct(const SymmetricBlocks& matrix, double factor, const double* x, double* y) {
  thread_local std::vector<double> wide_x, wide_y;
  const SymmetricBlocks::Arrays a = matrix.arrays();
  const Four d;
  widen(matrix.size(), x, wide_x);
  widen(matrix.size(), y, wide_y);
  const Numbers by = hn::Set(d, factor);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const double* const from = wide_x.data() + 4 * i;
    double* const to = wide_y.data() + 4 * i;
    const Numbers scaled = hn::Mul(by, hn::LoadU(d, from));
    Numbers sum = Columns(a.diagonal[i]).times(from);
    for (std::size_t k = a.rows[i].begin; k < a.rows[i].end; ++k) {
      const std::size_t other = 4 * std::size_t{a.column[k]};
      const Columns block(a.upper[k]);
      sum = hn::Add(sum, block.times(wide_x.data() + other));
      double* const beside = wide_y.data() + other;
      hn::StoreU(hn::Add(hn::LoadU(d, beside), block.transposed_times(scaled)), d, beside);
    }
    hn::StoreU(hn::Add(hn::LoadU(d, to), hn::Mul(by, sum)), d, to);
  }
  for (std::size_t i = 0; i < matrix.size(); ++i)
    for (std::size_t c = 0; c < 3; ++c)
      y[3 * i + c] = wide_y[4 * i + c];
}

#else

void AddBlockProduct(const SymmetricBlocks& matrix, double factor, const double* x, double* y) {
  matrix.add_product(factor, x, y);
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina {

HWY_EXPORT(AddBlockProduct);

void add_block_product(const SymmetricBlocks& matrix, double factor, const double* x, double* y) {
  HWY_DYNAMIC_DISPATCH(AddBlockProduct)(matrix, factor, x, y);
}

} // namespace lamina
#endif
