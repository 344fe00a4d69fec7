#include "core/bench/targets.h"

namespace lamina::bench {

namespace {

/// A target holds in both poses.
struct Target {
  const char* what;
  int resolution;
  double at_least, at_most;
};
constexpr Target targets[] = {
    {"cgal / ours", 16, 250, 0},
    {"cgal / ours", 128, 30, 0},
    {"embree / ours", 16, 8, 0},
    {"embree / ours", 128, 6, 0},
    {"one thread / two", 128, 1.5, 0},
    {"own defaults / as F08", 16, 0, 2},
    {"own defaults / as F08", 128, 0, 1.5},
};

void add(std::vector<Ratio>& ratios, const char* what, const DetectionCase& ours, double above,
         double below) {
  if (!(above > 0 && below > 0))
    return;
  Ratio ratio{what, ours.pose, ours.resolution, above / below};
  for (const Target& target : targets)
    if (ratio.what == target.what && ratio.resolution == target.resolution) {
      ratio.at_least = target.at_least;
      ratio.at_most = target.at_most;
    }
  ratios.push_back(std::move(ratio));
}

/// Median of the total in ms; 0 if the case is not there or was refused.
double total_of(const BenchResult& result, const DetectionCase& wanted) {
  for (const CaseResult& row : result.cases)
    if (row.wanted == wanted)
      return row.milliseconds.back().median;
  return 0;
}

} // namespace

std::vector<Ratio> ratios_of(const BenchResult& result, bool with_targets) {
  std::vector<Ratio> ratios;
  for (const CaseResult& row : result.cases) {
    const DetectionCase& ours = row.wanted;
    if (!ours.as_f08 || ours.backend != "cpu" || ours.threads != 1)
      continue;
    const double own = total_of(result, ours);
    for (const PeerResult& peer : result.peers)
      if (peer.pose == ours.pose && (peer.resolution == 0 || peer.resolution == ours.resolution))
        add(ratios, (peer.peer + " / ours").c_str(), ours, peer.milliseconds.median, own);

    DetectionCase other = ours;
    other.backend = "plain";
    add(ratios, "plain / ours", ours, total_of(result, other), own);
    other = ours;
    other.threads = 2;
    add(ratios, "one thread / two", ours, own, total_of(result, other));
    other = ours;
    other.as_f08 = false;
    add(ratios, "own defaults / as F08", ours, total_of(result, other), own);
  }
  if (!with_targets)
    for (Ratio& ratio : ratios)
      ratio.at_least = ratio.at_most = 0;
  return ratios;
}

} // namespace lamina::bench
