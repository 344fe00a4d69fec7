#include "core/body/bone_tree.h"

#include <Eigen/Cholesky>

#include <algorithm>

namespace lamina {

namespace {

Eigen::Index at(std::size_t bone) {
  return 6 * static_cast<Eigen::Index>(bone);
}

Eigen::Index at(int bone) {
  return 6 * static_cast<Eigen::Index>(bone);
}

} // namespace

void BoneTreeMatrix::set_parents(std::span<const int> parents) {
  parents_.assign(parents.begin(), parents.end());
  held_.assign(parents.size(), 0);
  set_zero();
}

void BoneTreeMatrix::set_zero() {
  diagonal_.assign(parents_.size(), Mat6::Zero());
  coupling_.assign(parents_.size(), Mat6::Zero());
}

void BoneTreeMatrix::add(double factor, const BoneTreeMatrix& other) {
  for (std::size_t b = 0; b < parents_.size(); ++b) {
    diagonal_[b] += factor * other.diagonal_[b];
    coupling_[b] += factor * other.coupling_[b];
  }
}

void BoneTreeMatrix::add_product(double factor, const Eigen::Ref<const BlockVector>& x,
                                 Eigen::Ref<BlockVector> y) const {
  for (std::size_t b = 0; b < parents_.size(); ++b) {
    const Vec6 own = factor * x.segment<6>(at(b));
    y.segment<6>(at(b)).noalias() += diagonal_[b] * own;
    if (parents_[b] < 0)
      continue;
    const Vec6 above = factor * x.segment<6>(at(parents_[b]));
    y.segment<6>(at(b)).noalias() += coupling_[b] * above;
    y.segment<6>(at(parents_[b])).noalias() += coupling_[b].transpose() * own;
  }
}

bool BoneTreeMatrix::coupled(std::size_t bone) const {
  return parents_[bone] >= 0 && !held_[static_cast<std::size_t>(parents_[bone])];
}

void BoneTreeMatrix::factor(std::span<const std::uint8_t> held) {
  held_.assign(held.begin(), held.end());
  for (std::size_t b = parents_.size(); b-- > 0;) {
    if (held_[b])
      continue;
    const Mat6 inverse = diagonal_[b].llt().solve(Mat6::Identity());
    diagonal_[b] = 0.5 * (inverse + inverse.transpose());
    if (!coupled(b))
      continue;
    const Mat6 scaled = diagonal_[b] * coupling_[b];
    diagonal_[static_cast<std::size_t>(parents_[b])] -= coupling_[b].transpose() * scaled;
    coupling_[b] = scaled;
  }
}

void BoneTreeMatrix::solve(const Eigen::Ref<const BlockVector>& r, Eigen::Ref<BlockVector> z) const {
  z = r;
  for (std::size_t b = parents_.size(); b-- > 0;)
    if (!held_[b] && coupled(b))
      z.segment<6>(at(parents_[b])).noalias() -= coupling_[b].transpose() * z.segment<6>(at(b));
  for (std::size_t b = 0; b < parents_.size(); ++b) {
    if (held_[b]) {
      z.segment<6>(at(b)).setZero();
      continue;
    }
    Vec6 own = diagonal_[b] * z.segment<6>(at(b));
    if (coupled(b))
      own.noalias() -= coupling_[b] * z.segment<6>(at(parents_[b]));
    z.segment<6>(at(b)) = own;
  }
}

} // namespace lamina
