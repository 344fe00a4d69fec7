#include "core/reference_overlap/method_limits.h"

#include "core/contact/double_surfaces.h"
#include "core/contact/proximity/cloth_crossings.h"
#include "core/contact/raytraced/ray_evidence.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <set>

namespace lamina {

namespace {

using BodyNumbers = std::array<std::uint32_t, 2>;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

/// Pairs of which something is said together, the first by name.
struct Pairs {
  std::size_t count = 0;
  BodyNumbers first{};

  void add(const BodyNumbers& pair) {
    if (count++ == 0)
      first = pair;
  }
  std::string text(const Scene& scene) const {
    const std::string names = "\"" + scene.bodies[first[0]].name + "\" and " +
                              (first[0] == first[1] ? "itself" : "\"" + scene.bodies[first[1]].name + "\"");
    if (count == 1)
      return names;
    return names + ", and " + std::to_string(count - 1) + (count == 2 ? " more pair" : " more pairs");
  }
};

/// A pair with few rays says nothing of either body.
constexpr std::uint64_t fewest_rays = 20;

bool is_folded(const PairContacts& pair) {
  const RayEvidence& found = rays_of(pair);
  return found.rays >= fewest_rays && 3 * found.met(RayFate::open) >= found.rays;
}

/// Overlaps that count (least_share) and what the method makes of them.
struct Findings {
  Pairs unseen, too_deep, folded, near, tangled;
  std::size_t crossings = 0; ///< edges of cloth that go through cloth
  bool closed = true;        ///< is all of that cloth
  double deepest_seen = 0;   ///< m, of the first that is too deep
};

Findings look(ReferenceOverlap& reference_overlap, ContactMethod& method, const Settings& settings) {
  Findings found;
  const std::vector<Overlap> overlaps = reference_overlap.overlaps();
  std::set<BodyNumbers> seen, near;
  for (const PairContacts& pair : reference_overlap.seen_by(method, settings)) {
    if (is_folded(pair))
      found.folded.add(pair.body);
    if (pair.contacts.empty())
      continue;
    seen.insert(pair.body);
    if (pair.contacts.front().kind == MeasureKind::gap)
      near.insert(pair.body);
  }
  for (const Overlap& overlap : overlaps) {
    const Surface &a = reference_overlap.surface(overlap.body[0]),
                  &b = reference_overlap.surface(overlap.body[1]);
    if (is_sheet(a) && is_sheet(b))
      continue; // look_for_tangles() tells
    const double deepest = method.deepest_seen(a, b, settings.contact);
    const bool counts = overlap.volume >= least_share * reference_overlap.smaller_volume(overlap);
    if (counts && overlap.volume > deepest * overlap.area) {
      found.too_deep.add(overlap.body);
      near.erase(overlap.body);
      if (found.too_deep.count == 1)
        found.deepest_seen = deepest;
    } else if (counts && !seen.contains(overlap.body)) {
      found.unseen.add(overlap.body);
    }
  }
  for (const BodyNumbers& pair : near)
    found.near.add(pair);
  return found;
}

/// Sheets of cloth that pass through themselves or each other.
void look_for_tangles(const ReferenceOverlap& reference_overlap, std::uint32_t bodies, Findings& found) {
  std::vector<const Surface*> sheets;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t body = 0; body < bodies; ++body)
    if (is_sheet(reference_overlap.surface(body))) {
      sheets.push_back(&reference_overlap.surface(body));
      numbers.push_back(body);
    }
  DoubleSurfaces in_double;
  const std::span<const Surface* const> placed = in_double.of(sheets);
  for (std::size_t a = 0; a < placed.size(); ++a)
    for (std::size_t b = a; b < placed.size(); ++b) {
      std::size_t crossings = proximity::count_crossings(*placed[a], *placed[b]);
      if (a != b)
        crossings += proximity::count_crossings(*placed[b], *placed[a]);
      if (crossings > 0) {
        found.tangled.add({numbers[a], numbers[b]});
        found.closed = found.closed && reference_overlap.is_closed_cloth(numbers[a]) &&
                       reference_overlap.is_closed_cloth(numbers[b]);
      }
      found.crossings += crossings;
    }
}

} // namespace

void MethodLimits::add_later(const MethodLimits& later) {
  for (const LimitKind kind : {LimitKind::unseen, LimitKind::too_deep, LimitKind::folded})
    if (std::string& known = sentences[static_cast<std::size_t>(kind)]; known.empty())
      known = later.sentences[static_cast<std::size_t>(kind)];
}

std::vector<std::string> MethodLimits::lines() const {
  std::vector<std::string> lines;
  std::copy_if(sentences.begin(), sentences.end(), std::back_inserter(lines),
               [](const std::string& sentence) { return !sentence.empty(); });
  return lines;
}

MethodLimits method_limits(ReferenceOverlap& reference_overlap, const Scene& scene,
                           const Settings& settings) {
  MethodLimits limits;
  if (measures_volume(settings.contact))
    return limits;
  const std::unique_ptr<ContactMethod> method = make_contact_method(settings.contact);
  Findings found = look(reference_overlap, *method, settings);
  look_for_tangles(reference_overlap, static_cast<std::uint32_t>(scene.bodies.size()), found);
  const auto say = [&](LimitKind kind, const std::string& what) {
    limits.sentences[static_cast<std::size_t>(kind)] = settings.contact.method + " " + what;
  };
  if (found.unseen.count > 0)
    say(LimitKind::unseen, "sees nothing where " + found.unseen.text(scene) + " overlap");
  if (found.too_deep.count > 0)
    say(LimitKind::too_deep, "looks no deeper than " + number(found.deepest_seen) + " m here: " +
                                 found.too_deep.text(scene) + " overlap deeper and may stay stuck");
  if (found.tangled.count > 0)
    say(LimitKind::tangled, "does not untangle cloth: " + found.tangled.text(scene) +
                                " pass through each other, at " + std::to_string(found.crossings) +
                                (found.crossings == 1 ? " edge" : " edges") +
                                (found.closed ? "; ldi does, for all of it is closed" : ""));
  if (found.folded.count > 0)
    say(LimitKind::folded, "loses a third or more of the rays between " + found.folded.text(scene) +
                               " in folds of their own body, and what is crumpled there may leak");
  const bool given = settings.response.stiffness_source == StiffnessSource::given;
  if (given && settings.response.law == ContactLaw::f08)
    say(LimitKind::stiffness, "does not use the volume_stiffness given here but depth_stiffness, " +
                                  number(settings.response.depth_stiffness) +
                                  " Pa/m: bodies may be pushed harder or softer");
  if (given && found.near.count > 0)
    say(LimitKind::near, "keeps a distance, and " + found.near.text(scene) +
                             " are nearer: with a given stiffness they may be thrown apart");
  return limits;
}

MethodLimits method_limits(const Scene& scene, const Settings& settings, std::span<const double> states) {
  if (measures_volume(settings.contact))
    return {};
  ReferenceOverlap reference_overlap(scene);
  reference_overlap.take(states);
  return method_limits(reference_overlap, scene, settings);
}

} // namespace lamina
