#include "core/replay/playback_thread.h"

#include "core/base/error.h"
#include "core/interactive/film_beat.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace lamina {

namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// More pictures a second would only cost.
constexpr Seconds show_interval{1.0 / 60};
Clock::duration ticks(Seconds seconds) {
  return std::chrono::duration_cast<Clock::duration>(seconds);
}

} // namespace

std::size_t index_at(const std::vector<double>& times, double time_s) {
  const auto after = std::upper_bound(times.begin(), times.end(), time_s);
  return after == times.begin() ? 0 : static_cast<std::size_t>(after - times.begin()) - 1;
}

struct PlaybackThread::State {
  std::shared_ptr<RunPlayer> player; ///< the thread's own while it runs
  std::vector<double> times;
  std::uint64_t first = 0, last = 0, revision = 0;
  Published published;
  std::atomic<bool> stop{false};

  // Behind the mutex.
  mutable std::mutex mutex;
  std::condition_variable wake;
  std::uint64_t position = 0;
  bool stale = false; ///< what is shown is not what is asked for
  bool playing = false;
  SnapshotExtras extras;
  double speed = 1;
  std::uint64_t changes = 0; ///< of what playing goes by
  Clock::time_point since;   ///< when playing was at since_s
  double since_s = 0;
  double film_interval_s = 0;
  std::optional<FilmBeat> film;
  FilmQueue film_frames;
  std::shared_ptr<const Snapshot> latest;
  std::thread thread;

  double time_of(std::uint64_t step) const { return times[step - first]; }
  void restart_clock();
  void run();
  void show(std::unique_lock<std::mutex>& lock);
  void publish(std::unique_lock<std::mutex>& lock, std::shared_ptr<Snapshot> snapshot);
  void tell_playing(std::unique_lock<std::mutex>& lock);
  void play_on(std::unique_lock<std::mutex>& lock);
  void play_film(std::unique_lock<std::mutex>& lock);
  template <class Change>
  void change(const Change& what);
  void end();
};

/// From here on playing counts from where it is.
void PlaybackThread::State::restart_clock() {
  since = Clock::now();
  since_s = time_of(position);
  ++changes;
}

void PlaybackThread::State::run() {
  std::unique_lock lock(mutex);
  while (!stop) {
    if (stale) {
      stale = false;
      show(lock);
    } else if (!playing) {
      if (latest->playing)
        tell_playing(lock);
      else
        wake.wait(lock, [this] { return stop || stale || playing; });
    } else if (position == last) {
      playing = false;
    } else if (film) {
      play_film(lock);
    } else {
      play_on(lock);
    }
  }
}

/// Shows what is asked for, in the film too if its time has come.
void PlaybackThread::State::show(std::unique_lock<std::mutex>& lock) {
  const std::uint64_t step = position;
  const SnapshotExtras wanted = extras;
  lock.unlock();
  std::shared_ptr<Snapshot> snapshot;
  std::string problem;
  try {
    snapshot = player->show(step, wanted);
  } catch (const std::exception& error) {
    problem = error.what();
  }
  lock.lock();
  if (!snapshot) {
    playing = false;
    snapshot = std::make_shared<Snapshot>(*latest);
  }
  snapshot->problem = problem;
  if (film && problem.empty())
    if (const std::uint64_t pictures = film->pictures_of(time_of(step)); pictures > 0)
      film_frames.add({snapshot, pictures});
  publish(lock, snapshot);
}

void PlaybackThread::State::publish(std::unique_lock<std::mutex>& lock, std::shared_ptr<Snapshot> snapshot) {
  snapshot->scene_revision = revision;
  snapshot->oldest_step = first;
  snapshot->playing = playing;
  snapshot->real_time_factor = playing ? speed : 0;
  latest = snapshot;
  lock.unlock();
  if (published)
    published(snapshot);
  lock.lock();
}

/// The same picture, with playing as it is now.
void PlaybackThread::State::tell_playing(std::unique_lock<std::mutex>& lock) {
  publish(lock, std::make_shared<Snapshot>(*latest));
}

/// Shows the next frame when its time has come, or waits for that.
void PlaybackThread::State::play_on(std::unique_lock<std::mutex>& lock) {
  const std::uint64_t before = changes;
  const Clock::time_point now = Clock::now();
  const double reached_s = since_s + speed * Seconds(now - since).count();
  const std::uint64_t due = first + index_at(times, reached_s);
  if (due > position) {
    position = due;
    show(lock);
    wake.wait_until(lock, now + ticks(show_interval),
                    [&] { return stop || stale || !playing || changes != before; });
    return;
  }
  const Clock::time_point next = since + ticks(Seconds((time_of(position + 1) - since_s) / speed));
  if (!latest->playing)
    tell_playing(lock);
  wake.wait_until(lock, next, [&] { return stop || stale || !playing || changes != before; });
}

