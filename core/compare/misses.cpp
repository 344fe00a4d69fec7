#include "core/compare/misses.h"

#include "core/compare/words.h"

#include <algorithm>

namespace lamina::compare {

namespace {

/// "ball", "ball and cup", "ball, cup and 3 more".
std::string named(const std::vector<std::string>& names) {
  constexpr std::size_t most = 3;
  std::string list;
  const std::size_t shown = names.size() > most ? most - 1 : names.size();
  for (std::size_t k = 0; k < shown; ++k)
    list += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return names.size() > most ? list + " and " + std::to_string(names.size() - shown) + " more" : list;
}

void add_unseen(const Figures& figures, std::vector<Miss>& misses) {
  if (figures.missed == 0)
    return;
  const double share = static_cast<double>(figures.missed) / static_cast<double>(figures.counted);
  misses.push_back({"saw nothing in " + std::to_string(figures.missed) + " of " +
                        std::to_string(figures.counted) + " overlaps",
                    percent(share) + " not seen", share > most_unseen});
}

void add_gain(const Column& column, std::vector<Miss>& misses) {
  const Figures& figures = column.figures;
  if (column.run.driven || !(figures.largest_rise > worth_a_word * figures.energy_scale))
    return;
  misses.push_back({"energy rose by " + with_unit(figures.largest_rise, "J") + ", where " +
                        with_unit(figures.energy_scale, "J") + " are in motion",
                    "energy rose", false});
}

} // namespace

std::vector<Miss> misses_of(const Column& column) {
  const CaseRun& run = column.run;
  const Figures& figures = column.figures;
  std::vector<Miss> misses;
  if (!run.problem.empty())
    misses.push_back(run.steps.empty() ? Miss{run.problem, "does not fit"}
                                       : Miss{"stopped: " + run.problem, "stopped"});
  else if (figures.freed == false && figures.first_overlap > tangled_share * run.movable_volume)
    misses.push_back({"did not free: " + percent(figures.last_overlap / figures.first_overlap) +
                          " of the overlap at the start is left",
                      "not freed"});
  if (figures.overlap_left > most_left)
    misses.push_back(
        {"bodies lie in each other by " + percent(figures.overlap_left) + " of their volume", "sunk in"});
  if (!run.left.empty())
    misses.push_back({std::to_string(run.left.size()) + (run.left.size() == 1 ? " body" : " bodies") +
                          " left the scene: " + named(run.left),
                      std::to_string(run.left.size()) + " lost"});
  add_unseen(figures, misses);
  add_gain(column, misses);
  return misses;
}

bool serves(const Column& column) {
  const std::vector<Miss> misses = misses_of(column);
  return std::none_of(misses.begin(), misses.end(), [](const Miss& miss) { return miss.grave; });
}

} // namespace lamina::compare
