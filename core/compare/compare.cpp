#include "core/compare/compare.h"

#include "core/base/error.h"
#include "core/scene/scene.h"

#include <algorithm>

namespace lamina::compare {

Comparison compare_methods(const Scene& scene, const Plan& plan, const Progress& progress) {
  const std::vector<Case> cases = cases_of(plan, scene.settings);
  Comparison comparison;
  comparison.title = scene.title;
  comparison.look_for = scene.look_for;
  comparison.time_step = scene.settings.simulation.time_step;
  comparison.steps = steps_of(plan, comparison.time_step);
  comparison.machine = bench::bench_machine();

  const bench::Disturbance disturbance;
  const double part = 1.0 / static_cast<double>(cases.size()) / (plan.largest_step ? 2 : 1);
  double begun = 0;
  for (const Case& wanted : cases) {
    Column column;
    column.run = run_case(scene, wanted, comparison.steps, part_of(progress, begun, part));
    column.figures = figures_of(column.run);
    comparison.columns.push_back(std::move(column));
    begun += part;
  }
  add_disturbance(comparison.machine, disturbance);

  if (std::all_of(comparison.columns.begin(), comparison.columns.end(),
                  [](const Column& column) { return column.run.steps.empty(); }))
    throw InputError(comparison.columns.front().run.problem);
  for (Column& column : comparison.columns) {
    if (plan.largest_step && column.run.problem.empty())
      column.largest_step =
          find_largest_step(scene, column.run, column.figures.last_overlap, part_of(progress, begun, part));
    begun += part;
  }
  return comparison;
}

} // namespace lamina::compare
