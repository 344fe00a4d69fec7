#include "core/compare/summary.h"

#include "core/compare/words.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace lamina::compare {

namespace {

/// Exact, so that tables can be made of it; empty for none.
std::string csv_number(const std::optional<double>& value) {
  char text[40];
  return value ? std::string(text, std::to_chars(text, text + sizeof text, *value).ptr) : std::string();
}

/// Of the columns that serve and have `value`, the one that is less by it, and by `then` of equal ones.
template <class Value, class Then>
std::optional<std::size_t> least_by(const SceneSummary& scene, const Value& value, const Then& then) {
  std::optional<std::size_t> best;
  const auto key = [&](std::size_t k) {
    const Figures& figures = scene.columns[k].figures;
    return std::pair(value(figures), then(figures));
  };
  for (std::size_t k = 0; k < scene.columns.size(); ++k)
    if (scene.columns[k].serves && scene.columns[k].figures.overlap_left && (!best || key(k) < key(*best)))
      best = k;
  return best;
}

double overlap_of_column(const Figures& figures) {
  return *figures.overlap_left;
}

double cost_of_column(const Figures& figures) {
  return figures.processor_ms;
}

} // namespace

SceneSummary summary_of(const std::string& name, const Comparison& comparison) {
  SceneSummary scene{
      name, comparison.title, comparison.look_for, comparison.time_step, comparison.steps, comparison.machine,
      {}};
  for (const Column& column : comparison.columns) {
    const Case& of = column.run.of;
    scene.columns.push_back({of.name, of.settings.contact.method, of.fineness, column.figures,
                             column.run.memory, misses_of(column), serves(column), column.largest_step});
  }
  return scene;
}

std::optional<std::size_t> best_by_quality(const SceneSummary& scene) {
  return least_by(scene, overlap_of_column, cost_of_column);
}

std::optional<std::size_t> best_by_cost(const SceneSummary& scene) {
  return least_by(scene, cost_of_column, overlap_of_column);
}

std::vector<std::string> all_columns(std::span<const SceneSummary> scenes) {
  std::vector<std::string> names;
  for (const SceneSummary& scene : scenes)
    for (const ColumnSummary& column : scene.columns)
      if (std::find(names.begin(), names.end(), column.name) == names.end())
        names.push_back(column.name);
  return names;
}

std::string index_text(std::span<const SceneSummary> scenes) {
  std::string text;
  for (const SceneSummary& scene : scenes) {
    text += scene.name + "\n";
    const auto best = [&](const char* words, const std::optional<std::size_t>& which) {
      if (!which)
        return;
      const ColumnSummary& column = scene.columns[*which];
      text += "  " + std::string(words) + column.name + ", " + percent(column.figures.overlap_left) +
              " left, " + with_unit(column.figures.processor_ms, "ms") + " a step\n";
    };
    best("least overlap: ", best_by_quality(scene));
    best("cheapest:      ", best_by_cost(scene));
    for (const ColumnSummary& column : scene.columns)
      for (const Miss& miss : column.misses)
        if (miss.grave)
          text += "  does not serve: " + column.name + " – " + miss.words + "\n";
  }
  return text;
}

std::string figures_csv(std::span<const SceneSummary> scenes) {
  std::ostringstream csv;
  if (!scenes.empty())
    bench::add_machine_lines(csv, scenes.back().machine);
  csv << "scene,title,time_step_s,steps,column,method,fineness,serves,overlap_left,processor_ms,run_s,"
         "wall_ms,memory_bytes,first_overlap_m3,last_overlap_m3,rest_depth_m,freed_after_s,missed,counted,"
         "rise_J,motion_J,force_noise,largest_step_s,nothing_larger_tried,misses\n";
  for (const SceneSummary& scene : scenes)
    for (const ColumnSummary& column : scene.columns) {
      const Figures& figures = column.figures;
      const std::optional<LargestStep>& step = column.largest_step;
      std::string misses;
      for (const Miss& miss : column.misses)
        misses += (misses.empty() ? "" : "; ") + miss.brief;
      csv << bench::csv_field(scene.name) << ',' << bench::csv_field(scene.title) << ','
          << csv_number(scene.time_step) << ',' << scene.steps << ',' << column.name << ',' << column.method
          << ',' << column.fineness << ',' << (column.serves ? 1 : 0) << ','
          << csv_number(figures.overlap_left) << ',' << csv_number(figures.processor_ms) << ','
          << csv_number(figures.processor_s) << ',' << csv_number(figures.milliseconds.front()) << ','
          << (column.memory ? std::to_string(*column.memory) : std::string()) << ','
          << csv_number(figures.first_overlap) << ',' << csv_number(figures.last_overlap) << ','
          << csv_number(figures.rest_depth) << ',' << csv_number(figures.freed_after) << ',' << figures.missed
          << ',' << figures.counted << ',' << csv_number(figures.largest_rise) << ','
          << csv_number(figures.energy_scale) << ',' << csv_number(figures.force_noise) << ','
          << (step ? csv_number(step->seconds) : std::string()) << ',' << (step && step->at_limit ? "1" : "")
          << ',' << bench::csv_field(misses) << '\n';
    }
  return csv.str();
}

} // namespace lamina::compare
