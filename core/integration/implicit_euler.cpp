#include "core/integration/implicit_euler.h"

#include "core/base/parallel.h"

namespace lamina {

void ImplicitEuler::set_bodies(std::span<Body* const> bodies) {
  bodies_.assign(bodies.begin(), bodies.end());
  system_.set_bodies(bodies);
}

/// Predicts free motion. Velocities are those before the step; prescribed bodies already move as they must.
void ImplicitEuler::begin(const StepInput& step) {
  const auto size = static_cast<Eigen::Index>(system_.size());
  velocity_.resize(size);
  free_.resize(size);
  force_.setZero(size);
  parallel_for(bodies_.size(), step.settings->simulation.threads, [&](std::size_t i) {
    auto free = free_.segment(system_.offset(i), system_.length(i));
    auto start = velocity_.segment(system_.offset(i), system_.length(i));
    if (bodies_[i]->asleep()) {
      free.setZero();
      start.setZero();
      return;
    }
    bodies_[i]->predict(step.time, step.h, step.settings->solver.gyroscopic, free);
    bodies_[i]->velocity(start);
    if (bodies_[i]->prescribed())
      start = free;
    else
      bodies_[i]->add_forces(step.gravity, force_.segment(system_.offset(i), system_.length(i)));
  });
  system_.clear_terms(step.h, step.settings->simulation.threads);
  system_.multiply_inertia(free_, impulse_);
  impulse_ += step.h * force_;
  system_.filter(impulse_);
}

StepReport ImplicitEuler::solve(const StepInput& step, ContactSolver& solver,
                                std::vector<PairOutcome>& outcomes) {
  begin(step);
  return solver.solve(step, impulse_, system_, velocity_, outcomes);
}

} // namespace lamina
