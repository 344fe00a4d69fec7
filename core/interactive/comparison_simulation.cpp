#include "core/interactive/comparison_simulation.h"

#include "core/reference_overlap/reference_overlap.h"

#include <algorithm>

namespace lamina {

namespace {

/// Volumes that change faster cannot be read, and measuring them is no part of either simulation.
constexpr std::chrono::milliseconds measure_interval{100};
constexpr int most_of_measuring = 10; ///< times what it takes lie between the beginnings of two measurements

bool is_drag(const Event& event) {
  return std::holds_alternative<BeginDrag>(event) || std::holds_alternative<MoveDrag>(event) ||
         std::holds_alternative<TurnDrag>(event) || std::holds_alternative<EndDrag>(event);
}

bool is_cut(const Event& event) {
  return std::holds_alternative<CutBodies>(event) || std::holds_alternative<UndoCut>(event);
}

/// Of one simulation alone: what the two are compared by.
bool is_method(const Event& event) {
  const auto* setting = std::get_if<SetSetting>(&event);
  return setting && (setting->name == "method" || setting->name == "backend");
}

Scene begun_scene(const Simulation& first, const CompareWith& wanted) {
  Scene scene = first.scene();
  scene.settings = first.first_settings();
  scene.settings.contact.method = wanted.method;
  scene.settings.contact.backend = wanted.backend;
  return scene;
}

} // namespace

ComparisonSimulation::ComparisonSimulation(const Simulation& first, CompareWith wanted)
    : wanted_(std::move(wanted)) {
  begin(first);
}

ComparisonSimulation::ComparisonSimulation(ComparisonSimulation&&) noexcept = default;
ComparisonSimulation& ComparisonSimulation::operator=(ComparisonSimulation&&) noexcept = default;
ComparisonSimulation::~ComparisonSimulation() = default;

void ComparisonSimulation::begin(const Simulation& first) {
  simulation_.reset();
  reference_overlap_.reset();
  overlaps_.reset();
  problem_.clear();
  try {
    scene_ = std::make_shared<const Scene>(begun_scene(first, wanted_));
    reference_overlap_ = std::make_unique<ReferenceOverlap>(*scene_);
    auto made = std::make_unique<Simulation>(scene_);

    std::vector<Simulation::LoggedEvent> events = first.events();
    std::erase_if(events,
                  [](const auto& logged) { return is_drag(logged.event) || is_method(logged.event); });
    const std::uint64_t step = first.statistics().step;
    Simulation::StoredState now = first.stored_state();
    now.statistics = {};
    now.statistics.step = step;
    now.statistics.time_s = first.statistics().time_s;
    now.statistics.state_hash = first.statistics().state_hash;
    made->go_to(step, events, [&now](std::uint64_t) { return now; });
    for (const Simulation::LoggedEvent& logged : events)
      if (logged.step >= step &&
          !is_cut(logged.event)) // since the last step: those do not belong to the way there
        made->apply(logged.event);
    simulation_ = std::move(made);
    choose_method();
    simulation_->go_back(step); // where it is: this finds the contacts there
    for (const Simulation::LoggedEvent& logged : events)
      if (logged.step >= step && is_cut(logged.event))
        simulation_->apply(logged.event);
    limits_.look(*simulation_);
  } catch (const std::exception& error) {
    simulation_.reset();
    problem_ = error.what();
  }
}

/// Presets bring a method along.
void ComparisonSimulation::choose_method() {
  const Settings& settings = simulation_->settings();
  if (settings.contact.method != wanted_.method)
    simulation_->apply(SetSetting{"method", wanted_.method});
  if (settings.contact.backend != wanted_.backend)
    simulation_->apply(SetSetting{"backend", wanted_.backend});
}

void ComparisonSimulation::apply(const Event& event, const Simulation& first) {
  if (is_method(event))
    return;
  if (std::holds_alternative<Reset>(event)) {
    if (simulation_)
      problem_.clear();
    else
      begin(first);
  }
  if (!simulation_)
    return;
  try {
    if (const auto* drag = std::get_if<BeginDrag>(&event))
      apply_drag(*drag, first);
    else
      simulation_->apply(event);
    if (std::holds_alternative<ApplyPreset>(event))
      choose_method();
    limits_.follow(event, *simulation_);
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
}

/// Takes hold of the same point of the body, wherever the body is here.
void ComparisonSimulation::apply_drag(const BeginDrag& drag, const Simulation& first) {
  const auto there = first.recorded_snapshot(), here = simulation_->recorded_snapshot();
  BeginDrag own = drag;
  if (drag.body < here->bodies.size())
    own.grabbed = here->bodies[drag.body].pose * there->bodies[drag.body].pose.to_local(drag.grabbed);
  simulation_->apply(own);
}

void ComparisonSimulation::step() {
  if (!runs())
    return;
  try {
    if (!simulation_->step())
      problem_ = simulation_->problem();
    limits_.follow_step(*simulation_);
  } catch (const std::exception& error) {
    problem_ = error.what();
  }
}

void ComparisonSimulation::go_back(const Simulation& first) {
  const std::uint64_t step = first.statistics().step;
  if (simulation_ && step <= simulation_->statistics().step && simulation_->go_back(step))
    problem_.clear();
  else
    begin(first);
}

void ComparisonSimulation::measure(const Simulation& first, bool playing) {
  const auto begun = Clock::now();
  const std::uint64_t step = first.statistics().step;
  if (overlaps_ && playing &&
      begun - measured_at_ < std::max<Clock::duration>(measure_interval, most_of_measuring * measuring_took_))
    return;
  if (overlaps_ && overlaps_->step == step && step > 0)
    return;
  Overlaps found;
  found.step = step;
  reference_overlap_->take(first.body_states());
  found.of_first = volume_of(reference_overlap_->overlaps());
  reference_overlap_->take(simulation_->body_states());
  found.own = volume_of(reference_overlap_->overlaps());
  overlaps_ = found;
  measured_at_ = begun;
  measuring_took_ = Clock::now() - begun;
}

void ComparisonSimulation::add_to(Snapshot& of_first, const Simulation& first, const SnapshotExtras& extras) {
  std::shared_ptr<Snapshot> own;
  if (simulation_) {
    own = simulation_->snapshot(extras);
    try {
      measure(first, of_first.playing);
      of_first.overlap_m3 = overlaps_->of_first;
      own->overlap_m3 = overlaps_->own;
    } catch (const std::exception& error) {
      problem_ = error.what();
    }
  } else {
    own = std::make_shared<Snapshot>();
    own->settings = of_first.settings;
    own->settings.contact.method = wanted_.method;
    own->settings.contact.backend = wanted_.backend;
    own->infos = std::make_shared<const std::vector<BodyInfo>>();
    own->up = of_first.up;
  }
  own->scene_revision = of_first.scene_revision;
  own->playing = of_first.playing && runs();
  own->problem = problem_;
  own->method_limits = limits_.lines();
  of_first.beside = std::move(own);
}

} // namespace lamina
