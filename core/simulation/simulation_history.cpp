#include "core/simulation/simulation_state.h"

#include "core/base/hash.h"
#include "core/simulation/live_changes.h"

namespace lamina {

/// Hashes the state that a step has come to, and keeps it.
void Simulation::State::keep_state() {
  std::vector<double> state = save();
  statistics.state_hash = hash_bits(state, 0);
  history.add({statistics, std::move(state), settings, events.size(), !drags.empty()});
}

/// Finds the contacts and forces of the state as it is, without moving anything.
void Simulation::State::look() {
  StepStatistics unused;
  detect(unused);
  StepReport report;
  respond(settings.time_step, report);
  if (report.finite)
    find_outcomes(settings.time_step);
  else
    outcomes.clear();
}

bool Simulation::State::go_back(std::uint64_t step) {
  const KeptState* kept = history.go_back(step);
  if (!kept)
    return false;
  restore(kept->bodies);
  statistics = kept->statistics;
  drags.clear();
  problem.clear();

  // The log of inputs goes on from there: what is different now was changed at this step.
  events.resize(kept->events);
  if (kept->dragging)
    events.push_back({step, EndDrag{}});
  for (const Setting& setting : setting_list())
    if (get_setting(settings, setting.name) != get_setting(kept->settings, setting.name))
      events.push_back({step, SetSetting{setting.name, get_setting(settings, setting.name)}});
  Scene then = *scene;
  for (const LoggedEvent& logged : events)
    make_live_change(then, logged.event);
  for (Event& change : live_changes(then, *tuned))
    events.push_back({step, std::move(change)});
  if (settings.resolution_mode == ResolutionMode::view_dependent)
    events.push_back({step, SetCamera{camera}});
  look();
  return true;
}

} // namespace lamina
