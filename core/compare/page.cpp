#include "core/compare/compare.h"
#include "core/compare/summary.h"
#include "core/report/page_parts.h"
#include "core/report/report_page.h"

#include <algorithm>
#include <limits>

namespace lamina::compare {

namespace {

/// Points that a plot of a run has at most.
constexpr std::size_t most_points = 5000;

constexpr const char* about_the_plot =
    "Left is cheaper, low is better. The overlap left is the mean in the second half of the run over the "
    "volume "
    "of the movable bodies: volume, since every overlap adds to it, where a mean depth gets less by one that "
    "is "
    "shallow. A hollow point does not serve: see misses below. What lies above and right of the dashed line "
    "is "
    "bettered by a point on it. A line joins one method at several resolutions or budgets.";

/// A column of the series from its value after each step.
StepColumn column_of(const std::string& name, const std::vector<double>& values) {
  StepColumn column;
  column.name = name;
  column.least = std::numeric_limits<double>::infinity();
  column.greatest = -column.least;
  const std::size_t every = (values.size() + most_points - 1) / most_points;
  for (std::size_t n = 0; n < values.size(); n += std::max<std::size_t>(every, 1))
    column.values.push_back(values[n]);
  for (const double value : values) {
    column.least = std::min(column.least, value);
    column.greatest = std::max(column.greatest, value);
    column.mean += value / static_cast<double>(values.size());
  }
  column.count = values.size();
  column.last = values.empty() ? 0 : values.back();
  return column;
}

/// The overlap after each step, on lines between samples.
std::vector<double> overlap_of(const CaseRun& run, std::size_t states) {
  std::vector<double> values;
  std::size_t next = 0;
  for (std::size_t n = 0; n < states; ++n) {
    while (next + 1 < run.samples.size() && run.samples[next].step < n)
      ++next;
    const Sample& after = run.samples[next];
    const double end = volume_of(after.overlaps);
    if (next == 0 || after.step <= n) {
      values.push_back(end);
      continue;
    }
    const Sample& before = run.samples[next - 1];
    const double begin = volume_of(before.overlaps);
    const double share = static_cast<double>(n - before.step) / static_cast<double>(after.step - before.step);
    values.push_back(begin + share * (end - begin));
  }
  return values;
}

/// What the plots show of a run: states from the first to the last but one, whose contact energy is known.
StepSeries series_of(const CaseRun& run) {
  StepSeries series;
  const std::vector<double> energy = energies(run);
  const std::size_t states = energy.size();
  if (states == 0)
    return series;
  const auto add = [&](const std::string& name, const auto& value) {
    std::vector<double> values;
    for (std::size_t n = 0; n < states; ++n)
      values.push_back(value(n));
    StepColumn column = column_of(name, values);
    if (name == "step" || name == "time_s" || column.least != 0 || column.greatest != 0)
      series.columns.push_back(std::move(column));
  };
  const auto& steps = run.steps;
  add("step", [&](std::size_t n) { return static_cast<double>(steps[n].step); });
  add("time_s", [&](std::size_t n) { return steps[n].time_s; });
  if (!run.samples.empty())
    series.columns.push_back(column_of("reference_overlap_m3", overlap_of(run, states)));
  series.columns.push_back(column_of("energy_J", energy));
  add("kinetic_J", [&](std::size_t n) { return steps[n].kinetic_J; });
  add("potential_J", [&](std::size_t n) { return steps[n].potential_J; });
  add("elastic_J", [&](std::size_t n) { return steps[n].elastic_J; });
  // What the step after a state found in it and took for it.
  add("contact_J", [&](std::size_t n) { return steps[n + 1].contact_J; });
  add("normal_impulse_Ns", [&](std::size_t n) { return steps[n + 1].normal_impulse_Ns; });
  add("impulse_Ns", [&](std::size_t n) { return steps[n + 1].impulse_Ns; });
  add("contacts", [&](std::size_t n) { return static_cast<double>(steps[n + 1].contacts); });
  add("wall_ms", [&](std::size_t n) { return steps[n + 1].timings.wall; });
  // Getting surfaces ready takes next to nothing.
  for (std::size_t phase = 0; phase < detection_phases().size(); ++phase)
    if (const std::string& name = detection_phases()[phase].name; name != "upload")
      add((name + "_ms").c_str(), [&](std::size_t n) { return steps[n + 1].timings.detection[phase]; });
  add("simulation_ms", [&](std::size_t n) { return steps[n + 1].timings.simulation; });
  add("cg_iterations", [&](std::size_t n) { return static_cast<double>(steps[n + 1].cg_iterations); });
  series.steps = states;
  series.last_step = steps[states - 1].step;
  series.last_time_s = steps[states - 1].time_s;
  return series;
}

std::vector<ReportRun> report_runs(const Comparison& comparison) {
  std::vector<ReportRun> runs;
  for (const Column& column : comparison.columns) {
    ReportRun run;
    run.name = column.run.of.name;
    run.recorded.title = comparison.title;
    run.recorded.settings = column.run.of.settings;
    run.series = series_of(column.run);
    runs.push_back(std::move(run));
  }
  return runs;
}

/// Those of which there is a curve.
std::vector<ReportRun> plotted(const std::vector<ReportRun>& runs) {
  std::vector<ReportRun> drawn;
  std::copy_if(runs.begin(), runs.end(), std::back_inserter(drawn),
               [](const ReportRun& run) { return !run.series.columns.empty(); });
  return drawn;
}

/// How each run ended, side by side.
std::string end_section(const Comparison& comparison, const ReportExtras& extras) {
  if (extras.pictures.empty() && extras.no_pictures.empty())
    return {};
  std::string html = "<h2>How the runs end</h2>\n";
  if (!extras.no_pictures.empty())
    html += "<p class=\"note\">" + html_text(extras.no_pictures) + "</p>\n";
  html += "<div class=\"pictures\">\n";
  for (const ReportPicture& picture : extras.pictures) {
    const std::string& name = comparison.columns[picture.run].run.of.name;
    const std::string when = "after step " + std::to_string(picture.step);
    html += picture_figure(picture, name + " " + when, run_key(picture.run) + html_text(name) + ", " + when);
  }
  return html + "</div>\n";
}

} // namespace

std::string comparison_page(const Comparison& comparison, const ReportExtras& extras) {
  const std::vector<ReportRun> runs = report_runs(comparison), drawn = plotted(runs);
  std::string body = "<section id=\"comparison\">\n";
  for (const std::string& fact : facts_of(comparison))
    body += "<p>" + html_text(fact) + "</p>\n";
  if (const std::string plot = quality_plot(comparison); !plot.empty())
    body += "<h2>Quality against cost</h2>\n<article class=\"plot\" id=\"plot-quality\"><p>" +
            html_text(about_the_plot) + "</p>\n<div class=\"wide\">" + plot + "</div></article>\n";
  body += end_section(comparison, extras);
  for (const Section& section : tables_of(comparison)) {
    body += "<h2>" + html_text(section.title) + "</h2>\n" +
            report_table(runs, "", section.rows, [](const ReportRow&) { return false; });
    body += "<details><summary>What the rows mean</summary><ul>\n";
    for (const ReportRow& row : section.rows)
      if (!row.sentence.empty())
        body += "<li>" + html_text(row.label) + ": " + html_text(row.sentence) + "</li>\n";
    body += "</ul></details>\n";
  }
  body += "</section>\n" + plot_section(drawn, true) + settings_section(runs);
  return page_frame(comparison.title + ": methods compared", "Lamina comparison", body, plot_data(drawn),
                    extras.made);
}

} // namespace lamina::compare
