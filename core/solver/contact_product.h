#pragma once

#include "core/base/range.h"
#include "core/math/types.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>

namespace lamina::contact_product {

/// Three numbers and a zero, which processors add and multiply at once.
using Lanes = Eigen::Vector4d;

/// Most of D are shares of nodes, v, or of what turns, w v + ω × a. Kept so, they take a fifth of the memory
/// of 3×3 blocks. Reading memory is what multiplying costs.
struct Scalar {
  double value;
  std::uint32_t local;
};
struct Twist {
  double value;
  Vec3 arm;
  std::uint32_t linear, angular;
};
struct General {
  Mat3 value;
  std::uint32_t local;
};
struct Sample {
  std::array<Lanes, 3> weight; ///< columns: built on the fly, they would cost more than they take to load
  std::uint32_t scalars_end, twists_end, general_end; ///< each begins where those of the one before end
};

/// The rows and samples of ContactTerms.
struct Rows {
  const double* coefficients;
  const std::uint32_t* end; ///< of the entries of each row
  const Lanes* entries;
  const std::uint32_t* locals;
};
struct Samples {
  const Sample* samples;
  const Scalar* scalars;
  const Twist* twists;
  const General* general;
  double factor; ///< on W
};

/// y += Σ c g gᵀ x over some rows, and y += Σ Dᵀ W D x over some samples, by vectors of four numbers where
/// the processor has them: the same bits everywhere. x and y by local number.
void add_rows(const Rows& rows, const Range& range, const Lanes* x, Lanes* y);
void add_samples(const Samples& samples, const Range& range, const Lanes* x, Lanes* y);

} // namespace lamina::contact_product
