#include "core/solver/block_system.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace lamina {

void BlockSystem::set_bodies(std::span<Body* const> bodies) {
  bodies_.assign(bodies.begin(), bodies.end());
  first_block_.clear();
  first_cluster_.clear();
  clusters_.clear();
  cluster_of_block_.clear();
  blocks_ = 0;
  std::uint32_t matrices = 0;
  for (const Body* body : bodies_) {
    first_block_.push_back(static_cast<std::uint32_t>(blocks_));
    first_cluster_.push_back(static_cast<std::uint32_t>(clusters_.size()));
    const auto size = static_cast<std::uint32_t>(body->cluster_size());
    for (std::size_t b = 0; b < body->block_count(); b += size) {
      for (std::uint32_t k = 0; k < size; ++k)
        cluster_of_block_.push_back(static_cast<std::uint32_t>(clusters_.size()));
      clusters_.push_back({static_cast<std::uint32_t>(blocks_ + b), size, matrices});
      matrices += size * size;
    }
    blocks_ += body->block_count();
  }
  first_cluster_.push_back(static_cast<std::uint32_t>(clusters_.size()));
  diagonal_.resize(matrices);
  inverse_.resize(matrices);
}

void BlockSystem::clear_terms(double h) {
  h_ = h;
  entries.clear();
  jacobians.clear();
  scalars.clear();
  rank_one_terms.clear();
  sample_terms.clear();
  dense_terms.clear();
}

void BlockSystem::add_sample(const Mat3& weight, std::span<const BlockJacobian> jacobian) {
  SampleTerm term{weight,
                  {static_cast<std::uint32_t>(jacobians.size()), 0},
                  {static_cast<std::uint32_t>(scalars.size()), 0}};
  for (const BlockJacobian& part : jacobian) {
    const double value = part.value(0, 0);
    if (clusters_[cluster_of_block_[part.block]].size == 1 && part.value == value * Mat3::Identity())
      scalars.push_back({part.block, value});
    else
      jacobians.push_back(part);
  }
  term.jacobian.end = static_cast<std::uint32_t>(jacobians.size());
  term.scalars.end = static_cast<std::uint32_t>(scalars.size());
  sample_terms.push_back(term);
}

void BlockSystem::multiply(const BlockVector& x, BlockVector& y, bool filtered) const {
  y.setZero(x.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!bodies_[i]->prescribed())
      bodies_[i]->multiply(h_, x.segment(offset(i), length(i)), y.segment(offset(i), length(i)));

  for (const DenseTerm& term : dense_terms) {
    Eigen::Matrix<double, 12, 1> local;
    for (int k = 0; k < 4; ++k)
      local.segment<3>(3 * k) = x.segment<3>(3 * static_cast<Eigen::Index>(term.block[k]));
    const Eigen::Matrix<double, 12, 1> product = term.matrix.lazyProduct(local);
    for (int k = 0; k < 4; ++k)
      y.segment<3>(3 * static_cast<Eigen::Index>(term.block[k])) += product.segment<3>(3 * k);
  }

  for (const RankOneTerm& term : rank_one_terms) {
    double dot = 0;
    for (std::uint32_t e = term.entries.begin; e < term.entries.end; ++e)
      dot += entries[e].value.dot(x.segment<3>(3 * static_cast<Eigen::Index>(entries[e].block)));
    dot *= term.coefficient;
    for (std::uint32_t e = term.entries.begin; e < term.entries.end; ++e)
      y.segment<3>(3 * static_cast<Eigen::Index>(entries[e].block)) += dot * entries[e].value;
  }

  for (const SampleTerm& term : sample_terms) {
    Vec3 velocity = Vec3::Zero();
    for (std::uint32_t j = term.jacobian.begin; j < term.jacobian.end; ++j)
      velocity += jacobians[j].value * x.segment<3>(3 * static_cast<Eigen::Index>(jacobians[j].block));
    for (std::uint32_t s = term.scalars.begin; s < term.scalars.end; ++s)
      velocity += scalars[s].value * x.segment<3>(3 * static_cast<Eigen::Index>(scalars[s].block));
    const Vec3 force = term.weight * velocity;
    for (std::uint32_t s = term.scalars.begin; s < term.scalars.end; ++s)
      y.segment<3>(3 * static_cast<Eigen::Index>(scalars[s].block)) += scalars[s].value * force;
    for (std::uint32_t j = term.jacobian.begin; j < term.jacobian.end; ++j)
      y.segment<3>(3 * static_cast<Eigen::Index>(jacobians[j].block)) +=
          jacobians[j].value.transpose() * force;
  }

  if (filtered)
    filter(y);
}

void BlockSystem::multiply_inertia(const BlockVector& x, BlockVector& y) const {
  y.setZero(x.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!bodies_[i]->prescribed())
      bodies_[i]->add_inertia(x.segment(offset(i), length(i)), y.segment(offset(i), length(i)));
  filter(y);
}

