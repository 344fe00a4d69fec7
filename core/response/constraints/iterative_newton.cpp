#include "core/response/constraints/newton_system.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Of a step of Newton: what is finer would be undone by the next.
constexpr double step_tolerance = 0.1;

class IterativeNewton final : public NewtonSystem {
public:
  void begin(const StepInput& step, const BlockSystem& system,
             std::span<const PairConstraints> pairs) override;
  int solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) override;
  double energy(const BlockVector& r) const override;

private:
  void lay(const PairConstraints& pair, std::span<const Eigen::Matrix4d> slopes, ContactTerms& terms);
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

/// Of a slope D = a rᵀr + W, with W over tangents and spin alone, r is a row and W weighs a sample of three.
/// Cells that are apart add nothing.
void IterativeNewton::lay(const PairConstraints& pair, std::span<const Eigen::Matrix4d> slopes,
                          ContactTerms& terms) {
  terms.clear();
  for (std::size_t c = 0; c < pair.cells().size(); ++c) {
    const double a = slopes[c](0, 0);
    Mat3 weight = slopes[c].bottomRightCorner<3, 3>();
    if (a == 0 && weight.isZero(0))
      continue;
    Eigen::RowVector4d mix(1, 0, 0, 0);
    if (a > 0) {
      mix.tail<3>() = slopes[c].row(0).tail<3>() / a;
      weight -= a * mix.tail<3>().transpose() * mix.tail<3>();
    }
    pair.get_rows(c, rows_);
    row_.clear();
    sample_.clear();
    for (const auto& [block, rows] : rows_) {
      row_.push_back({block, (mix * rows).transpose()});
      sample_.push_back({block, rows.bottomRows<3>()});
    }
    if (a > 0)
      terms.set_coefficient(terms.add_row(row_), a);
    if (pair.cells()[c].rubs())
      terms.set_weight(terms.add_sample(sample_), weight);
  }
}

void IterativeNewton::begin(const StepInput& step, const BlockSystem& system,
                            std::span<const PairConstraints> pairs) {
  step_ = &step;
  pairs_ = pairs;
  if (!std::equal(system.bodies().begin(), system.bodies().end(), system_.bodies().begin(),
                  system_.bodies().end()))
    system_.set_bodies(system.bodies());
  terms_.clear();
  terms_.resize(pairs.size());
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
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const std::size_t count = pairs_[p].cells().size();
    lay(pairs_[p], slopes.first(count), terms_[p]);
    slopes = slopes.subspan(count);
  }
  put_together();
  x.setZero(r.size());
  const double scale = std::sqrt(std::max(0.0, energy(r)));
  return solve_conjugate_gradients(system_, r, step_tolerance, scale, step_->settings->solver.cg_iterations,
                                   x)
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
