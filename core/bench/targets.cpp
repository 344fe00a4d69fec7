#include "core/bench/targets.h"

#include <iterator>

namespace lamina::bench {

namespace {

/// A target holds in both poses.
struct Target {
  const char* what;
  int subdivisions, resolution;
  double at_least, at_most, stretch;
};
constexpr const char* growth = "time a triangle, large / 69k";
constexpr const char* memory = "memory / allowed";
constexpr int large = large_subdivisions;
constexpr Target targets[] = {
    {"cgal / ours", 0, 16, 250, 0, 350},          {"cgal / ours", 0, 128, 30, 0, 55},
    {"embree / ours", 0, 16, 8, 0, 11},           {"embree / ours", 0, 128, 6, 0, 15},
    {"one thread / two", 0, 128, 1.5, 0, 1.8},    {"own defaults / as F08", 0, 16, 0, 2, 0},
    {"own defaults / as F08", 0, 128, 0, 1.5, 0}, {"embree-refit / ours", large, large_resolution, 5, 0, 9},
    {growth, large, large_resolution, 0, 1.2, 1}, {memory, 0, large_resolution, 0, 1, 0},
    {memory, large, large_resolution, 0, 1, 0},
};

/// Nothing if no turn has both.
void add(std::vector<Ratio>& ratios, const std::string& what, const DetectionCase& ours,
         const Spread& quotients) {
  if (quotients.count == 0)
    return;
  Ratio ratio{what, ours.pose, ours.subdivisions, ours.resolution, "", quotients};
  for (const Target& target : targets)
    if (ratio.what == target.what && ratio.resolution == target.resolution &&
        ratio.subdivisions == target.subdivisions) {
      ratio.at_least = target.at_least;
      ratio.at_most = target.at_most;
      ratio.stretch = target.stretch;
    }
  ratios.push_back(std::move(ratio));
}

/// Of the other methods, which differ from scene to scene.
struct MethodTarget {
  const char *what, *scene;
  double at_least, at_most;
};
constexpr const char* self_contact = "self-contact by proximity, ms";
constexpr MethodTarget method_targets[] = {
    {"fcl / proximity", "shallow", 3, 0},          {"fcl / proximity", "deep", 3, 0},
    {"bullet / proximity", "shallow", 1.5, 0},     {"bullet / proximity", "deep", 3, 0},
    {"raytraced / embree-inward", "tori", 0, 1.3}, {self_contact, "pinched", 0, 5},
};

void add(std::vector<Ratio>& ratios, const std::string& what, const MethodResult& row, const Spread& value) {
  if (value.count == 0)
    return;
  Ratio ratio;
  ratio.what = what;
  ratio.value = value;
  if (row.wanted.scene == MethodScene::deep)
    ratio.pose = PairPose::deep;
  else if (row.wanted.scene != MethodScene::shallow)
    ratio.on = name_of(row.wanted.scene);
  for (const MethodTarget& target : method_targets)
    if (what == target.what && ratio.bodies() == target.scene) {
      ratio.at_least = target.at_least;
      ratio.at_most = target.at_most;
    }
  ratios.push_back(std::move(ratio));
}

/// What is no other method's work is compared with none of theirs.
bool does_the_like(const std::string& peer, const std::string& method) {
  return method == "proximity" ? peer == "fcl" || peer == "bullet" : peer == "embree-inward";
}

void add_methods(std::vector<Ratio>& ratios, const BenchResult& result) {
  for (const MethodResult& row : result.methods) {
    if (row.wanted.threads != 1)
      continue;
    for (const PeerResult& peer : result.peers) {
      if (peer.bodies() != std::string(name_of(row.wanted.scene)) || peer.subdivisions != 0 ||
          !does_the_like(peer.peer, row.wanted.method))
        continue;
      if (peer.tori)
        add(ratios, row.wanted.method + " / " + peer.peer, row, quotients(row.totals, peer.times));
      else
        add(ratios, peer.peer + " / " + row.wanted.method, row, quotients(peer.times, row.totals));
    }
    if (row.wanted.scene == MethodScene::pinched && row.wanted.method == "proximity")
      add(ratios, self_contact, row, row.totals.spread());
  }
}

/// Null if there is no such case.
const CaseResult* row_of(const BenchResult& result, const DetectionCase& wanted) {
  for (const CaseResult& row : result.cases)
    if (row.wanted == wanted)
      return &row;
  return nullptr;
}

/// Empty if the case is not there or was refused.
TurnTimes totals_of(const BenchResult& result, const DetectionCase& wanted) {
  const CaseResult* row = row_of(result, wanted);
  return row ? row->totals : TurnTimes();
}

void add_growth(std::vector<Ratio>& ratios, const BenchResult& result, const CaseResult& row) {
  DetectionCase scanned = row.wanted;
  scanned.subdivisions = 0;
  const CaseResult* base = row_of(result, scanned);
  if (!base || row.wanted.subdivisions == 0 || row.totals.empty() || base->totals.empty())
    return;
  // They have no turn in common.
  const auto of_triangle = [](const CaseResult& of) {
    return of.totals.spread().median / static_cast<double>(of.triangles);
  };
  add(ratios, growth, row.wanted, spread_of({of_triangle(row) / of_triangle(*base)}));
}

/// What there is to be gained.
void add_sharing(std::vector<Ratio>& ratios, const BenchResult& result) {
  for (const SharingResult& one : result.sharing)
    for (const SharingResult& two : result.sharing)
      if (one.pose == two.pose && one.threads == 1 && two.threads == 2) {
        Ratio ratio;
        ratio.what = "one thread / two, nothing shared";
        ratio.pose = one.pose;
        ratio.value = quotients(one.times, two.times);
        ratios.push_back(std::move(ratio));
      }
}

} // namespace

int number_of_targets() {
  return static_cast<int>(std::size(targets) * pair_poses.size() + std::size(method_targets));
}

std::vector<Ratio> ratios_of(const BenchResult& result, bool with_targets) {
  std::vector<Ratio> ratios;
  for (const CaseResult& row : result.cases) {
    const DetectionCase& ours = row.wanted;
    if (!ours.as_f08 || ours.pixels || ours.backend != "cpu" || ours.threads != 1)
      continue;
    const TurnTimes& own = row.totals;
    for (const PeerResult& peer : result.peers)
      if (!peer.tori && peer.pose == ours.pose && peer.subdivisions == ours.subdivisions &&
          (peer.resolution == 0 || peer.resolution == ours.resolution))
        add(ratios, peer.peer + " / ours", ours, quotients(peer.times, own));

    DetectionCase other = ours;
    other.backend = "reference";
    add(ratios, "plain / ours", ours, quotients(totals_of(result, other), own));
    other = ours;
    other.threads = 2;
    add(ratios, "one thread / two", ours, quotients(own, totals_of(result, other)));
    other = ours;
    other.pixels = true;
    DetectionCase own_defaults = other;
    own_defaults.as_f08 = false;
    add(ratios, "own defaults / as F08", ours,
        quotients(totals_of(result, own_defaults), totals_of(result, other)));
    add_growth(ratios, result, row);
  }
  for (const MemoryUse& use : result.memory)
    if (use.kept)
      add(ratios, memory, use.wanted,
          spread_of({static_cast<double>(*use.kept) / static_cast<double>(memory_bound(use.triangles))}));
  add_sharing(ratios, result);
  add_methods(ratios, result);
  if (!with_targets)
    for (Ratio& ratio : ratios)
      ratio.at_least = ratio.at_most = ratio.stretch = 0;
  return ratios;
}

} // namespace lamina::bench
