#include "core/simulation/sleep.h"

#include "core/settings/settings.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Of the speed below which bodies are slow: how fast they may be displaced all the same.
constexpr double most_displaced = 0.1;
/// Of what is displaced in the first half of the time: by so much more in the second, it speeds up and may
/// have begun to slide or to topple. Squared, over all bodies of an island.
constexpr double speeds_up = 1.5;
/// Of most_displaced: what is displaced by less is at rest, whether it speeds up or not.
constexpr double negligible = 1e-3;

double size_of(const Body& body) {
  return std::cbrt(body.volume());
}

/// m: how far a body of this size went at most, about.
double distance(const Pose& from, const Pose& to, double size) {
  return (to.position - from.position).norm() + size * from.orientation.angularDistance(to.orientation);
}

} // namespace

void Sleep::begin(std::span<Body* const> bodies) {
  bodies_ = bodies;
  wake_all();
}

void Sleep::wake_all() {
  for (Body* body : bodies_)
    body->set_asleep(false);
  rest_.assign(bodies_.size(), {});
  supports_.clear();
  asleep_ = 0;
}

void Sleep::wake(std::uint32_t body) {
  const std::int64_t island = rest_[body].island;
  rest_[body].slow_for = 0;
  if (island < 0)
    return;
  for (std::uint32_t i = 0; i < rest_.size(); ++i)
    if (rest_[i].island == island) {
      rest_[i] = {};
      bodies_[i]->set_asleep(false);
      --asleep_;
    }
  std::erase_if(supports_, [island](const Support& support) { return support.island == island; });
}

void Sleep::watch(const ResponseSettings& settings, double h) {
  for (std::size_t s = 0; s < supports_.size();)
    if (still(supports_[s].body)) {
      ++s;
    } else {
      wake(supports_[s].island);
      s = 0;
    }
  const double half = 0.5 * settings.sleep_after;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i]->moves())
      continue;
    Rest& rest = rest_[i];
    if (bodies_[i]->speed_bound(Vec3::Zero()) > settings.sleep_speed * size_of(*bodies_[i])) {
      rest.slow_for = 0;
      continue;
    }
    if (rest.slow_for == 0)
      rest.first = bodies_[i]->pose();
    if (rest.slow_for < half)
      rest.middle = bodies_[i]->pose();
    rest.slow_for += h;
  }
}

bool Sleep::wake_touched(std::span<const PairContacts> contacts) {
  const std::size_t before = asleep_;
  for (const PairContacts& pair : contacts) {
    if (pair.contacts.empty())
      continue;
    for (int side = 0; side < 2; ++side)
      if (bodies_[pair.body[side]]->asleep() && !still(pair.body[1 - side]))
        wake(pair.body[side]);
  }
  return asleep_ < before;
}

/// The root of an island is its lowest body.
void Sleep::find_islands(std::span<const PairContacts> contacts) {
  sets_.reset(bodies_.size());
  for (const PairContacts& pair : contacts) {
    if (pair.contacts.empty() || !bodies_[pair.body[0]]->moves() || !bodies_[pair.body[1]]->moves())
      continue;
    sets_.unite(pair.body[0], pair.body[1]);
  }
}

Sleep::Displaced Sleep::displaced(std::uint32_t body, const ResponseSettings& settings) const {
  const Rest& rest = rest_[body];
  const double size = size_of(*bodies_[body]), half = 0.5 * settings.sleep_after;
  return {distance(rest.first, rest.middle, size) / half,
          distance(rest.middle, bodies_[body]->pose(), size) / (rest.slow_for - half)};
}

