#include "core/base/parallel.h"
#include "core/response/constraints/cell_products.h"
#include "core/response/constraints/newton_system.h"
#include "core/response/constraints/parts_factor.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Of a step of Newton: what is finer would be undone by the next.
constexpr double step_tolerance = 0.1;
/// Products of cells that couple fewer blocks are over before a second thread has woken up.
constexpr std::size_t worth_sharing = 3000;

/// Rigid bodies and bones are preconditioned together, with all contact between them. Each node is by itself,
/// with its contact, or as its body does it, without.
class IterativeNewton final : public NewtonSystem, private PreconditionedOperator {
public:
  void begin(const StepInput& step, const BlockSystem& system,
             std::span<const PairConstraints> pairs) override;
  int solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) override;

private:
  void apply(const BlockVector& x, BlockVector& y) const override;
  void precondition(const BlockVector& r, BlockVector& z) const override;
  void filter(BlockVector& x) const override { system_->filter(x); }

  void find_nodes();
  void set_slopes(std::span<const Eigen::Matrix4d> slopes);
  void invert_nodes();

  const StepInput* step_ = nullptr;
  const BlockSystem* system_ = nullptr;
  std::span<const PairConstraints> pairs_;
  int threads_ = 1;
  std::vector<CellProducts> products_; ///< one a pair
  std::vector<std::uint32_t> first_;   ///< of each pair in forces_ and diagonal_, and the end
  mutable std::vector<Vec3> forces_;   ///< on the blocks of each pair
  std::vector<Mat3> diagonal_;         ///< what each pair adds to the diagonals of its blocks
  std::vector<std::uint32_t> nodes_;   ///< blocks that touch something and are preconditioned here
  std::vector<std::uint32_t> place_;   ///< of each block in nodes_, plus one
  std::vector<Mat3> inverse_;          ///< one a node of nodes_
  mutable PartsFactor parts_;
};

/// Those that touch something, of bodies that do not precondition themselves.
void IterativeNewton::find_nodes() {
  nodes_.clear();
  place_.assign(system_->size() / 3, 0);
  for (std::size_t i = 0; i < system_->bodies().size(); ++i) {
    const Body& body = *system_->bodies()[i];
    if (body.cluster_size() == 1 && !body.preconditions_itself(step_->h))
      std::fill_n(place_.begin() + system_->first_block(i), body.block_count(), 1);
  }
  for (const CellProducts& pair : products_)
    for (const std::uint32_t block : pair.blocks())
      if (place_[block] == 1) {
        nodes_.push_back(block);
        place_[block] = static_cast<std::uint32_t>(nodes_.size() + 1);
      }
  for (std::uint32_t& place : place_)
    place -= place > 0 ? 1 : 0;
  inverse_.resize(nodes_.size());
}

void IterativeNewton::begin(const StepInput& step, const BlockSystem& system,
                            std::span<const PairConstraints> pairs) {
  step_ = &step;
  system_ = &system;
  pairs_ = pairs;
  products_.resize(pairs.size());
  parallel_for(pairs.size(), step.settings->simulation.threads,
               [&](std::size_t p) { products_[p].begin(pairs_[p]); });
  first_.assign(1, 0);
  for (const CellProducts& pair : products_)
    first_.push_back(first_.back() + static_cast<std::uint32_t>(pair.blocks().size()));
  forces_.resize(first_.back());
  diagonal_.resize(first_.back());
  threads_ = first_.back() < worth_sharing ? 1 : step.settings->simulation.threads;
  find_nodes();
  parts_.begin(step.h, system, pairs);
}

void IterativeNewton::set_slopes(std::span<const Eigen::Matrix4d> slopes) {
  std::vector<std::span<const Eigen::Matrix4d>> of_pair;
  for (const PairConstraints& pair : pairs_) {
    of_pair.push_back(slopes.first(pair.cells().size()));
    slopes = slopes.subspan(pair.cells().size());
  }
  parallel_for(products_.size(), threads_, [&](std::size_t p) {
    products_[p].set_slopes(of_pair[p]);
    products_[p].diagonal(std::span(diagonal_).subspan(first_[p], products_[p].blocks().size()));
  });
}

void IterativeNewton::invert_nodes() {
  for (std::size_t i = 0; i < nodes_.size(); ++i)
    inverse_[i] = system_->diagonal(nodes_[i]);
  for (std::size_t p = 0; p < products_.size(); ++p)
    for (std::size_t k = 0; k < products_[p].blocks().size(); ++k)
      if (const std::uint32_t place = place_[products_[p].blocks()[k]]; place > 0)
        inverse_[place - 1] += diagonal_[first_[p] + k];
  for (Mat3& node : inverse_)
    node = node.inverse().eval();
}

int IterativeNewton::solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) {
  set_slopes(slopes);
  invert_nodes();
  if (!parts_.empty())
    parts_.factor(slopes);
  x.setZero(r.size());
  BlockVector weighted;
  precondition(r, weighted);
  const double scale = std::sqrt(std::max(0.0, r.dot(weighted)));
  return solve_conjugate_gradients(*this, r, step_tolerance, scale, step_->settings->solver.cg_iterations, x)
      .iterations;
}

/// Forces of pairs on one body are summed in the order of the pairs, whoever made them.
void IterativeNewton::apply(const BlockVector& x, BlockVector& y) const {
  system_->multiply(x, y, false);
  const std::span<Vec3> forces(forces_);
  parallel_for(products_.size(), threads_, [&](std::size_t p) {
    products_[p].multiply(x, forces.subspan(first_[p], products_[p].blocks().size()));
  });
  const Vec3* force = forces_.data();
  for (const CellProducts& pair : products_)
    for (const std::uint32_t block : pair.blocks())
      y.segment<3>(3 * static_cast<Eigen::Index>(block)) += *force++;
  filter(y);
}

void IterativeNewton::precondition(const BlockVector& r, BlockVector& z) const {
  system_->precondition(r, z);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Eigen::Index at = 3 * static_cast<Eigen::Index>(nodes_[i]);
    z.segment<3>(at).noalias() = inverse_[i] * r.segment<3>(at);
  }
  if (!parts_.empty())
    parts_.solve(r, z);
  filter(z);
}

} // namespace

std::unique_ptr<NewtonSystem> make_iterative_newton() {
  return std::make_unique<IterativeNewton>();
}

} // namespace lamina