void PlaybackThread::State::play_film(std::unique_lock<std::mutex>& lock) {
  if (film_frames.full()) {
    wake.wait(lock, [this] { return stop || stale || !playing || !film || !film_frames.full(); });
    return;
  }
  FilmBeat ahead = *film;
  do {
    ++position;
  } while (position < last && ahead.pictures_of(time_of(position)) == 0);
  show(lock);
}

template <class Change>
void PlaybackThread::State::change(const Change& what) {
  {
    const std::lock_guard lock(mutex);
    what();
    restart_clock();
  }
  wake.notify_all();
}

void PlaybackThread::State::end() {
  stop = true;
  { const std::lock_guard lock(mutex); }
  wake.notify_all();
  if (thread.joinable())
    thread.join();
}

PlaybackThread::PlaybackThread(std::shared_ptr<RunPlayer> player, std::shared_ptr<const Snapshot> first,
                               std::uint64_t revision, Published published)
    : state_(std::make_unique<State>()) {
  State& s = *state_;
  s.times = player->times();
  s.player = std::move(player);
  s.first = s.player->first_step();
  s.last = s.player->last_step();
  s.revision = revision;
  s.published = std::move(published);
  s.position = std::clamp(first->statistics.step, s.first, s.last);
  auto shown = std::make_shared<Snapshot>(*first);
  shown->scene_revision = revision;
  shown->oldest_step = s.first;
  s.latest = std::move(shown);
  s.player->set_progress([&s](double, const std::string&) { return !s.stop; });
  s.thread = std::thread([&s] { s.run(); });
}

PlaybackThread::~PlaybackThread() {
  state_->end();
}

std::shared_ptr<RunPlayer> PlaybackThread::release() {
  state_->end();
  state_->player->set_progress({});
  return std::move(state_->player);
}

const RecordedRun& PlaybackThread::run() const {
  return state_->player->run();
}
std::uint64_t PlaybackThread::first_step() const {
  return state_->first;
}
std::uint64_t PlaybackThread::last_step() const {
  return state_->last;
}
const std::vector<double>& PlaybackThread::times() const {
  return state_->times;
}

std::uint64_t PlaybackThread::position() const {
  const std::lock_guard lock(state_->mutex);
  return state_->position;
}

bool PlaybackThread::playing() const {
  const std::lock_guard lock(state_->mutex);
  return state_->playing;
}

void PlaybackThread::seek(std::uint64_t step) {
  State& s = *state_;
  s.change([&] {
    s.position = std::clamp(step, s.first, s.last);
    s.stale = true;
    // What was leapt over is not shown in a film.
    if (s.film)
      s.film.emplace(s.film_interval_s);
  });
}

void PlaybackThread::pause() {
  State& s = *state_;
  s.change([&] { s.playing = false; });
}

void PlaybackThread::play() {
  State& s = *state_;
  s.change([&] {
    s.playing = true;
    if (s.position == s.last) {
      s.position = s.first;
      s.stale = true;
    }
  });
}

void PlaybackThread::set_speed(double speed) {
  State& s = *state_;
  s.change([&] { s.speed = std::clamp(speed, slowest, fastest); });
}

void PlaybackThread::show(const SnapshotExtras& extras) {
  State& s = *state_;
  s.change([&] {
    s.stale = s.stale || s.extras != extras;
    s.extras = extras;
  });
}

void PlaybackThread::film(double interval_s) {
  State& s = *state_;
  s.change([&] {
    s.film_frames.clear();
    s.film.reset();
    s.film_interval_s = interval_s;
    if (interval_s <= 0)
      return;
    s.film.emplace(interval_s);
    s.stale = true;
  });
}

std::optional<FilmFrame> PlaybackThread::take_film_frame() {
  std::optional<FilmFrame> frame;
  {
    const std::lock_guard lock(state_->mutex);
    frame = state_->film_frames.take();
  }
  state_->wake.notify_all();
  return frame;
}

std::shared_ptr<const Snapshot> PlaybackThread::latest() const {
  const std::lock_guard lock(state_->mutex);
  return state_->latest;
}

} // namespace lamina
