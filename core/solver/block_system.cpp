#include "core/solver/block_system.h"

#include <Eigen/Cholesky>

namespace lamina {

void BlockSystem::set_bodies(std::span<Body* const> bodies) {
  bodies_.assign(bodies.begin(), bodies.end());
  first_block_.clear();
  clusters_.clear();
  cluster_of_block_.clear();
  blocks_ = 0;
  for (const Body* body : bodies_) {
    first_block_.push_back(static_cast<std::uint32_t>(blocks_));
    const auto size = static_cast<std::uint32_t>(body->cluster_size());
    for (std::size_t b = 0; b < body->block_count(); b += size) {
      for (std::uint32_t k = 0; k < size; ++k)
        cluster_of_block_.push_back(static_cast<std::uint32_t>(clusters_.size()));
      clusters_.push_back({static_cast<std::uint32_t>(blocks_ + b), size});
    }
    blocks_ += body->block_count();
  }
  diagonal_.resize(clusters_.size());
  inverse_.resize(clusters_.size());
}

void BlockSystem::clear_terms(double h) {
  h_ = h;
  entries.clear();
  jacobians.clear();
  rank_one_terms.clear();
  sample_terms.clear();
  dense_terms.clear();
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
    const Vec3 force = term.weight * velocity;
    for (std::uint32_t j = term.jacobian.begin; j < term.jacobian.end; ++j)
      y.segment<3>(3 * static_cast<Eigen::Index>(jacobians[j].block)) +=
          jacobians[j].value.transpose() * force;
  }

  if (filtered)
    filter(y);
}

void BlockSystem::filter(BlockVector& x) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i]->prescribed())
      x.segment(offset(i), length(i)).setZero();
}

void BlockSystem::add_to_cluster(std::uint32_t block_a, std::uint32_t block_b, const Mat3& m) {
  const std::uint32_t cluster = cluster_of_block_[block_a];
  if (cluster != cluster_of_block_[block_b])
    return;
  const std::uint32_t first = clusters_[cluster].block;
  diagonal_[cluster].block<3, 3>(3 * (block_a - first), 3 * (block_b - first)) += m;
}

void BlockSystem::factor_preconditioner() {
  for (std::size_t c = 0; c < clusters_.size(); ++c)
    diagonal_[c].setZero(3 * clusters_[c].size, 3 * clusters_[c].size);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (bodies_[i]->block_count() == 0)
      continue;
    const std::uint32_t cluster = cluster_of_block_[first_block_[i]];
    const std::size_t count = bodies_[i]->block_count() / bodies_[i]->cluster_size();
    const std::span<ClusterMatrix> clusters(&diagonal_[cluster], count);
    if (bodies_[i]->prescribed())
      for (ClusterMatrix& matrix : clusters)
        matrix.setIdentity();
    else
      bodies_[i]->add_diagonal(h_, clusters);
  }

  for (const DenseTerm& term : dense_terms)
    for (int a = 0; a < 4; ++a)
      for (int b = 0; b < 4; ++b)
        add_to_cluster(term.block[a], term.block[b], term.matrix.block<3, 3>(3 * a, 3 * b));
  for (const RankOneTerm& term : rank_one_terms)
    for (std::uint32_t a = term.entries.begin; a < term.entries.end; ++a)
      for (std::uint32_t b = term.entries.begin; b < term.entries.end; ++b)
        add_to_cluster(entries[a].block, entries[b].block,
                       term.coefficient * entries[a].value * entries[b].value.transpose());
  for (const SampleTerm& term : sample_terms)
    for (std::uint32_t a = term.jacobian.begin; a < term.jacobian.end; ++a)
      for (std::uint32_t b = term.jacobian.begin; b < term.jacobian.end; ++b)
        add_to_cluster(jacobians[a].block, jacobians[b].block,
                       jacobians[a].value.transpose() * term.weight * jacobians[b].value);

  for (std::size_t c = 0; c < clusters_.size(); ++c) {
    const Eigen::Index size = diagonal_[c].rows();
    inverse_[c].setZero();
    inverse_[c].topLeftCorner(size, size) = diagonal_[c].llt().solve(ClusterMatrix::Identity(size, size));
  }
}

void BlockSystem::precondition(const BlockVector& r, BlockVector& z) const {
  z.resize(r.size());
  for (std::size_t c = 0; c < clusters_.size(); ++c) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(clusters_[c].block);
    if (clusters_[c].size == 2) {
      const Eigen::Matrix<double, 6, 1> rhs = r.segment<6>(at);
      z.segment<6>(at).noalias() = inverse_[c] * rhs;
    } else {
      const Eigen::Vector3d rhs = r.segment<3>(at);
      z.segment<3>(at).noalias() = inverse_[c].topLeftCorner<3, 3>() * rhs;
    }
  }
}

} // namespace lamina
