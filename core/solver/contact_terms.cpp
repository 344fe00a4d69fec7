#include "core/solver/contact_terms.h"

#include "core/body/rotation.h"

#include <algorithm>

namespace lamina {

namespace {

Eigen::Index at(std::uint32_t block) {
  return 3 * static_cast<Eigen::Index>(block);
}

ContactTerms::Lanes lanes(const Vec3& v) {
  return {v[0], v[1], v[2], 0.0};
}

Vec3 vec3(const ContactTerms::Lanes& v) {
  return v.head<3>();
}

bool is_scalar(const Mat3& m) {
  return m == m(0, 0) * Mat3::Identity();
}

bool is_skew(const Mat3& m) {
  return m == -m.transpose();
}

} // namespace

void ContactTerms::clear() {
  blocks_.clear();
  std::fill(table_.begin(), table_.end(), 0);
  coefficients_.clear();
  row_end_.clear();
  entries_.clear();
  entry_locals_.clear();
  samples_.clear();
  scalars_.clear();
  twists_.clear();
  general_.clear();
  dense_.clear();
  sample_factor_ = 1;
}

std::uint32_t ContactTerms::local_of(std::uint32_t block) {
  if (2 * (blocks_.size() + 1) > table_.size()) {
    table_.assign(std::max<std::size_t>(32, 2 * table_.size()), 0);
    for (std::uint32_t i = 0; i < blocks_.size(); ++i) {
      std::size_t slot = blocks_[i] & (table_.size() - 1);
      while (table_[slot] != 0)
        slot = (slot + 1) & (table_.size() - 1);
      table_[slot] = i + 1;
    }
  }
  std::size_t slot = block & (table_.size() - 1);
  for (; table_[slot] != 0; slot = (slot + 1) & (table_.size() - 1))
    if (blocks_[table_[slot] - 1] == block)
      return table_[slot] - 1;
  blocks_.push_back(block);
  table_[slot] = static_cast<std::uint32_t>(blocks_.size());
  return table_[slot] - 1;
}

std::size_t ContactTerms::add_row(std::span<const BlockEntry> entries) {
  for (const BlockEntry& entry : entries) {
    entries_.push_back(lanes(entry.value));
    entry_locals_.push_back(local_of(entry.block));
  }
  row_end_.push_back(static_cast<std::uint32_t>(entries_.size()));
  coefficients_.push_back(0);
  return coefficients_.size() - 1;
}

std::size_t ContactTerms::add_sample(std::span<const BlockJacobian> jacobian) {
  for (std::size_t j = 0; j < jacobian.size(); ++j) {
    const auto& [block, value] = jacobian[j];
    if (!is_scalar(value)) {
      general_.push_back({value, local_of(block)});
      continue;
    }
    const bool turns = j + 1 < jacobian.size() && jacobian[j + 1].block == block + 1 &&
                       !is_scalar(jacobian[j + 1].value) && is_skew(jacobian[j + 1].value);
    if (!turns) {
      scalars_.push_back({value(0, 0), local_of(block)});
      continue;
    }
    const Mat3& turn = jacobian[++j].value;
    twists_.push_back(
        {value(0, 0), Vec3(turn(1, 2), turn(2, 0), turn(0, 1)), local_of(block), local_of(block + 1)});
  }
  samples_.push_back({{Lanes::Zero(), Lanes::Zero(), Lanes::Zero()},
                      static_cast<std::uint32_t>(scalars_.size()),
                      static_cast<std::uint32_t>(twists_.size()),
                      static_cast<std::uint32_t>(general_.size())});
  return samples_.size() - 1;
}

void ContactTerms::add_dense(const DenseTerm& term) {
  Dense dense{{}, term.matrix};
  for (std::size_t k = 0; k < 4; ++k)
    dense.local[k] = local_of(term.block[k]);
  dense_.push_back(dense);
}

void ContactTerms::set_weight(std::size_t sample, const Mat3& w) {
  for (Eigen::Index k = 0; k < 3; ++k)
    samples_[sample].weight[static_cast<std::size_t>(k)] = lanes(w.col(k));
}

Mat3 ContactTerms::weight_of(const Sample& sample) {
  Mat3 w;
  w << vec3(sample.weight[0]), vec3(sample.weight[1]), vec3(sample.weight[2]);
  return w;
}

ContactTerms::Parts ContactTerms::parts_of(std::size_t sample) const {
  const Sample first{};
  const Sample& before = sample == 0 ? first : samples_[sample - 1];
  const Sample& own = samples_[sample];
  return {{scalars_.data() + before.scalars_end, own.scalars_end - before.scalars_end},
          {twists_.data() + before.twists_end, own.twists_end - before.twists_end},
          {general_.data() + before.general_end, own.general_end - before.general_end}};
}

Vec3 ContactTerms::sample_velocity(std::size_t sample, const BlockVector& v) const {
  const Parts parts = parts_of(sample);
  Vec3 velocity = Vec3::Zero();
  for (const Scalar& part : parts.scalars)
    velocity += part.value * v.segment<3>(at(blocks_[part.local]));
  for (const Twist& part : parts.twists)
    velocity += part.value * v.segment<3>(at(blocks_[part.linear])) +
                Vec3(v.segment<3>(at(blocks_[part.angular]))).cross(part.arm);
  for (const General& part : parts.general)
    velocity += part.value * v.segment<3>(at(blocks_[part.local]));
  return velocity;
}

ContactTerms::Part ContactTerms::whole() const {
  const auto up_to = [](const auto& list) { return Range{0, static_cast<std::uint32_t>(list.size())}; };
  return {up_to(blocks_), up_to(coefficients_), up_to(samples_), up_to(dense_)};
}

ContactTerms::Part ContactTerms::append(const ContactTerms& terms) {
  const Part before = whole();
  const auto take = [](auto& all, const auto& more) { all.insert(all.end(), more.begin(), more.end()); };
  const auto entries = static_cast<std::uint32_t>(entries_.size());
  const auto scalars = static_cast<std::uint32_t>(scalars_.size());
  const auto twists = static_cast<std::uint32_t>(twists_.size());
  const auto general = static_cast<std::uint32_t>(general_.size());
  take(blocks_, terms.blocks_);
  take(coefficients_, terms.coefficients_);
  for (const std::uint32_t end : terms.row_end_)
    row_end_.push_back(entries + end);
  take(entries_, terms.entries_);
  take(entry_locals_, terms.entry_locals_);
  for (Sample sample : terms.samples_) {
    for (Lanes& column : sample.weight)
      column *= terms.sample_factor_;
    sample.scalars_end += scalars;
    sample.twists_end += twists;
    sample.general_end += general;
    samples_.push_back(sample);
  }
  take(scalars_, terms.scalars_);
  take(twists_, terms.twists_);
  take(general_, terms.general_);
  take(dense_, terms.dense_);
  const Part after = whole();
  return {{before.blocks.end, after.blocks.end},
          {before.rows.end, after.rows.end},
          {before.samples.end, after.samples.end},
          {before.dense.end, after.dense.end}};
}

void ContactTerms::multiply(const Part& part, const BlockVector& v, std::span<Vec3> forces) const {
  // The velocities of the pair's own blocks stand together, in the cache.
  thread_local std::vector<Lanes> velocities, products;
  const std::size_t count = part.blocks.size();
  velocities.resize(count);
  products.assign(count, Lanes::Zero());
  for (std::size_t i = 0; i < count; ++i) {
    const double* of_block = v.data() + at(blocks_[part.blocks.begin + i]);
    velocities[i] = Lanes(of_block[0], of_block[1], of_block[2], 0);
  }
  contact_product::add_rows({coefficients_.data(), row_end_.data(), entries_.data(), entry_locals_.data()},
                            part.rows, velocities.data(), products.data());
  contact_product::add_samples(
      {samples_.data(), scalars_.data(), twists_.data(), general_.data(), sample_factor_}, part.samples,
      velocities.data(), products.data());
  for (std::uint32_t d = part.dense.begin; d < part.dense.end; ++d)
    multiply_dense(dense_[d], velocities.data(), products.data());
  for (std::size_t i = 0; i < count; ++i)
    forces[i] = vec3(products[i]);
}

void ContactTerms::multiply_dense(const Dense& dense, const Lanes* x, Lanes* y) {
  Eigen::Matrix<double, 12, 1> local;
  for (std::size_t k = 0; k < 4; ++k)
    local.segment<3>(3 * static_cast<Eigen::Index>(k)) = vec3(x[dense.local[k]]);
  const Eigen::Matrix<double, 12, 1> product = dense.matrix.lazyProduct(local);
  for (std::size_t k = 0; k < 4; ++k)
    y[dense.local[k]] += lanes(product.segment<3>(3 * static_cast<Eigen::Index>(k)));
}

void ContactTerms::diagonal(std::span<const std::uint8_t> leads, std::span<Mat3> own,
                            std::span<Mat3> next) const {
  std::fill(own.begin(), own.end(), Mat3::Zero());
  std::fill(next.begin(), next.end(), Mat3::Zero());
  rows_diagonal(leads, own, next);
  samples_diagonal(leads, own, next);
  for (const Dense& dense : dense_)
    for (int a = 0; a < 4; ++a) {
      const std::uint32_t local = dense.local[static_cast<std::size_t>(a)];
      own[local] += dense.matrix.block<3, 3>(3 * a, 3 * a);
      for (int b = 0; leads[blocks_[local]] && b < 4; ++b)
        if (blocks_[dense.local[static_cast<std::size_t>(b)]] == blocks_[local] + 1)
          next[local] += dense.matrix.block<3, 3>(3 * a, 3 * b);
    }
}

/// The entries of a row ascend on either body, so the two of a cluster are neighbours.
void ContactTerms::rows_diagonal(std::span<const std::uint8_t> leads, std::span<Mat3> own,
                                 std::span<Mat3> next) const {
  std::uint32_t begin = 0;
  for (std::size_t r = 0; r < coefficients_.size(); ++r) {
    const std::uint32_t end = row_end_[r];
    for (std::uint32_t e = begin; coefficients_[r] != 0 && e < end; ++e) {
      const std::uint32_t local = entry_locals_[e];
      const Vec3 value = vec3(entries_[e]), scaled = coefficients_[r] * value;
      own[local] += scaled * value.transpose();
      if (leads[blocks_[local]] && e + 1 < end && blocks_[entry_locals_[e + 1]] == blocks_[local] + 1)
        next[local] += scaled * vec3(entries_[e + 1]).transpose();
    }
    begin = end;
  }
}

void ContactTerms::samples_diagonal(std::span<const std::uint8_t> leads, std::span<Mat3> own,
                                    std::span<Mat3> next) const {
  for (std::size_t s = 0; s < samples_.size(); ++s) {
    const Mat3 weight = sample_factor_ * weight_of(samples_[s]);
    const Parts parts = parts_of(s);
    for (const Scalar& part : parts.scalars)
      own[part.local] += part.value * part.value * weight;
    for (const Twist& part : parts.twists) {
      const Mat3 turn = -cross_matrix(part.arm), turned = weight * turn;
      own[part.linear] += part.value * part.value * weight;
      own[part.angular] += turn.transpose() * turned;
      if (leads[blocks_[part.linear]])
        next[part.linear] += part.value * turned;
    }
    for (const General& part : parts.general)
      own[part.local] += part.value.transpose() * weight * part.value;
  }
}

} // namespace lamina
