#include "core/integration/implicit_euler.h"

#include "core/base/parallel.h"

#include <cmath>
#include <numbers>
#include <numeric>

namespace lamina {

void ImplicitEuler::set_bodies(std::span<Body* const> bodies) {
  bodies_.assign(bodies.begin(), bodies.end());
  system_.set_bodies(bodies);
}

void ImplicitEuler::add_drag(const DragSpring& drag, double h, BlockVector& right_hand_side) {
  const double rate = 2 * std::numbers::pi * drag.frequency;
  const double spring = drag.mass * rate * rate, damper = 2 * drag.mass * rate;

  // A target out of reach pulls with the greatest force, not with a longer spring.
  Vec3 reach = drag.target - drag.point;
  const double limit = drag.force_cap / spring;
  if (reach.norm() > limit)
    reach *= limit / reach.norm();

  const std::uint32_t first = system_.first_block(drag.body);
  std::vector<BlockJacobian> global = drag.jacobian;
  for (BlockJacobian& jacobian : global) {
    jacobian.block += first;
    right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(jacobian.block)) +=
        h * spring * jacobian.value.transpose() * reach;
  }
  system_.add_sample((h * h * spring + h * damper) * Mat3::Identity(), global);

  // The spin is damped too, or a body hung up by one point would swing on like a pendulum; a body that is
  // being turned has a critically damped spring of the same frequency.
  if (drag.inertia.isZero() || !bodies_[drag.body]->twist_centre())
    return;
  const double weight = drag.turn ? h * h * rate * rate + 2 * h * rate : h * rate;
  const BlockJacobian spin{first + 1, Mat3::Identity()};
  system_.add_sample(weight * drag.inertia, {&spin, 1});
  if (drag.turn)
    right_hand_side.segment<3>(3 * static_cast<Eigen::Index>(first + 1)) +=
        h * rate * rate * (drag.inertia * *drag.turn);
}

double ImplicitEuler::drag_force(const DragSpring& drag, double h) const {
  Vec3 velocity = Vec3::Zero();
  for (const BlockJacobian& jacobian : drag.jacobian)
    velocity += jacobian.value * velocity_.segment<3>(system_.offset(drag.body) + 3 * jacobian.block);
  const double rate = 2 * std::numbers::pi * drag.frequency;
  const Vec3 reach = drag.target - drag.point - h * velocity;
  return std::min(drag.force_cap, drag.mass * rate * (rate * reach - 2 * velocity).norm());
}

void ImplicitEuler::begin(const ImplicitStep& step) {
  const auto size = static_cast<Eigen::Index>(system_.size());
  velocity_.resize(size);
  free_.resize(size);
  force_.setZero(size);
  parallel_for(bodies_.size(), step.settings->simulation.threads, [&](std::size_t i) {
    auto free = free_.segment(system_.offset(i), system_.length(i));
    auto start = velocity_.segment(system_.offset(i), system_.length(i));
    bodies_[i]->predict(step.time, step.h, step.settings->solver.gyroscopic, free);
    bodies_[i]->velocity(start);
    if (bodies_[i]->prescribed())
      start = free;
    else
      bodies_[i]->add_forces(step.gravity, force_.segment(system_.offset(i), system_.length(i)));
  });
  system_.clear_terms(step.h, step.settings->simulation.threads);
  system_.multiply_inertia(free_, inertia_part_);
  inertia_part_ += step.h * force_;
  system_.filter(inertia_part_);
}

StepReport ImplicitEuler::solve(const ImplicitStep& step, std::span<PenaltyPair> pairs) {
  const Settings& settings = *step.settings;
  StepReport report;
  int drops_left = settings.response.no_pull;
  const bool two_sided = settings.friction.law == FrictionLaw::coulomb;
  const int passes = two_sided ? std::max(1, settings.friction.passes) : 1;
  for (int pass = 0; pass < passes; ++pass) {
    if (pass > 0)
      parallel_for(pairs.size(), settings.simulation.threads,
                   [&](std::size_t p) { pairs[p].set_friction(velocity_, step.h, true); });
    for (;;) {
      parallel_for(pairs.size(), settings.simulation.threads,
                   [&](std::size_t p) { pairs[p].assemble(step.h); });
      system_.clear_terms(step.h, settings.simulation.threads);
      right_hand_side_ = inertia_part_;
      for (const PenaltyPair& pair : pairs)
        pair.add_terms(system_, step.h, right_hand_side_);
      for (const DragSpring& drag : step.drags)
        add_drag(drag, step.h, right_hand_side_);
      system_.filter(right_hand_side_);
      system_.factor_preconditioner();

      // The residual is judged against what gravity, inertia and contact put in, so that rest is solved as
      // well as motion.
      system_.precondition(right_hand_side_, weighted_);
      double scale = right_hand_side_.dot(weighted_);
      system_.precondition(inertia_part_, weighted_);
      scale = std::sqrt(scale + inertia_part_.dot(weighted_));
      const SolveReport solved =
          solve_conjugate_gradients(system_, right_hand_side_, settings.solver.cg_tolerance, scale,
                                    settings.solver.cg_iterations, velocity_);
      report.solves += 1;
      report.iterations += solved.iterations;
      report.residual = solved.residual;
      if (!velocity_.allFinite() || !std::isfinite(solved.residual)) {
        report.finite = false;
        return report;
      }

      if (drops_left == 0)
        break;
      dropped_.resize(pairs.size());
      parallel_for(pairs.size(), settings.simulation.threads,
                   [&](std::size_t p) { dropped_[p] = pairs[p].drop_pulling(velocity_, step.h); });
      const int dropped = std::accumulate(dropped_.begin(), dropped_.end(), 0);
      report.dropped += dropped;
      if (dropped == 0)
        break;
      --drops_left;
    }
  }

  for (const DragSpring& drag : step.drags)
    report.drag_forces.push_back(drag_force(drag, step.h));
  return report;
}

} // namespace lamina
