#include "core/simulation/simulation_state.h"

#include "core/base/error.h"
#include "core/simulation/live_changes.h"
#include "core/simulation/state_hash.h"

#include <algorithm>
#include <iterator>

namespace lamina {

/// Hashes the state that a step has come to, and keeps it.
void Simulation::State::keep_state() {
  save(newest.bodies);
  statistics.state_hash = state_hash(newest.bodies);
  add_to_history();
}

/// Keeps the bodies' states as they were saved last.
void Simulation::State::add_to_history() {
  newest.statistics = statistics;
  newest.method = method_name;
  newest.memory.clear();
  method->save_memory(newest.memory);
  newest.multipliers.clear();
  solver->save(newest.multipliers);
  newest.sleep.clear();
  if (may_sleep())
    sleep.save(newest.sleep);
  newest.surfaces.clear();
  if (most_lag() > 0)
    save_surfaces(body_pointers, newest.surfaces);
  newest.settings = settings;
  newest.events = events.size();
  newest.dragging = !drags.empty();
  history.add(newest);
}

/// The memory of method and solver as that state has it, or none of another method's; who was asleep, and
/// where surfaces were.
void Simulation::State::remember_as(const KeptState& state) {
  solver->restore(state.multipliers);
  method->restore_memory(state.method == method_name ? std::span(state.memory) : std::span<const double>());
  sleep.restore(state.sleep);
  resting.clear();
  take_surfaces(state.surfaces);
}

/// Finds the contacts and forces of the state as it is, without moving anything: the next step finds what it
/// would have found.
void Simulation::State::look() {
  sleep_before_look.clear();
  sleep.save(sleep_before_look);
  sleep.wake_all();
  memory_before_look.clear();
  method->save_memory(memory_before_look);
  StepStatistics unused;
  detect(unused);
  method->restore_memory(memory_before_look);
  multipliers_before_look.clear();
  solver->save(multipliers_before_look);
  respond(settings.simulation.time_step);
  solver->restore(multipliers_before_look);
  sleep.restore(sleep_before_look);
  if (sleep.any() && outcomes.size() == contacts.size())
    lay_aside();
}

bool Simulation::State::go_back(std::uint64_t step) {
  const KeptState* state = history.go_back(step);
  if (!state)
    return false;
  restore(state->bodies);
  remember_as(*state);
  statistics = state->statistics;
  watch.go_back(step);
  drags.clear();
  problem.clear();

  // The log of inputs goes on from there: what is different now was changed at this step.
  events.resize(state->events);
  if (state->dragging)
    events.push_back({step, EndDrag{}});
  for (const Setting& setting : setting_list())
    if (get_setting(settings, setting.name) != get_setting(state->settings, setting.name))
      events.push_back({step, SetSetting{setting.name, get_setting(settings, setting.name)}});
  Scene then = *scene;
  for (const LoggedEvent& logged : events)
    make_live_change(then, logged.event);
  for (Event& change : live_changes(then, *tuned))
    events.push_back({step, std::move(change)});
  if (std::any_of(events.begin() + static_cast<std::ptrdiff_t>(state->events), events.end(),
                  [](const LoggedEvent& logged) { return changes_bodies(logged.event); }))
    sleep.wake_all();
  log_camera();
  look();
  return true;
}

/// Notes the camera as an input where it is not the scene's, which a run starts with.
void Simulation::State::log_camera() {
  const CameraView& first = scene->camera;
  if (camera.eye != first.eye || camera.target != first.target || camera.up != first.up ||
      camera.field_of_view != first.field_of_view || camera.image_height != first.image_height)
    events.push_back({statistics.step, SetCamera{camera}});
}

/// Everything but the bodies' states as at the beginning of the run.
void Simulation::State::start_over() {
  settings = first_settings;
  camera = scene->camera;
  if (tuned != scene) {
    tuned = scene;
    build();
  }
  forget_steps();
  update_settings();
}

void Simulation::State::restore_stored(const StoredState& state) {
  restore(state.bodies);
  statistics = state.statistics;
}

void Simulation::State::go_to(std::uint64_t step, std::span<const LoggedEvent> run_events,
                              const std::function<StoredState(std::uint64_t)>& stored) {
  start_over();
  const auto end = std::find_if(run_events.begin(), run_events.end(),
                                [step](const LoggedEvent& logged) { return logged.step >= step; });
  const auto grasp = std::find_if(std::make_reverse_iterator(end), run_events.rend(), [](const auto& logged) {
                       return std::holds_alternative<BeginDrag>(logged.event) ||
                              std::holds_alternative<EndDrag>(logged.event);
                     }).base();
  for (auto next = run_events.begin(); next != end; ++next) {
    // Of all that was ever held, only what is held still matters, as it was when it was taken hold of.
    const bool begins = std::holds_alternative<BeginDrag>(next->event);
    if (begins && next + 1 == grasp) {
      restore_stored(stored(next->step));
      for (const CutBodies* cut : standing_cuts({run_events.begin(), next}, next->step))
        cut_bodies(*cut);
    }
    // Cuts are part of the stored states.
    const bool cuts =
        std::holds_alternative<CutBodies>(next->event) || std::holds_alternative<UndoCut>(next->event);
    if (!cuts && (!begins || next + 1 == grasp))
      apply(next->event);
  }
  events.assign(run_events.begin(), end);
  const StoredState reached = stored(step);
  restore_stored(reached);
  method->restore_memory({});
  solver->restore(reached.multipliers);
  if (step == 0)
    hold_touching();
  sleep.restore(reached.sleep);
  take_surfaces(reached.surfaces);
  save(newest.bodies);
  add_to_history();
}

} // namespace lamina