void Sleep::judge_islands(const ResponseSettings& settings, std::span<const PairContacts> contacts,
                          std::span<const std::uint32_t> held) {
  find_islands(contacts);
  islands_.assign(bodies_.size(), {});
  for (const std::uint32_t body : held)
    islands_[sets_.find(body)].awake = true;
  for (const PairContacts& pair : contacts)
    for (int side = 0; side < 2 && !pair.contacts.empty(); ++side) {
      const std::uint32_t body = pair.body[side], other = pair.body[1 - side];
      if (bodies_[body]->moves() && bodies_[other]->prescribed())
        (still(other) ? islands_[sets_.find(body)].held_still : islands_[sets_.find(body)].awake) = true;
    }
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (!bodies_[i]->moves())
      continue;
    Island& island = islands_[sets_.find(i)];
    const Body::Anchor anchor = bodies_[i]->anchor();
    island.awake = island.awake || anchor == Body::Anchor::moving || rest_[i].slow_for < settings.sleep_after;
    island.held_still = island.held_still || anchor == Body::Anchor::still;
  }
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    Island& island = islands_[sets_.find(i)];
    if (!bodies_[i]->moves() || island.awake || !island.held_still)
      continue;
    const Displaced by = displaced(i, settings);
    const double most = most_displaced * settings.sleep_speed * size_of(*bodies_[i]),
                 mass = bodies_[i]->mass();
    const double least = negligible * most;
    island.displaced = island.displaced || by.first > most || by.second > most;
    island.first += mass * std::max(by.first * by.first, least * least);
    island.second += mass * by.second * by.second;
  }
}

/// What is displaced too fast, or ever faster, is watched from the start again.
bool Sleep::sleeps(std::uint32_t body) {
  if (!bodies_[body]->moves())
    return false;
  const Island& island = islands_[sets_.find(body)];
  if (island.awake || !island.held_still)
    return false;
  if (!island.displaced && island.second <= speeds_up * island.first)
    return true;
  rest_[body].slow_for = 0;
  return false;
}

bool Sleep::lay_down(const ResponseSettings& settings, std::span<const PairContacts> contacts,
                     std::span<const std::uint32_t> held) {
  judge_islands(settings, contacts, held);
  const std::size_t before = asleep_;
  for (std::uint32_t i = 0; i < bodies_.size(); ++i) {
    if (!sleeps(i))
      continue;
    rest_[i].island = sets_.find(i);
    ++asleep_;
  }
  if (asleep_ == before)
    return false;
  for (const PairContacts& pair : contacts)
    for (int side = 0; side < 2 && !pair.contacts.empty(); ++side) {
      const std::uint32_t body = pair.body[side], other = pair.body[1 - side];
      if (bodies_[body]->moves() && rest_[body].island >= 0 && bodies_[other]->prescribed())
        supports_.push_back({static_cast<std::uint32_t>(rest_[body].island), other});
    }
  for (std::uint32_t i = 0; i < bodies_.size(); ++i)
    if (bodies_[i]->moves() && rest_[i].island >= 0) {
      bodies_[i]->set_velocity(BlockVector::Zero(3 * static_cast<Eigen::Index>(bodies_[i]->block_count())));
      bodies_[i]->set_asleep(true);
    }
  return true;
}

void Sleep::save(std::vector<double>& state) const {
  for (const Rest& rest : rest_) {
    state.insert(state.end(), {rest.slow_for, static_cast<double>(rest.island)});
    for (const Pose& pose : {rest.first, rest.middle}) {
      state.insert(state.end(), pose.position.data(), pose.position.data() + 3);
      state.insert(state.end(), pose.orientation.coeffs().data(), pose.orientation.coeffs().data() + 4);
    }
  }
  for (const Support& support : supports_)
    state.insert(state.end(), {static_cast<double>(support.island), static_cast<double>(support.body)});
}

void Sleep::restore(std::span<const double> state) {
  wake_all();
  constexpr std::size_t each = 16;
  if (state.size() < each * rest_.size())
    return;
  for (std::size_t i = 0; i < rest_.size(); ++i, state = state.subspan(each)) {
    const auto pose_at = [state](std::size_t k) {
      return Pose{Vec3(state[k], state[k + 1], state[k + 2]),
                  Quat(state[k + 6], state[k + 3], state[k + 4], state[k + 5])};
    };
    rest_[i] = {state[0], pose_at(2), pose_at(9), static_cast<std::int64_t>(state[1])};
    bodies_[i]->set_asleep(rest_[i].island >= 0);
    asleep_ += rest_[i].island >= 0;
  }
  for (; state.size() >= 2; state = state.subspan(2))
    supports_.push_back({static_cast<std::uint32_t>(state[0]), static_cast<std::uint32_t>(state[1])});
}

} // namespace lamina
