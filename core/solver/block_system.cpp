#include "core/solver/block_system.h"

#include "core/base/parallel.h"
#include "core/body/block_product.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>

namespace lamina {

namespace {

/// Products of systems that are smaller than this many blocks are over before a second thread has woken up.
constexpr std::size_t worth_sharing = 3000;

/// Factoring a block takes this many times as long as its share of a product.
constexpr std::size_t factoring = 10;

} // namespace

void BlockSystem::set_bodies(std::span<Body* const> bodies) {
  bodies_.assign(bodies.begin(), bodies.end());
  first_block_.clear();
  first_cluster_.clear();
  clusters_.clear();
  leads_.clear();
  matrix_of_block_.clear();
  blocks_ = 0;
  std::uint32_t matrices = 0;
  for (const Body* body : bodies_) {
    first_block_.push_back(static_cast<std::uint32_t>(blocks_));
    first_cluster_.push_back(static_cast<std::uint32_t>(clusters_.size()));
    const auto size = static_cast<std::uint32_t>(body->cluster_size());
    for (std::size_t b = 0; b < body->block_count(); b += size) {
      for (std::uint32_t k = 0; k < size; ++k) {
        leads_.push_back(size == 2 && k == 0);
        matrix_of_block_.push_back(matrices + (size == 2 && k == 1 ? 3 : 0));
      }
      clusters_.push_back({static_cast<std::uint32_t>(blocks_ + b), size, matrices});
      matrices += size * size;
    }
    blocks_ += body->block_count();
  }
  first_cluster_.push_back(static_cast<std::uint32_t>(clusters_.size()));
  diagonal_.resize(matrices);
  inverse_.resize(matrices);
}

void BlockSystem::clear_terms(double h, int threads) {
  h_ = h;
  threads_ = threads;
  groups_.clear();
  parts_.clear();
  packed_.clear();
  own_terms_.clear();
}

void BlockSystem::add_sample(const Mat3& weight, std::span<const BlockJacobian> jacobian) {
  own_terms_.set_weight(own_terms_.add_sample(jacobian), weight);
}

void BlockSystem::add_terms(const ContactTerms& terms) {
  groups_.push_back(&terms);
  parts_.push_back(packed_.append(terms));
}

void BlockSystem::make_room() const {
  forces_.resize(packed_.blocks().size() + own_terms_.blocks().size());
}

void BlockSystem::for_each_item(std::size_t count, std::size_t cost, IndexWork work) const {
  parallel_for(count, cost * (blocks_ + forces_.size()) < worth_sharing ? 1 : threads_, work);
}

void BlockSystem::multiply(const BlockVector& x, BlockVector& y, bool filtered) const {
  y.setZero(x.size());
  make_room();
  const std::span<Vec3> forces(forces_);
  for_each_item(bodies_.size() + groups_.size(), 1, [&](std::size_t i) {
    if (i >= bodies_.size()) {
      const std::size_t g = i - bodies_.size();
      packed_.multiply(parts_[g], x, forces.subspan(parts_[g].blocks.begin, parts_[g].blocks.size()));
    } else if (bodies_[i]->moves()) {
      bodies_[i]->multiply(h_, x.segment(offset(i), length(i)), y.segment(offset(i), length(i)));
    }
  });
  own_terms_.multiply(own_terms_.whole(), x, forces.subspan(packed_.blocks().size()));

  // Forces of pairs on one body are summed in the order of the pairs, whoever made them.
  const Vec3* force = forces_.data();
  const auto add = [&y, &force](const ContactTerms& terms) {
    for (const std::uint32_t block : terms.blocks())
      y.segment<3>(3 * static_cast<Eigen::Index>(block)) += *force++;
  };
  add(packed_);
  add(own_terms_);
  if (filtered)
    filter(y);
}

void BlockSystem::multiply_inertia(const BlockVector& x, BlockVector& y) const {
  y.setZero(x.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i]->moves())
      bodies_[i]->add_inertia(x.segment(offset(i), length(i)), y.segment(offset(i), length(i)));
  filter(y);
}

void BlockSystem::filter(BlockVector& x) const {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    auto own = x.segment(offset(i), length(i));
    if (bodies_[i]->moves())
      bodies_[i]->filter(own);
    else
      own.setZero();
  }
}

