#include "core/compare/run_case.h"

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/bench/memory.h"
#include "core/bench/processor_clock.h"
#include "core/reference_overlap/method_limits.h"
#include "core/simulation/simulation.h"

#include <algorithm>
#include <set>

namespace lamina::compare {

namespace {

constexpr std::size_t most_samples = 400;

/// A state that waits for the reference overlap, which works after the run so that it disturbs no time.
struct Waiting {
  std::uint64_t step = 0;
  std::vector<double> states;
  std::shared_ptr<const std::vector<BodyInfo>> bodies = {};
  /// Pairs in which the method saw something in that state. Not known of the last one, nor of one after which
  /// a body broke or was cut, as its contacts went with its surface.
  std::optional<std::set<std::array<std::uint32_t, 2>>> seen = {};
};

std::set<std::array<std::uint32_t, 2>> pairs_seen(const Snapshot& snapshot) {
  std::set<std::array<std::uint32_t, 2>> seen;
  for (const PairState& pair : snapshot.pairs)
    if (!pair.contacts.contacts.empty())
      seen.insert(pair.contacts.body);
  return seen;
}

/// Watches a run step by step.
class Watch {
public:
  Watch(CaseRun& run, const Scene& scene, std::size_t steps)
      : run_(&run), scene_(&scene), steps_(steps), before_(bench::heap_in_use()) {
    run.stride = std::max<std::size_t>(10, (steps + most_samples - 1) / most_samples);
    run.steps.reserve(steps + 1);
    for (const SceneBody& body : scene.bodies)
      movable_.push_back(moves_freely(body.kind));
  }

  void first(const Simulation& simulation) {
    run_->steps.push_back(simulation.statistics());
    keep(simulation);
  }

  void step(const Simulation& simulation) {
    // Contacts are those of the state before the step.
    if (Waiting& last = waiting_.back(); last.step + 1 == simulation.statistics().step)
      if (const std::shared_ptr<Snapshot> now = simulation.snapshot(); now->infos == last.bodies)
        last.seen = pairs_seen(*now);
    run_->steps.push_back(simulation.statistics());
    watch_forces(*simulation.recorded_snapshot());
    if (simulation.statistics().step % run_->stride == 0)
      keep(simulation);
  }

  /// The last state, and the reference overlap's word on all of them.
  void end(const Simulation& simulation, ReferenceOverlap& reference_overlap) {
    if (waiting_.back().step != simulation.statistics().step)
      keep(simulation);
    for (const Waiting& state : waiting_)
      run_->samples.push_back(measure(state, reference_overlap));
    run_->ends = reference_overlap.poses(); // measured last
    find_those_that_left(reference_overlap);
  }

private:
  void keep(const Simulation& simulation) {
    const auto states = simulation.body_states();
    waiting_.push_back({simulation.statistics().step,
                        {states.begin(), states.end()},
                        simulation.recorded_snapshot()->infos});
    kept_ += static_cast<std::int64_t>(states.size_bytes());
    if (const auto now = bench::heap_in_use(); now && before_)
      run_->memory = std::max(run_->memory.value_or(0), *now - *before_ - kept_);
  }

  void watch_forces(const Snapshot& snapshot) {
    Vec3 sum = Vec3::Zero();
    double sizes = 0;
    std::vector<Vec3> forces;
    for (std::size_t i = 0; i < snapshot.bodies.size(); ++i) {
      const Vec3& force = snapshot.bodies[i].contact_force;
      sum += force;
      sizes += force.norm();
      if (movable_[i])
        forces.push_back(force);
    }
    if (sizes > 0)
      run_->worst_imbalance = std::max(run_->worst_imbalance, sum.norm() / sizes);
    if (10 * snapshot.statistics.step > 9 * steps_)
      run_->forces.push_back(std::move(forces));
  }

