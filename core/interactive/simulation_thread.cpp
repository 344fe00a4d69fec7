#include "core/interactive/simulation_thread.h"

#include "core/interactive/comparison_simulation.h"
#include "core/interactive/film_beat.h"
#include "core/interactive/limits_in_force.h"
#include "core/record/recorder.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <variant>

namespace lamina {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// Snapshots are made at most this often while playing; more would only cost.
constexpr Seconds publish_interval{1.0 / 200};
/// When the simulation is farther behind real time than this it gives up catching up.
constexpr Seconds patience{0.05};
/// Rates are averaged over this long.
constexpr Seconds rate_window{0.5};
/// Measures steps a second and the real-time factor over the last half second of playing.
class RateMeter {
public:
  void restart() {
    start_ = Clock::now();
    steps_ = 0;
    simulated_ = 0;
  }
  void count(double simulated_s) {
    ++steps_;
    simulated_ += simulated_s;
    const double elapsed = Seconds(Clock::now() - start_).count();
    if (elapsed < rate_window.count())
      return;
    steps_per_second = steps_ / elapsed;
    real_time_factor = simulated_ / elapsed;
    restart();
  }
  double steps_per_second = 0, real_time_factor = 0;

private:
  Clock::time_point start_ = Clock::now();
  int steps_ = 0;
  double simulated_ = 0;
};

/// What requests that were taken leave to be shown.
enum class Taken { nothing, moves, others };

} // namespace

struct SimulationThread::State {
  struct Film {
    double interval_s;
  };
  using Posted = std::variant<Request, std::unique_ptr<Simulation>, Film>;

  std::function<void()> published;

  // Shared with other threads, behind the mutex.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::deque<Posted> requests;
  std::shared_ptr<const Snapshot> latest;
  FilmQueue film_frames;
  bool stop = false;

  // Only the simulation thread touches what follows.
  std::unique_ptr<Simulation> simulation;
  LimitsInForce limits;
  std::unique_ptr<ComparisonSimulation> comparison;
  std::unique_ptr<Recorder> recorder;
  std::optional<FilmBeat> film;
  std::string problem, recording_problem;
  bool playing = false;
  SnapshotExtras extras;
  std::uint64_t scene_revision = 0;
  RateMeter rate;
  Clock::time_point next_step = Clock::now(), last_publish{};
  std::thread thread;

  void run();
  static bool comes_with_the_mouse(const Posted& posted);
  bool others_wait() const;
  Taken take_requests();
  void handle(const Request& request);
  void apply(const Event& event);
  void replace_scene(const ReplaceScene& request);
  void go_on_with(std::unique_ptr<Simulation> next);
  void compare_with(const CompareWith& request);
  void start_recording(const StartRecording& request);
  void stop_recording();
  void record(const std::function<void(Recorder&)>& action);
  void record_events(std::size_t known);
  void start_film(double interval_s);
  void add_to_film();
  void step();
  std::shared_ptr<Snapshot> make_snapshot() const;
  void publish();
  bool may_step() const;
  bool step_is_due() const;
  bool wait_until_due();
};

// While a scene is slower than real time, a step is always due. A hand moves more often than a snapshot can
// be made then, and would keep the steps that it acts on from being taken at all: its moves are taken with
// the next step and shown by it.
void SimulationThread::State::run() {
  for (;;) {
    const Taken taken = take_requests();
    {
      const std::lock_guard lock(mutex);
      if (stop)
        break;
    }
    if (taken == Taken::others || (taken == Taken::moves && !step_is_due()))
      publish();
    if (!wait_until_due())
      continue;
    try {
      step();
    } catch (const std::exception& error) {
      playing = false;
      problem = error.what();
    }
    if (Clock::now() - last_publish >= publish_interval || !playing)
      publish();
  }
  stop_recording();
}

/// Whether it is an input that comes as often as the mouse moves.
bool SimulationThread::State::comes_with_the_mouse(const Posted& posted) {
  const auto* request = std::get_if<Request>(&posted);
  const auto* event = request ? std::get_if<Event>(request) : nullptr;
  return event && (std::holds_alternative<MoveDrag>(*event) || std::holds_alternative<TurnDrag>(*event) ||
                   std::holds_alternative<SetCamera>(*event));
}

/// With the mutex held: whether something has queued up that comes before the next step whatever the hand
/// does.
bool SimulationThread::State::others_wait() const {
  return !std::all_of(requests.begin(), requests.end(), comes_with_the_mouse);
}

