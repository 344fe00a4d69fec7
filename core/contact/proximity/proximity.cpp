#include "core/contact/proximity/proximity.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/double_surfaces.h"
#include "core/contact/proximity/crossing_memory.h"
#include "core/contact/proximity/distances.h"
#include "core/contact/proximity/pair_search.h"
#include "core/contact/tree_box.h"

#include <algorithm>

namespace lamina {

namespace {

/// In the order of proximity_traits().
enum ProximityPhase : std::size_t { gap_trees_phase, search_phase };

using namespace proximity;

/// Pairs of groups that one thread searches at a time.
constexpr std::uint32_t groups_a_part = 16;

Reach reach_of(const TrackedSurface& a, const TrackedSurface& b, const ProximitySettings& settings) {
  if (a.usable() && b.usable() && (is_sheet(a.surface()) || is_sheet(b.surface())))
    return reach_of_cloth(a.surface(), b.surface(), is_sheet(a.surface()) ? b.thickness() : a.thickness(),
                          settings);
  return &a == &b ? reach_within(a.thickness(), settings)
                  : reach_between(a.thickness(), b.thickness(), settings);
}

/// Whether steps are swept: where it is asked for, and of cloth always, whose crossings nothing else tells.
bool sweeps(std::span<const Surface* const> surfaces, const ProximitySettings& settings) {
  return settings.swept || std::any_of(surfaces.begin(), surfaces.end(),
                                       [](const Surface* surface) { return is_sheet(*surface); });
}

class Proximity : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  double reach(std::span<const Surface* const> surfaces, const ContactSettings& settings) const override;
  double deepest_seen(const Surface& a, const Surface& b, const ContactSettings& settings) const override;
  void save_memory(std::vector<double>& memory) const override;
  void restore_memory(std::span<const double> memory) override;
  void tree_boxes(std::uint32_t surface, int level, std::vector<Box>& boxes) const override;

private:
  /// A group of the tree of a surface.
  struct Group {
    std::uint32_t surface, group;
    auto operator<=>(const Group&) const = default;
  };
  /// Some of the pairs of groups of a pair of surfaces.
  struct Part {
    std::size_t pair;
    Range groups;
  };

  void update_surfaces(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                       const ProximitySettings& settings, int threads);
  void refit_top(const ProximitySettings& settings, int threads);
  void refit_groups(int threads);
  void find_groups(std::span<const BodyPair> pairs, const ProximitySettings& settings, int threads);
  void refit_found_groups(std::span<const BodyPair> pairs, int threads);
  void cut_into_parts();
  void collect(std::size_t pair, PairContacts& result);
  void remember(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs, bool swept);

