#pragma once

#include "core/base/range.h"
#include "core/body/body.h"
#include "core/solver/contact_product.h"

#include <Eigen/Core>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

/// A symmetric term over four blocks at most: everything between two rigid bodies summed up.
struct DenseTerm {
  std::array<std::uint32_t, 4> block;
  Eigen::Matrix<double, 12, 12> matrix;
};

/// The symmetric positive semidefinite part that one pair of bodies adds to the system. It is Σ c g gᵀ over
/// the pair's rows, Σ Dᵀ W D over its samples, and dense terms. Blocks are numbered anew, in the order in
/// which they are met. So products of several pairs can be made side by side. Each pair reads the velocities
/// of its own blocks and writes the forces on them. What terms multiply with is laid once a step;
/// coefficients and weights may change.
class ContactTerms {
public:
  using Lanes = contact_product::Lanes;

  void clear();

  /// Adds a row g with c = 0; entries have global blocks, each once. Returns its index.
  std::size_t add_row(std::span<const BlockEntry> entries);

  /// Adds a sample D with W = 0; its parts have global blocks, each once, ascending. Returns its index.
  std::size_t add_sample(std::span<const BlockJacobian> jacobian);

  void add_dense(const DenseTerm& term);

  std::size_t row_count() const { return coefficients_.size(); }
  std::size_t sample_count() const { return samples_.size(); }
  void set_coefficient(std::size_t row, double c) { coefficients_[row] = c; }
  void set_weight(std::size_t sample, const Mat3& w);
  void set_sample_factor(double factor) { sample_factor_ = factor; } ///< samples count as that times W

  /// The global blocks that terms couple.
  std::span<const std::uint32_t> blocks() const { return blocks_; }

  /// D v of a sample.
  Vec3 sample_velocity(std::size_t sample, const BlockVector& v) const;

  /// Calls visit(global block, force on it) for each block of −Dᵀ W D v.
  template <class Visit>
  void for_each_force(std::size_t sample, const BlockVector& v, const Visit& visit) const {
    const Vec3 force = -weight_of(samples_[sample]) * sample_velocity(sample, v);
    const Parts parts = parts_of(sample);
    for (const Scalar& part : parts.scalars)
      visit(blocks_[part.local], Vec3(part.value * force));
    for (const Twist& part : parts.twists) {
      visit(blocks_[part.linear], Vec3(part.value * force));
      visit(blocks_[part.angular], Vec3(part.arm.cross(force)));
    }
    for (const General& part : parts.general)
      visit(blocks_[part.local], Vec3(part.value.transpose() * force));
  }

  /// What append() has taken from one pair: half-open ranges.
  struct Part {
    Range blocks, rows, samples, dense;
  };

  /// Takes over the terms of a pair behind those that are there, with block numbers of their own. What is
  /// multiplied over and over then stands together in memory. Only multiply() knows what to do with several
  /// parts.
  Part append(const ContactTerms& terms);

  /// All that there is, if nothing was appended.
  Part whole() const;

  /// Writes the product of a part with v: forces[i] belongs to the i-th block of the part.
  void multiply(const Part& part, const BlockVector& v, std::span<Vec3> forces) const;

  /// Writes what the terms add to the diagonal: own[i] to that of blocks()[i]. Where blocks()[i] is the first
  /// of a cluster of two (`leads`, by global block), next[i] goes to the block right of it.
  void diagonal(std::span<const std::uint8_t> leads, std::span<Mat3> own, std::span<Mat3> next) const;

private:
  using Scalar = contact_product::Scalar;
  using Twist = contact_product::Twist;
  using General = contact_product::General;
  using Sample = contact_product::Sample;
  struct Parts {
    std::span<const Scalar> scalars;
    std::span<const Twist> twists;
    std::span<const General> general;
  };
  struct Dense {
    std::array<std::uint32_t, 4> local;
    Eigen::Matrix<double, 12, 12> matrix;
  };

  std::uint32_t local_of(std::uint32_t block);
  Parts parts_of(std::size_t sample) const;
  static Mat3 weight_of(const Sample& sample);
  static void multiply_dense(const Dense& dense, const Lanes* x, Lanes* y);
  void rows_diagonal(std::span<const std::uint8_t> leads, std::span<Mat3> own, std::span<Mat3> next) const;
  void samples_diagonal(std::span<const std::uint8_t> leads, std::span<Mat3> own, std::span<Mat3> next) const;

  std::vector<std::uint32_t> blocks_;
  std::vector<std::uint32_t> table_; ///< of local numbers plus one, by a hash of the block; 0 where empty
  std::vector<double> coefficients_;
  std::vector<std::uint32_t> row_end_;
  std::vector<Lanes> entries_;
  std::vector<std::uint32_t> entry_locals_;
  std::vector<Sample> samples_;
  double sample_factor_ = 1;
  std::vector<Scalar> scalars_;
  std::vector<Twist> twists_;
  std::vector<General> general_;
  std::vector<Dense> dense_;
};

} // namespace lamina