/// With the mutex held: whether there is something to do, and room for what a film keeps of it.
bool SimulationThread::State::may_step() const {
  return playing && simulation && !film_frames.full();
}

bool SimulationThread::State::step_is_due() const {
  const std::lock_guard lock(mutex);
  return may_step() && Clock::now() >= next_step;
}

/// Waits for the time of the next step; false if a request came first.
bool SimulationThread::State::wait_until_due() {
  std::unique_lock lock(mutex);
  if (may_step() && Clock::now() >= next_step)
    return !stop && !others_wait();
  wake.wait(lock, [this] { return stop || !requests.empty() || may_step(); });
  wake.wait_until(lock, next_step, [this] { return stop || !requests.empty(); });
  return !stop && requests.empty();
}

/// Handles what has queued up, in order. Returns what there was.
Taken SimulationThread::State::take_requests() {
  std::deque<Posted> taken;
  bool others = false;
  {
    const std::lock_guard lock(mutex);
    others = others_wait();
    taken.swap(requests);
  }
  for (Posted& posted : taken) {
    try {
      if (auto* given = std::get_if<std::unique_ptr<Simulation>>(&posted))
        go_on_with(std::move(*given));
      else if (const auto* wanted = std::get_if<Film>(&posted))
        start_film(wanted->interval_s);
      else
        handle(std::get<Request>(posted));
    } catch (const std::exception& error) {
      problem = error.what();
    }
  }
  return taken.empty() ? Taken::nothing : others ? Taken::others : Taken::moves;
}

void SimulationThread::State::handle(const Request& request) {
  if (const auto* event = std::get_if<Event>(&request)) {
    apply(*event);
  } else if (std::get_if<Play>(&request)) {
    playing = simulation != nullptr;
    problem.clear();
    next_step = Clock::now();
    rate.restart();
  } else if (std::get_if<Pause>(&request)) {
    playing = false;
  } else if (std::get_if<StepOnce>(&request)) {
    playing = false;
    if (simulation)
      step();
  } else if (const auto* back = std::get_if<GoBack>(&request)) {
    playing = false;
    if (simulation && simulation->go_back(back->step)) {
      stop_recording();
      problem.clear();
      if (comparison)
        comparison->go_back(*simulation);
    }
  } else if (const auto* replace = std::get_if<ReplaceScene>(&request)) {
    replace_scene(*replace);
  } else if (const auto* start = std::get_if<StartRecording>(&request)) {
    start_recording(*start);
  } else if (std::get_if<StopRecording>(&request)) {
    stop_recording();
  } else if (const auto* show = std::get_if<Show>(&request)) {
    extras = show->extras;
  } else if (const auto* compared = std::get_if<CompareWith>(&request)) {
    compare_with(*compared);
  }
}

void SimulationThread::State::apply(const Event& event) {
  if (!simulation)
    return;
  // A run begins with the first state, so going back to it ends the recording of this one.
  if (std::holds_alternative<Reset>(event)) {
    stop_recording();
    problem.clear();
  }
  const std::size_t known = simulation->events().size();
  simulation->apply(event);
  record_events(known);
  limits.follow(event, *simulation);
  if (comparison)
    comparison->apply(event, *simulation);
}

/// Those behind the first `known`, which are recorded already.
void SimulationThread::State::record_events(std::size_t known) {
  const std::vector<Simulation::LoggedEvent>& events = simulation->events();
  for (; known < events.size(); ++known)
    record([&](Recorder& r) { r.event(events[known].step, events[known].event); });
}

void SimulationThread::State::replace_scene(const ReplaceScene& request) {
  go_on_with(std::make_unique<Simulation>(request.scene));
}

void SimulationThread::State::go_on_with(std::unique_ptr<Simulation> next) {
  stop_recording();
  simulation = std::move(next);
  limits.look(*simulation);
  problem.clear();
  recording_problem.clear();
  next_step = Clock::now();
  rate = {};
  ++scene_revision;
  if (comparison)
    comparison = std::make_unique<ComparisonSimulation>(*simulation, comparison->wanted());
}

void SimulationThread::State::compare_with(const CompareWith& request) {
  comparison.reset();
  if (!simulation || request.method.empty())
    return;
  apply(EndDrag{});
  comparison = std::make_unique<ComparisonSimulation>(*simulation, request);
}