  DoubleSurfaces in_double_;
  std::vector<TrackedSurface> tracked_;    ///< by surface
  std::vector<std::uint8_t> used_;         ///< by surface: 1 if a pair has it, 2 if also with itself
  std::vector<std::uint32_t> in_use_;      ///< surfaces that can be searched
  std::vector<SurfacePair> surface_pairs_; ///< by pair
  std::vector<std::vector<bvh::IndexPair>> groups_, open_; ///< by pair: those whose boxes are close
  std::vector<Group> to_refit_;
  std::vector<Part> parts_;
  std::vector<SearchPart> found_;                   ///< by part
  std::vector<Range> parts_of_;                     ///< by pair
  std::vector<std::vector<FeaturePair>> collected_; ///< by pair
  CrossingMemory crossings_;                        ///< of the last step
};

void Proximity::update_surfaces(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                                const ProximitySettings& settings, int threads) {
  used_.assign(surfaces.size(), 0);
  for (const BodyPair& pair : pairs)
    for (const std::uint32_t s : {pair.a, pair.b})
      used_[s] = std::max<std::uint8_t>(used_[s], pair.a == pair.b ? 2 : 1);
  // Surfaces are numbered anew as bodies come apart.
  if (tracked_.size() != surfaces.size())
    std::for_each(tracked_.begin(), tracked_.end(), [](TrackedSurface& surface) { surface.forget(); });
  tracked_.resize(surfaces.size());
  parallel_for(surfaces.size(), threads, [&](std::size_t s) {
    if (used_[s])
      tracked_[s].update(*surfaces[s], settings, surfaces[s]->self_contact || used_[s] == 2);
  });
  in_use_.clear();
  for (std::uint32_t s = 0; s < surfaces.size(); ++s)
    if (used_[s] && tracked_[s].usable())
      in_use_.push_back(s);
}

void Proximity::refit_groups(int threads) {
  parallel_for(to_refit_.size(), threads, [this](std::size_t i) {
    TrackedSurface& of = tracked_[to_refit_[i].surface];
    of.tree().refit_group(to_refit_[i].group, of.cones());
  });
}

void Proximity::refit_top(const ProximitySettings& settings, int threads) {
  const bool lazy = settings.bvh_refit == BvhRefit::lazy;
  if (!lazy) {
    to_refit_.clear();
    for (const std::uint32_t s : in_use_)
      for (std::uint32_t g = 0; g < tracked_[s].tree().groups(); ++g)
        to_refit_.push_back({s, g});
    refit_groups(threads);
  }
  parallel_for(in_use_.size(), threads, [this, lazy](std::size_t i) {
    TrackedSurface& of = tracked_[in_use_[i]];
    if (lazy)
      of.tree().refit_top(of.surface().balls);
    else
      of.tree().refit_top_from_groups();
  });
}

void Proximity::find_groups(std::span<const BodyPair> pairs, const ProximitySettings& settings, int threads) {
  surface_pairs_.resize(pairs.size());
  groups_.resize(std::max(groups_.size(), pairs.size()));
  open_.resize(groups_.size());
  parallel_for(pairs.size(), threads, [&](std::size_t i) {
    const TrackedSurface &a = tracked_[pairs[i].a], &b = tracked_[pairs[i].b];
    surface_pairs_[i] = {&a, &b, reach_of(a, b, settings), false};
    surface_pairs_[i].swept =
        (settings.swept || surface_pairs_[i].has_cloth()) && a.remembers() && b.remembers();
    // What went deeper is remembered.
    if (surface_pairs_[i].swept && surface_pairs_[i].cloth_and_solid())
      surface_pairs_[i].reach.depth =
          std::min(surface_pairs_[i].reach.depth, surface_pairs_[i].reach.distance);
    groups_[i].clear();
    if (a.usable() && b.usable() && surface_pairs_[i].reach.most() > 0)
      a.tree().find_groups(b.tree(), surface_pairs_[i].reach.most(), open_[i], groups_[i]);
  });
  if (settings.bvh_refit == BvhRefit::lazy)
    refit_found_groups(pairs, threads);
}

/// Of each pair first the groups of the surface with fewer triangles: what tells by them that it is far away
/// after all need not be refitted.
void Proximity::refit_found_groups(std::span<const BodyPair> pairs, int threads) {
  const auto first_is_coarse = [this](std::size_t i) {
    return surface_pairs_[i].a->triangle_count() < surface_pairs_[i].b->triangle_count();
  };
  const auto refit_side = [&](bool coarse) {
    to_refit_.clear();
    for (std::size_t i = 0; i < pairs.size(); ++i)
      for (const auto& [of_a, of_b] : groups_[i])
        to_refit_.push_back(first_is_coarse(i) == coarse ? Group{pairs[i].a, of_a} : Group{pairs[i].b, of_b});
    std::sort(to_refit_.begin(), to_refit_.end());
    to_refit_.erase(std::unique(to_refit_.begin(), to_refit_.end()), to_refit_.end());
    refit_groups(threads);
  };
  refit_side(true);
  parallel_for(pairs.size(), threads, [&](std::size_t i) {
    const SurfacePair& pair = surface_pairs_[i];
    if (pair.self() || groups_[i].empty()) // surfaces without a tree have no groups
      return;
    const bool swap = first_is_coarse(i);
    const bvh::TwoLevelTree &fine = (swap ? pair.b : pair.a)->tree(),
                            &coarse = (swap ? pair.a : pair.b)->tree();
    std::erase_if(groups_[i], [&](const bvh::IndexPair& groups) {
      return !fine.group_reaches(groups[swap ? 1 : 0], coarse, groups[swap ? 0 : 1], pair.reach.margins());
    });
  });
  refit_side(false);
}

void Proximity::cut_into_parts() {
  parts_.clear();
  parts_of_.clear();
  for (std::size_t i = 0; i < surface_pairs_.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(parts_.size());
    const auto count = static_cast<std::uint32_t>(groups_[i].size());
    for (std::uint32_t at = 0; at < count; at += groups_a_part)
      parts_.push_back({i, {at, std::min(at + groups_a_part, count)}});
    parts_of_.push_back({first, static_cast<std::uint32_t>(parts_.size())});
  }
  found_.resize(std::max(found_.size(), parts_.size()));
  collected_.resize(std::max(collected_.size(), surface_pairs_.size()));
}

void Proximity::collect(std::size_t pair, PairContacts& result) {
  std::vector<FeaturePair>& all = collected_[pair];
  all.clear();
  for (std::uint32_t p = parts_of_[pair].begin; p < parts_of_[pair].end; ++p)
    all.insert(all.end(), found_[p].found.begin(), found_[p].found.end());
  const SurfacePair& of = surface_pairs_[pair];
  if (!of.a->usable() || !of.b->usable())
    return;
  if (of.swept)
    crossings_.add_earlier(of, result.body, all);
  sort_and_sift(of, all);
  if (of.has_cloth())
    drop_far_sides(of, all);
  find_enclosed(of, all);
  make_contacts(of, all, result);
}

/// Keeps for the next step's sweep where everything is, and what is on the wrong side.
void Proximity::remember(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs,
                         bool swept) {
  // Also of what no pair has: by the next step it may have gone through another.
  for (std::size_t s = 0; s < tracked_.size(); ++s) {
    if (swept)
      tracked_[s].remember(*surfaces[s]);
    else
      tracked_[s].forget();
  }
  crossings_.clear();
  for (std::size_t i = 0; swept && i < pairs.size(); ++i)
    crossings_.keep(surface_pairs_[i], {pairs[i].a, pairs[i].b}, collected_[i]);
  crossings_.sort();
}

MethodTimings Proximity::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  const std::span<const BodyPair> pairs = input.pairs;
  const ProximitySettings& settings = input.settings.proximity;
  const int threads = input.threads;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  update_surfaces(surfaces, pairs, settings, threads);
  refit_top(settings, threads);
  find_groups(pairs, settings, threads);
  timings[gap_trees_phase] = clock.lap();

