#include "core/replay/run_player.h"

#include "core/base/error.h"
#include "core/record/frame_file.h"
#include "core/replay/replay.h"

#include <algorithm>
#include <map>
#include <optional>

namespace lamina {

struct RunPlayer::State {
  State(const std::filesystem::path& folder, const Progress& progress)
      : run(read_run(folder)), frames(open_frames()), opened(open_run_scene(run, progress)),
        scene(opened.scene), events(logged_events(run)), simulation(std::make_unique<Simulation>(scene)) {
    if (frames.format().bodies != scene->bodies.size())
      throw InputError((folder / frame_file_name).string(), 0,
                       "belongs to another scene; write it anew with lamina replay --frames");
  }

  RecordedRun run;
  FrameReader frames;
  RunScene opened;
  std::shared_ptr<const Scene> scene; ///< with the threads that were asked for
  std::vector<Simulation::LoggedEvent> events;
  std::optional<int> threads;
  Progress of_showing;                                            ///< of what show() has to simulate
  std::unique_ptr<Simulation> simulation;                         ///< that frames are shown with
  std::map<std::uint64_t, Simulation::StoredState> before_stream; ///< states that had to be simulated
  std::unique_ptr<Simulation> followed; ///< from the first state on, where frames are not enough

  FrameReader open_frames() const;
  std::uint64_t first() const { return frames.format().first_step; }
  std::uint64_t last() const { return first() + frames.count() - 1; }
  Frame frame(std::uint64_t step) { return frames.read(step - first()); }
  Simulation::StoredState stored(std::uint64_t step);
  bool remembers() const;
  std::unique_ptr<Simulation> simulated(std::uint64_t step, const Progress& progress);
  void follow_to_before(std::uint64_t step);
  void simulate_on(Simulation& given, std::uint64_t step, const Progress& progress) const;
  void go_to(Simulation& given, std::uint64_t step);
};

FrameReader RunPlayer::State::open_frames() const {
  const std::filesystem::path file = run.folder / frame_file_name;
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    throw InputError(run.folder.string(), 0, "has no frame stream; lamina replay --frames writes it");
  FrameReader reader(file);
  if (reader.count() == 0)
    throw InputError(file.string(), 0, "holds no whole frame; write it anew with lamina replay --frames");
  if (reader.format().scene_hash != run.scene_hash)
    throw InputError(file.string(), 0, "belongs to another run; write it anew with lamina replay --frames");
  return reader;
}

/// A hand may have taken hold before the stream began.
Simulation::StoredState RunPlayer::State::stored(std::uint64_t step) {
  if (step >= first()) {
    Frame found = frame(step);
    return {found.statistics, std::move(found.bodies)};
  }
  if (const auto known = before_stream.find(step); known != before_stream.end())
    return known->second;
  const auto other = simulated(step, of_showing);
  const std::span<const double> bodies = other->body_states();
  return before_stream[step] = {other->statistics(), {bodies.begin(), bodies.end()}};
}

void RunPlayer::State::go_to(Simulation& given, std::uint64_t step) {
  given.go_to(step, events, [this](std::uint64_t asked) { return stored(asked); });
}

/// Frames hold bodies alone; what goes on from one lacks what the method remembers of the step before
/// (ContactMethod::save_memory), and the solver (ContactSolver::save).
bool RunPlayer::State::remembers() const {
  const bool has_cloth = std::any_of(scene->bodies.begin(), scene->bodies.end(), [](const SceneBody& body) {
    return body.kind == BodyKind::cloth; // always swept
  });
  return has_cloth || scene->settings.contact.proximity.swept ||
         scene->settings.contact.method == "adaptive" || scene->settings.contact.method == "stochastic" ||
         scene->settings.response.response == ResponseKind::constraints ||
         std::any_of(events.begin(), events.end(), [](const auto& logged) {
           const auto* set = std::get_if<SetSetting>(&logged.event);
           return set && (set->name == "swept" || set->name == "response" || set->name == "method");
         });
}

/// A simulation at `step` or before. One that is beyond goes back, unless inputs since would stay, or a hand
/// would have let go.
void RunPlayer::State::follow_to_before(std::uint64_t step) {
  if (followed && followed->statistics().step <= step)
    return;
  const auto hinders = [&](const auto& logged) {
    return logged.step < followed->statistics().step &&
           (logged.step >= step - 1 || std::holds_alternative<BeginDrag>(logged.event));
  };
  if (!followed || std::any_of(run.events.begin(), run.events.end(), hinders) || !followed->go_back(step - 1))
    followed = std::make_unique<Simulation>(scene);
}

/// The run from its first state on, up to a step.
std::unique_ptr<Simulation> RunPlayer::State::simulated(std::uint64_t step, const Progress& progress) {
  auto fresh = std::make_unique<Simulation>(scene);
  simulate_on(*fresh, step, progress);
  return fresh;
}

/// Goes on with the run's inputs.
void RunPlayer::State::simulate_on(Simulation& given, std::uint64_t step, const Progress& progress) const {
  const std::uint64_t from = given.statistics().step;
  std::size_t next = 0;
  while (next < run.events.size() && run.events[next].step < from)
    ++next;
  while (given.statistics().step < step) {
    const std::uint64_t now = given.statistics().step;
    if (progress && !progress(static_cast<double>(now - from) / static_cast<double>(step - from),
                              "step " + std::to_string(now) + " of " + std::to_string(step)))
      throw Cancelled();
    apply_inputs(run, threads, next, given);
    if (!given.step())
      throw std::runtime_error(given.problem());
  }
}

RunPlayer::RunPlayer(const std::filesystem::path& folder, const Progress& progress)
    : state_(std::make_unique<State>(folder, progress)) {}

RunPlayer::~RunPlayer() = default;

const RecordedRun& RunPlayer::run() const {
  return state_->run;
}
std::shared_ptr<const Scene> RunPlayer::scene() const {
  return state_->scene;
}
bool RunPlayer::scene_agrees() const {
  return state_->opened.agrees;
}
std::uint64_t RunPlayer::first_step() const {
  return state_->first();
}
std::uint64_t RunPlayer::last_step() const {
  return state_->last();
}

std::vector<double> RunPlayer::times() {
  State& s = *state_;
  const std::vector<StepStatistics>& recorded = s.run.steps;
  std::vector<double> times;
  times.reserve(s.frames.count());
  for (std::uint64_t step = s.first(); step <= s.last(); ++step) {
    const bool known = !recorded.empty() && step >= recorded.front().step && step <= recorded.back().step;
    times.push_back(known ? recorded[step - recorded.front().step].time_s : s.frame(step).statistics.time_s);
  }
  return times;
}

void RunPlayer::set_progress(Progress progress) {
  state_->of_showing = std::move(progress);
}

void RunPlayer::set_threads(int threads) {
  State& s = *state_;
  s.threads = threads;
  auto changed = std::make_shared<Scene>(*s.scene);
  changed->settings.simulation.threads = threads;
  s.scene = std::move(changed);
  std::erase_if(s.events, [](const Simulation::LoggedEvent& logged) {
    const auto* set = std::get_if<SetSetting>(&logged.event);
    return set && set->name == "threads";
  });
  s.simulation = std::make_unique<Simulation>(s.scene);
  s.followed.reset();
}

std::shared_ptr<Snapshot> RunPlayer::show(std::uint64_t step, const SnapshotExtras& extras) {
  State& s = *state_;
  if ((extras.pixels || extras.drawn || extras.tree_level) && step > s.first()) {
    if (s.remembers()) {
      s.follow_to_before(step);
      s.simulate_on(*s.followed, step, s.of_showing);
      return s.followed->snapshot(extras);
    }
    s.go_to(*s.simulation, step - 1);
    s.simulate_on(*s.simulation, step, {});
    return s.simulation->snapshot(extras);
  }
  const Frame frame = s.frame(step);
  s.go_to(*s.simulation, step);
  std::shared_ptr<Snapshot> snapshot =
      s.simulation->snapshot({.inside = extras.inside, .search = extras.search});
  for (std::size_t i = 0; i < frame.forces.size(); ++i) {
    snapshot->bodies[i].contact_force = Vec3(frame.forces[i].data());
    snapshot->bodies[i].contact_torque = Vec3(frame.forces[i].data() + 3);
  }
  if (!snapshot->drags.empty())
    snapshot->drags.front().force_N = frame.drag_force;
  return snapshot;
}

std::unique_ptr<Simulation> RunPlayer::continue_from(std::uint64_t step, const Progress& progress) const {
  State& s = *state_;
  std::unique_ptr<Simulation> live;
  if (step < s.first() || s.remembers()) {
    live = s.simulated(step, progress);
  } else {
    live = std::make_unique<Simulation>(s.scene);
    s.go_to(*live, std::min(step, s.last()));
    s.simulate_on(*live, step, progress);
  }
  if (!live->recorded_snapshot()->drags.empty())
    live->apply(EndDrag{});
  return live;
}

} // namespace lamina