void SimulationThread::State::start_recording(const StartRecording& request) {
  if (!simulation)
    return;
  stop_recording();
  recording_problem.clear();
  try {
    recorder = std::make_unique<Recorder>(request.folder, simulation->scene(), simulation->first_settings());
  } catch (const std::exception& error) {
    recording_problem = error.what();
    return;
  }
  // Inputs from before the recording belong to the run: without them it could not be repeated from its first
  // state.
  record_events(0);
  record([&](Recorder& r) { r.frame(*simulation->recorded_snapshot(), simulation->body_states()); });
}

void SimulationThread::State::stop_recording() {
  record([](Recorder& r) { r.finish(); });
  recorder.reset();
}

/// Runs a recorder action; a disk that is full ends the recording and nothing else.
void SimulationThread::State::record(const std::function<void(Recorder&)>& action) {
  if (!recorder)
    return;
  try {
    action(*recorder);
  } catch (const std::exception& error) {
    recording_problem = error.what();
    recorder.reset();
  }
}

void SimulationThread::State::start_film(double interval_s) {
  {
    const std::lock_guard lock(mutex);
    film_frames.clear();
  }
  film.reset();
  if (interval_s > 0)
    film.emplace(interval_s);
  add_to_film();
}

/// Keeps the state as it is, if the film shows it.
void SimulationThread::State::add_to_film() {
  if (!film || !simulation)
    return;
  const std::uint64_t pictures = film->pictures_of(simulation->statistics().time_s);
  if (pictures == 0)
    return;
  FilmFrame frame{make_snapshot(), pictures};
  {
    const std::lock_guard lock(mutex);
    film_frames.add(std::move(frame));
  }
  // Whoever draws looks for frames when there is something new.
  publish();
}

void SimulationThread::State::step() {
  const double h = simulation->settings().simulation.time_step;
  const std::size_t known = simulation->events().size();
  if (!simulation->step()) {
    playing = false;
    problem = simulation->problem();
    return;
  }
  rate.count(h);
  if (recorder) {
    const auto snapshot = simulation->recorded_snapshot();
    record([&](Recorder& r) {
      r.step(simulation->statistics(), *snapshot);
      r.frame(*snapshot, simulation->body_states());
    });
  }
  record_events(known);
  limits.follow_step(*simulation);
  if (comparison)
    comparison->step();
  add_to_film();
  const auto now = Clock::now();
  next_step +=
      std::chrono::duration_cast<Clock::duration>(Seconds(h / simulation->settings().simulation.speed));
  if (now - next_step > patience)
    next_step = now;
}

std::shared_ptr<Snapshot> SimulationThread::State::make_snapshot() const {
  auto snapshot = simulation->snapshot(extras);
  snapshot->scene_revision = scene_revision;
  snapshot->playing = playing;
  snapshot->steps_per_second = playing ? rate.steps_per_second : 0;
  snapshot->real_time_factor = playing ? rate.real_time_factor : 0;
  snapshot->problem = problem;
  snapshot->method_limits = limits.lines();
  snapshot->recording = recorder ? recorder->folder().string() : "";
  snapshot->recording_problem = recording_problem;
  if (comparison)
    comparison->add_to(*snapshot, *simulation, extras);
  return snapshot;
}

void SimulationThread::State::publish() {
  if (!simulation)
    return;
  std::shared_ptr<const Snapshot> snapshot = make_snapshot();
  {
    const std::lock_guard lock(mutex);
    latest = std::move(snapshot);
  }
  last_publish = Clock::now();
  if (published)
    published();
}

SimulationThread::SimulationThread(std::function<void()> published) : state_(std::make_unique<State>()) {
  state_->published = std::move(published);
  state_->thread = std::thread([state = state_.get()] { state->run(); });
}

SimulationThread::~SimulationThread() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->stop = true;
  }
  state_->wake.notify_all();
  state_->thread.join();
}

void SimulationThread::post(Request request) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->requests.push_back(std::move(request));
  }
  state_->wake.notify_all();
}

void SimulationThread::take_over(std::unique_ptr<Simulation> simulation) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->requests.push_back(std::move(simulation));
  }
  state_->wake.notify_all();
}

void SimulationThread::film(double interval_s) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->requests.push_back(State::Film{interval_s});
  }
  state_->wake.notify_all();
}

std::optional<FilmFrame> SimulationThread::take_film_frame() {
  std::optional<FilmFrame> frame;
  {
    const std::lock_guard lock(state_->mutex);
    frame = state_->film_frames.take();
  }
  state_->wake.notify_all();
  return frame;
}

std::shared_ptr<const Snapshot> SimulationThread::latest() const {
  const std::lock_guard lock(state_->mutex);
  return state_->latest;
}

} // namespace lamina