  cut_into_parts();
  parallel_for(parts_.size(), threads, [this](std::size_t p) {
    const auto& [pair, range] = parts_[p];
    search_groups(surface_pairs_[pair], std::span(groups_[pair]).subspan(range.begin, range.size()),
                  found_[p]);
  });
  parallel_for(pairs.size(), threads, [&](std::size_t i) {
    results[i].begin<PointEvidence>({pairs[i].a, pairs[i].b});
    collect(i, results[i]);
  });
  remember(surfaces, pairs, sweeps(surfaces, settings));
  timings[search_phase] = clock.lap();
  return timings;
}

double Proximity::reach(std::span<const Surface* const> surfaces, const ContactSettings& of_contact) const {
  const ProximitySettings& settings = of_contact.proximity;
  // The way since the last step is part of the reach of a swept test: that of either body.
  double way = 0;
  const bool swept = sweeps(surfaces, settings);
  for (std::size_t s = 0; swept && s < std::min(surfaces.size(), tracked_.size()); ++s)
    way = std::max(way, 2 * tracked_[s].way_to(*surfaces[s]));
  if (settings.distance > 0)
    return settings.distance + way;
  // A pair keeps what suits its thinner surface: no pair more than the second thickest.
  double first = 0, second = 0, of_cloth = 0;
  for (const Surface* surface : surfaces) {
    if (is_sheet(*surface)) {
      of_cloth = std::max(of_cloth, surface->sheet_thickness);
      continue;
    }
    const double thickness = mean_thickness(*surface);
    second = std::max(second, std::min(first, thickness));
    first = std::max(first, thickness);
  }
  return std::max(reach_between(second, second, settings).distance, of_cloth) + way;
}

double Proximity::deepest_seen(const Surface& a, const Surface& b, const ContactSettings& settings) const {
  if (is_sheet(a) || is_sheet(b))
    return reach_of_cloth(a, b, mean_thickness(is_sheet(a) ? b : a), settings.proximity).depth;
  return reach_between(mean_thickness(a), mean_thickness(b), settings.proximity).depth;
}

void Proximity::save_memory(std::vector<double>& memory) const {
  if (std::none_of(tracked_.begin(), tracked_.end(), [](const auto& s) { return s.remembers(); }))
    return;
  memory.push_back(static_cast<double>(tracked_.size()));
  for (const TrackedSurface& surface : tracked_)
    surface.save(memory);
  crossings_.save(memory);
}

void Proximity::restore_memory(std::span<const double> memory) {
  crossings_.clear();
  for (TrackedSurface& surface : tracked_)
    surface.forget();
  if (memory.empty())
    return;
  tracked_.resize(static_cast<std::size_t>(memory.front()));
  memory = memory.subspan(1);
  for (TrackedSurface& surface : tracked_)
    memory = surface.restore(memory);
  crossings_.restore(memory);
}

void Proximity::tree_boxes(std::uint32_t surface, int level, std::vector<Box>& boxes) const {
  if (std::binary_search(in_use_.begin(), in_use_.end(), surface))
    tracked_[surface].tree().add_boxes(level, boxes);
}

} // namespace

MethodTraits proximity_traits() {
  return {.phases = {{"bvh", "trees", "Trees over the triangles of surfaces are made or refitted."},
                     {"cast", "search", "Features that are near one another are searched for."}},
          .measure = MeasureKind::gap,
          .evidence = {evidence_type<PointEvidence>(), evidence_type<TreeBox>()},
          .needs = {.sheets = true, .pieces = true},
          .good_for = "cloth, gaps, fast and thin bodies"};
}

std::unique_ptr<ContactMethod> make_proximity() {
  return std::make_unique<Proximity>();
}

} // namespace lamina