std::span<Mat3> BlockSystem::diagonal_of(std::size_t body) {
  const std::uint32_t first = first_cluster_[body], last = first_cluster_[body + 1];
  if (first == last)
    return {};
  const Cluster& end = clusters_[last - 1];
  return {diagonal_.data() + clusters_[first].matrix,
          end.matrix + end.size * end.size - clusters_[first].matrix};
}

/// What contact adds to the clusters.
void BlockSystem::add_contact_diagonal() {
  make_room();
  contact_own_.resize(forces_.size());
  contact_next_.resize(forces_.size());
  const std::span<Mat3> all_own(contact_own_), all_next(contact_next_);
  for_each_item(groups_.size(), factoring, [&](std::size_t g) {
    const std::size_t begin = parts_[g].blocks.begin, size = parts_[g].blocks.size();
    groups_[g]->diagonal(leads_, all_own.subspan(begin, size), all_next.subspan(begin, size));
  });
  own_terms_.diagonal(leads_, all_own.subspan(packed_.blocks().size()),
                      all_next.subspan(packed_.blocks().size()));

  std::size_t at = 0;
  const auto add = [&](const ContactTerms& terms) {
    for (const std::uint32_t block : terms.blocks()) {
      Mat3* const matrices = diagonal_.data() + matrix_of_block_[block];
      *matrices += all_own[at];
      if (leads_[block]) {
        matrices[1] += all_next[at];
        matrices[2] += all_next[at].transpose();
      }
      ++at;
    }
  };
  add(packed_);
  add(own_terms_);
}

void BlockSystem::get_mobilities(std::vector<Mat3>& of_block) const {
  of_block.assign(blocks_, Mat3::Zero());
  for (std::size_t i = 0; i < bodies_.size(); ++i)
    for (std::size_t b = 0; bodies_[i]->moves() && b < bodies_[i]->block_count(); ++b) {
      const auto block = static_cast<std::uint32_t>(first_block_[i] + b);
      of_block[block] = diagonal(block).inverse();
    }
}

Mat6 BlockSystem::cluster(std::uint32_t block) const {
  const Mat3* const matrices = diagonal_.data() + matrix_of_block_[block];
  Mat6 whole;
  whole << matrices[0], matrices[1], matrices[2], matrices[3];
  return whole;
}

void BlockSystem::factor_preconditioner() {
  std::fill(diagonal_.begin(), diagonal_.end(), Mat3::Zero());
  add_contact_diagonal();
  for_each_item(bodies_.size(), factoring, [this](std::size_t i) {
    if (!bodies_[i]->moves())
      return;
    const bool itself = bodies_[i]->preconditions_itself(h_);
    if (itself)
      bodies_[i]->factor(h_, diagonal_of(i));
    bodies_[i]->add_diagonal(h_, diagonal_of(i));
    for (std::uint32_t c = first_cluster_[i]; !itself && c < first_cluster_[i + 1]; ++c)
      invert(clusters_[c]);
  });
}

void BlockSystem::invert(const Cluster& cluster) {
  Mat3* to = inverse_.data() + cluster.matrix;
  if (cluster.size == 1) {
    *to = diagonal(cluster.block).inverse();
    return;
  }
  const Mat6 inverse = this->cluster(cluster.block).llt().solve(Mat6::Identity());
  for (int k = 0; k < 4; ++k)
    to[k] = inverse.block<3, 3>(3 * (k / 2), 3 * (k % 2));
}

void BlockSystem::precondition(const BlockVector& r, BlockVector& z) const {
  z.setZero(r.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i]->moves())
      continue;
    if (bodies_[i]->preconditions_itself(h_)) {
      bodies_[i]->precondition(r.segment(offset(i), length(i)), z.segment(offset(i), length(i)));
      continue;
    }
    const std::uint32_t first = first_cluster_[i], last = first_cluster_[i + 1];
    if (first < last && clusters_[first].size == 1) {
      multiply_blocks({inverse_.data() + clusters_[first].matrix, last - first}, r.data() + offset(i),
                      z.data() + offset(i));
      continue;
    }
    for (std::uint32_t c = first; c < last; ++c) {
      const Mat3* inverse = inverse_.data() + clusters_[c].matrix;
      const Eigen::Index at = 3 * static_cast<Eigen::Index>(clusters_[c].block);
      z.segment<3>(at).noalias() = inverse[0] * r.segment<3>(at) + inverse[1] * r.segment<3>(at + 3);
      z.segment<3>(at + 3).noalias() = inverse[2] * r.segment<3>(at) + inverse[3] * r.segment<3>(at + 3);
    }
  }
  filter(z);
}

} // namespace lamina
