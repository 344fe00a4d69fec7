#include "core/response/constraints/newton_system.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Of a step of Newton: finer ones would be undone by the next.
constexpr double step_tolerance = 1e-5;
/// Over those that a penalty may take.
constexpr int more_iterations = 10;

class IterativeNewton final : public NewtonSystem {
public:
  void begin(const StepInput& step, const BlockSystem& system,
             std::span<const PairConstraints> pairs) override;
  int solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) override;
  double energy(const BlockVector& r) const override;

private:
  void lay(const PairConstraints& pair, ContactTerms& terms);
  void put_together();

  const StepInput* step_ = nullptr;
  std::span<const PairConstraints> pairs_;
  BlockSystem system_; ///< with drags and contact
  std::vector<ContactTerms> terms_;
  BlockVector drag_side_;
  mutable BlockVector weighted_;
  std::vector<PairConstraints::BlockRows> rows_;
  std::vector<BlockEntry> row_;
  std::vector<BlockJacobian> sample_;
};

/// The normal is a row, tangents and spin are a sample of three.
void IterativeNewton::lay(const PairConstraints& pair, ContactTerms& terms) {
  terms.clear();
  for (std::size_t c = 0; c < pair.cells().size(); ++c) {
    pair.get_rows(c, rows_);
    row_.clear();
    sample_.clear();
    for (const auto& [block, rows] : rows_) {
      row_.push_back({block, rows.row(0).transpose()});
      sample_.push_back({block, rows.bottomRows<3>()});
    }
    terms.add_row(row_);
    if (pair.cells()[c].rubs())
      terms.add_sample(sample_);
  }
}

void IterativeNewton::begin(const StepInput& step, const BlockSystem& system,
                            std::span<const PairConstraints> pairs) {
  step_ = &step;
  pairs_ = pairs;
  if (!std::equal(system.bodies().begin(), system.bodies().end(), system_.bodies().begin(),
                  system_.bodies().end()))
    system_.set_bodies(system.bodies());
  terms_.resize(pairs.size());
  for (std::size_t p = 0; p < pairs.size(); ++p)
    lay(pairs[p], terms_[p]);
  put_together();
}

void IterativeNewton::put_together() {
  system_.clear_terms(step_->h, step_->settings->simulation.threads);
  drag_side_.setZero(static_cast<Eigen::Index>(system_.size()));
  for (const DragSpring& drag : step_->drags)
    add_drag(drag, step_->h, system_, drag_side_);
  for (const ContactTerms& terms : terms_)
    system_.add_terms(terms);
  system_.factor_preconditioner();
}

int IterativeNewton::solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) {
  const Eigen::Matrix4d* slope = slopes.data();
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    std::size_t row = 0, sample = 0;
    for (const CellConstraint& cell : pairs_[p].cells()) {
      terms_[p].set_coefficient(row++, (*slope)(0, 0));
      if (cell.rubs())
        terms_[p].set_weight(sample++, slope->bottomRightCorner<3, 3>());
      ++slope;
    }
  }
  put_together();
  x.setZero(r.size());
  const double scale = std::sqrt(std::max(0.0, energy(r)));
  return solve_conjugate_gradients(system_, r, step_tolerance, scale,
                                   more_iterations * step_->settings->solver.cg_iterations, x)
      .iterations;
}

double IterativeNewton::energy(const BlockVector& r) const {
  system_.precondition(r, weighted_);
  return r.dot(weighted_);
}

} // namespace

std::unique_ptr<NewtonSystem> make_iterative_newton() {
  return std::make_unique<IterativeNewton>();
}

} // namespace lamina
