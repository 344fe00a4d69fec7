#include "core/simulation/kept_contacts.h"

#include "core/contact/broad_phase.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lamina {

namespace {

bool are_same(const Pose& a, const Pose& b) {
  return a.position == b.position && a.orientation.coeffs() == b.orientation.coeffs();
}

} // namespace

void save_surfaces(std::span<Body* const> bodies, std::vector<Pose>& places) {
  places.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (const Pose* place = bodies[i]->surface_pose())
      places[i] = *place;
}

void place_surfaces(std::span<Body* const> bodies, std::span<const Pose> places) {
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (const Pose* place = bodies[i]->surface_pose(); place && !are_same(*place, places[i]))
      bodies[i]->place_surface(places[i]);
}

void KeptContacts::note_places(std::span<Body* const> bodies) {
  if (places_.size() != bodies.size())
    save_surfaces(bodies, places_);
}

void KeptContacts::choose(std::span<Body* const> bodies, std::span<BodyPair> pairs, bool all_or_none) {
  const bool known = as_found_ && places_.size() == bodies.size();
  stayed_.assign(bodies.size(), false);
  for (std::size_t i = 0; known && i < bodies.size(); ++i)
    if (const Pose* place = bodies[i]->surface_pose())
      stayed_[i] = are_same(*place, places_[i]);
  save_surfaces(bodies, places_);
  order_.resize(known ? last_.size() : 0);
  std::iota(order_.begin(), order_.end(), std::size_t{0});
  const auto before = [this](std::size_t p, std::size_t q) { return comes_before(last_[p], last_[q]); };
  if (!std::is_sorted(order_.begin(), order_.end(), before))
    std::sort(order_.begin(), order_.end(), before);

  from_.clear();
  for (const BodyPair& pair : pairs) {
    const bool stays = pair.rigid && stayed_[pair.a] && stayed_[pair.b];
    from_.push_back(stays ? find_last(pair) : nowhere);
  }
  if (all_or_none && std::find(from_.begin(), from_.end(), nowhere) != from_.end())
    std::fill(from_.begin(), from_.end(), nowhere);

  changed_.clear();
  unchanged_ = known && pairs.size() == last_.size();
  for (std::size_t p = 0; p < pairs.size(); ++p) {
    unchanged_ = unchanged_ && from_[p] == p;
    if (from_[p] == nowhere)
      changed_.push_back(pairs[p]);
    else
      pairs[p] = last_[from_[p]];
  }
  as_found_ = unchanged_;
}

/// With the pixels that are wanted now.
std::size_t KeptContacts::find_last(const BodyPair& pair) const {
  const auto found =
      std::lower_bound(order_.begin(), order_.end(), pair,
                       [this](std::size_t p, const BodyPair& q) { return comes_before(last_[p], q); });
  if (found == order_.end() || comes_before(pair, last_[*found]))
    return nowhere;
  const BodyPair& last = last_[*found];
  return last.rigid && (last.pixels || !pair.pixels) ? *found : nowhere;
}

void KeptContacts::merge(std::vector<PairContacts>& contacts) {
  // What holds no contacts any more serves those to come.
  merged_.resize(from_.size());
  std::size_t next = 0;
  for (std::size_t p = 0; p < from_.size(); ++p)
    std::swap(merged_[p], from_[p] == nowhere ? found_[next++] : contacts[from_[p]]);
  contacts.swap(merged_);
}

} // namespace lamina