  void find_those_that_left(const ReferenceOverlap& reference_overlap) {
    const double gravity = scene_->gravity.norm();
    Box held_by;
    for (std::size_t i = 0; i < movable_.size(); ++i)
      if (!movable_[i])
        held_by.include(reference_overlap.surface(static_cast<std::uint32_t>(i)).bounds);
    if (gravity == 0 || held_by.empty() || run_->forces.empty())
      return;
    const Vec3 down = scene_->gravity / gravity;
    const double lowest = held_by.min.cwiseProduct(down).cwiseMax(held_by.max.cwiseProduct(down)).sum();
    const double nothing = 1e-6 * run_->movable_mass * gravity; // N: no more than rounding
    for (std::size_t i = 0, k = 0; i < movable_.size(); ++i) {
      if (!movable_[i])
        continue;
      const bool touched = std::any_of(run_->forces.begin(), run_->forces.end(),
                                       [&](const auto& forces) { return forces[k].norm() > nothing; });
      if (!touched && down.dot(run_->ends[k].centre) > lowest)
        run_->left.push_back(scene_->bodies[i].name);
      ++k;
    }
  }

  static Sample measure(const Waiting& state, ReferenceOverlap& reference_overlap) {
    reference_overlap.take(state.states);
    Sample sample;
    sample.step = state.step;
    sample.overlaps = reference_overlap.overlaps();
    if (!state.seen)
      return sample;
    for (const Overlap& overlap : sample.overlaps) {
      if (overlap.volume < least_share * reference_overlap.smaller_volume(overlap))
        continue;
      ++sample.counted;
      sample.missed += state.seen->count(overlap.body) == 0;
    }
    return sample;
  }

  CaseRun* run_;
  const Scene* scene_;
  std::size_t steps_;
  std::optional<std::int64_t> before_;
  std::int64_t kept_ = 0;
  std::vector<bool> movable_;
  std::vector<Waiting> waiting_;
};

void describe(const Scene& scene, const Simulation& simulation, CaseRun& run) {
  bool prescribed = false;
  const std::shared_ptr<Snapshot> snapshot = simulation.recorded_snapshot();
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const SceneBody& body = scene.bodies[i];
    run.driven = run.driven || body.kind == BodyKind::scripted || body.kind == BodyKind::skinned;
    prescribed = prescribed || !moves_freely(body.kind) || !body.clamps.empty();
    if (moves_freely(body.kind))
      run.movable_mass += (*snapshot->infos)[i].mass;
  }
  run.free = !prescribed && scene.gravity.norm() == 0;
}

} // namespace

CaseRun run_case(const Scene& scene, const Case& wanted, int steps, const Progress& progress) {
  CaseRun run;
  run.of = wanted;
  run.threads = thread_count(wanted.settings.simulation.threads);
  const std::shared_ptr<const Scene> own = scene_of(scene, wanted.settings);
  Watch watch(run, *own, static_cast<std::size_t>(steps));
  try {
    Simulation simulation(own);
    describe(*own, simulation, run);
    watch.first(simulation);
    bench::ProcessorClock clock;
    for (int done = 0; done < steps; ++done) {
      if (progress && !progress(static_cast<double>(done) / steps, wanted.name))
        throw Cancelled();
      clock.lap();
      const bool well = simulation.step();
      const double took = clock.lap();
      if (!well) {
        run.problem = simulation.problem();
        break;
      }
      run.processor_s.push_back(took);
      watch.step(simulation);
    }
    ReferenceOverlap reference_overlap(*own);
    run.movable_volume = reference_overlap.movable_volume();
    MethodLimits limits = method_limits(reference_overlap, *own, own->settings);
    watch.end(simulation, reference_overlap);
    run.last_state = simulation.snapshot({.pixels = true});
    limits.add_later(method_limits(reference_overlap, *own, own->settings));
    run.limits = limits.lines();
  } catch (const InputError& refusal) {
    run.problem = wanted.settings.contact.method + " does not fit this scene: " + refusal.what();
  }
  return run;
}

} // namespace lamina::compare