void BlockSystem::filter(BlockVector& x) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    bodies_[i]->filter(x.segment(offset(i), length(i)));
}

void BlockSystem::add_to_cluster(std::uint32_t block_a, std::uint32_t block_b, const Mat3& m) {
  const Cluster& cluster = clusters_[cluster_of_block_[block_a]];
  diagonal_[cluster.matrix + cluster.size * (block_a - cluster.block) + (block_b - cluster.block)] += m;
}

std::span<Mat3> BlockSystem::diagonal_of(std::size_t body) {
  const std::uint32_t first = first_cluster_[body], last = first_cluster_[body + 1];
  if (first == last)
    return {};
  const Cluster& end = clusters_[last - 1];
  return {diagonal_.data() + clusters_[first].matrix,
          end.matrix + end.size * end.size - clusters_[first].matrix};
}

/// What contact adds to the clusters. The blocks of a sparse row ascend, so those of one cluster stand
/// together.
void BlockSystem::add_contact_diagonal() {
  for (const DenseTerm& term : dense_terms)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        if (cluster_of_block_[term.block[a]] == cluster_of_block_[term.block[b]])
          add_to_cluster(term.block[a], term.block[b], term.matrix.block<3, 3>(3 * a, 3 * b));

  const auto for_each_of_cluster = [this](const auto& row, const Range& range, const auto& visit) {
    for (std::uint32_t a = range.begin; a < range.end; ++a)
      for (std::uint32_t b = a;
           b < range.end && cluster_of_block_[row[b].block] == cluster_of_block_[row[a].block]; ++b) {
        const Mat3 product = visit(row[a].value, row[b].value);
        add_to_cluster(row[a].block, row[b].block, product);
        if (a != b)
          add_to_cluster(row[b].block, row[a].block, product.transpose());
      }
  };
  for (const RankOneTerm& term : rank_one_terms)
    for_each_of_cluster(entries, term.entries, [&term](const Vec3& a, const Vec3& b) {
      return Mat3(term.coefficient * a * b.transpose());
    });
  for (const SampleTerm& term : sample_terms) {
    for_each_of_cluster(jacobians, term.jacobian, [&term](const Mat3& a, const Mat3& b) {
      return Mat3(a.transpose() * term.weight * b);
    });
    for_each_of_cluster(scalars, term.scalars,
                        [&term](double a, double b) { return Mat3(a * b * term.weight); });
  }
}

void BlockSystem::factor_preconditioner() {
  std::fill(diagonal_.begin(), diagonal_.end(), Mat3::Zero());
  add_contact_diagonal();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i]->prescribed())
      continue;
    if (bodies_[i]->preconditions_itself())
      bodies_[i]->factor(h_, diagonal_of(i));
    else
      bodies_[i]->add_diagonal(h_, diagonal_of(i));
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (!bodies_[i]->prescribed() && !bodies_[i]->preconditions_itself())
      for (std::uint32_t c = first_cluster_[i]; c < first_cluster_[i + 1]; ++c)
        invert(clusters_[c]);
}

void BlockSystem::invert(const Cluster& cluster) {
  const Mat3* from = diagonal_.data() + cluster.matrix;
  Mat3* to = inverse_.data() + cluster.matrix;
  if (cluster.size == 1) {
    *to = from->llt().solve(Mat3::Identity());
    return;
  }
  Eigen::Matrix<double, 6, 6> whole;
  whole << from[0], from[1], from[2], from[3];
  const Eigen::Matrix<double, 6, 6> inverse = whole.llt().solve(Eigen::Matrix<double, 6, 6>::Identity());
  for (int k = 0; k < 4; ++k)
    to[k] = inverse.block<3, 3>(3 * (k / 2), 3 * (k % 2));
}

void BlockSystem::precondition(const BlockVector& r, BlockVector& z) const {
  z.setZero(r.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i]->prescribed())
      continue;
    if (bodies_[i]->preconditions_itself()) {
      bodies_[i]->precondition(r.segment(offset(i), length(i)), z.segment(offset(i), length(i)));
      continue;
    }
    for (std::uint32_t c = first_cluster_[i]; c < first_cluster_[i + 1]; ++c) {
      const Cluster& cluster = clusters_[c];
      const Mat3* inverse = inverse_.data() + cluster.matrix;
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(cluster.block);
      if (cluster.size == 1) {
        z.segment<3>(at).noalias() = inverse[0] * r.segment<3>(at);
      } else {
        z.segment<3>(at).noalias() = inverse[0] * r.segment<3>(at) + inverse[1] * r.segment<3>(at + 3);
        z.segment<3>(at + 3).noalias() = inverse[2] * r.segment<3>(at) + inverse[3] * r.segment<3>(at + 3);
      }
    }
  }
  filter(z);
}

} // namespace lamina
