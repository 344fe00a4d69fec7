#include "core/report/report_tables.h"

#include "core/report/page_parts.h"
#include "core/report/plot_list.h"
#include "core/report/report_page.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <set>

namespace lamina {

namespace {

using Cell = std::function<std::string(const ReportRun&)>;

std::string number(double value, int digits = 4) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, digits).ptr};
}

std::string with_unit(double value, const std::string& quantity) {
  const PlotUnit unit = suitable_unit(quantity, std::abs(value));
  return number(value / unit.size) + (unit.name.empty() ? "" : " " + unit.name);
}

/// The last, mean or greatest value of a column with its unit; "" if the run has none.
Cell figure(const std::string& column, const std::string& quantity, double StepColumn::*which) {
  return [=](const ReportRun& run) {
    const StepColumn* found = run.series.find(column);
    return found ? with_unit(found->*which, quantity) : std::string();
  };
}

std::string steps_of(const ReportRun& run) {
  const StepSeries& s = run.series;
  return s.first_step <= 1 ? std::to_string(s.steps)
                           : std::to_string(s.steps) + " (" + std::to_string(s.first_step) + " to " +
                                 std::to_string(s.last_step) + ")";
}

std::string threads_of(const ReportRun& run) {
  const unsigned cores = run.recorded.machine.cores;
  return std::to_string(run.recorded.threads) + (cores > 0 ? " of " + std::to_string(cores) : "");
}

std::string ending_of(const ReportRun& run) {
  return run.recorded.finished ? "finished" : "cut off";
}

std::string head_row(std::span<const ReportRun> runs, const std::string& corner) {
  std::string html = "<thead><tr><th scope=\"col\">" + corner + "</th>";
  for (std::size_t k = 0; k < runs.size(); ++k)
    html += "<th scope=\"col\">" + run_key(k) + html_text(runs[k].name) + "</th>";
  return html + "</tr></thead>\n";
}

std::string table_row(const ReportRow& row, bool highlighted) {
  std::string html = highlighted ? "<tr class=\"differs\">" : "<tr>";
  html += "<th scope=\"row\"" + (row.sentence.empty() ? "" : " title=\"" + html_text(row.sentence) + "\"") +
          ">" + html_text(row.label) + "</th>";
  for (const std::string& cell : row.cells)
    html += "<td>" + (cell.empty() ? std::string("–") : html_text(cell)) + "</td>";
  return html + "</tr>\n";
}

std::string inputs_of(const ReportRun& run) {
  std::string html = "<details><summary>" + std::to_string(run.marks.size()) +
                     (run.marks.size() == 1 ? " input" : " inputs") + " while it ran</summary><ul>\n";
  for (const ReportMark& mark : run.marks)
    html += "<li>after step " + std::to_string(mark.from) +
            (mark.to > mark.from ? " to " + std::to_string(mark.to) : "") + ": " + html_text(mark.words) +
            "</li>\n";
  return html + "</ul></details>\n";
}

bool is_default(const ReportRow& row) {
  for (const Setting& setting : setting_list())
    if (setting.name == row.label)
      return std::all_of(row.cells.begin(), row.cells.end(),
                         [&](const std::string& cell) { return cell == to_text(setting.initial); });
  return false;
}

} // namespace

std::string report_table(std::span<const ReportRun> runs, const std::string& corner,
                         const std::vector<ReportRow>& rows,
                         const std::function<bool(const ReportRow&)>& highlighted) {
  std::string html = "<div class=\"table\"><table>" + head_row(runs, corner) + "<tbody>\n";
  for (const ReportRow& row : rows)
    html += table_row(row, highlighted(row));
  return html + "</tbody></table></div>\n";
}

bool ReportRow::differs() const {
  return std::any_of(cells.begin(), cells.end(),
                     [&](const std::string& cell) { return cell != cells.front(); });
}

std::vector<ReportRow> fact_rows(std::span<const ReportRun> runs) {
  const std::vector<std::pair<std::string, Cell>> facts{
      {"scene", [](const ReportRun& run) { return run.recorded.title; }},
      {"scene hash", [](const ReportRun& run) { return run.recorded.scene_hash; }},
      {"started", [](const ReportRun& run) { return run.recorded.started; }},
      {"program version", [](const ReportRun& run) { return run.recorded.version; }},
      {"processor", [](const ReportRun& run) { return run.recorded.machine.cpu; }},
      {"system", [](const ReportRun& run) { return run.recorded.machine.system; }},
      {"threads", threads_of},
      {"steps", steps_of},
      {"recording", ending_of},
      {"simulated time", [](const ReportRun& run) { return number(run.series.last_time_s, 6) + " s"; }},
      {"mean step", figure("wall_ms", "ms", &StepColumn::mean)},
      {"slowest step", figure("wall_ms", "ms", &StepColumn::greatest)},
      {"mean iterations", figure("cg_iterations", "", &StepColumn::mean)},
      {"mean steps of Newton", figure("newton_steps", "", &StepColumn::mean)},
      {"mean rounds", figure("rounds", "", &StepColumn::mean)},
      {"worst complementarity", figure("complementarity_m_s", "m/s", &StepColumn::greatest)},
      {"greatest contact impulse of a step", figure("normal_impulse_Ns", "N·s", &StepColumn::greatest)},
      {"greatest intersection volume", figure("volume_m3", "m³", &StepColumn::greatest)},
      {"final intersection volume", figure("volume_m3", "m³", &StepColumn::last)},
      {"final contacts", figure("contacts", "", &StepColumn::last)},
      {"final kinetic energy", figure("kinetic_J", "J", &StepColumn::last)},
      {"final total energy, potential 0 at the origin", figure("energy_J", "J", &StepColumn::last)},
      {"most dropped columns", figure("dropped_columns", "", &StepColumn::greatest)},
      {"final state hash", [](const ReportRun& run) { return run.series.last_hash; }}};
  std::vector<ReportRow> rows;
  for (const auto& [label, cell] : facts) {
    ReportRow row{label, {}, {}};
    for (const ReportRun& run : runs)
      row.cells.push_back(cell(run));
    if (std::any_of(row.cells.begin(), row.cells.end(), [](const std::string& c) { return !c.empty(); }))
      rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<ReportRow> setting_rows(std::span<const ReportRun> runs) {
  std::vector<ReportRow> rows;
  for (const Setting& setting : setting_list()) {
    ReportRow row{
        setting.name, {}, setting.sentence + (setting.unit.empty() ? "" : " [" + setting.unit + "]")};
    for (const ReportRun& run : runs)
      row.cells.push_back(to_text(setting.get(run.recorded.settings)));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string facts_section(std::span<const ReportRun> runs) {
  std::string html =
      "<section id=\"runs\"><h2>" + std::string(runs.size() == 1 ? "The run" : "The runs") + "</h2>\n";
  // What came out differs in any case; what went in should be noticed.
  html += report_table(runs, "", fact_rows(runs), [](const ReportRow& row) {
    static const std::set<std::string> inputs{"scene",  "program version", "processor",
                                              "system", "threads",         "steps"};
    return row.differs() && inputs.count(row.label) > 0;
  });
  for (const ReportRun& run : runs) {
    const std::string name = runs.size() > 1 ? "<b>" + html_text(run.name) + "</b>: " : "";
    for (const std::string& note : run.notes)
      html += "<p class=\"note\">" + name + html_text(note) + "</p>\n";
    if (!run.marks.empty())
      html += (runs.size() > 1 ? "<p>" + name + "</p>" : "") + inputs_of(run);
  }
  return html + "</section>\n";
}

std::string settings_section(std::span<const ReportRun> runs) {
  const bool several = runs.size() > 1;
  std::vector<ReportRow> rows = setting_rows(runs), shown;
  const auto stands_out = [&](const ReportRow& row) { return several ? row.differs() : !is_default(row); };
  std::copy_if(rows.begin(), rows.end(), std::back_inserter(shown), stands_out);

  std::string html = std::string("<section id=\"settings\"><h2>") +
                     (several ? "Settings that differ" : "Settings that are not the default") + "</h2>\n";
  if (shown.empty())
    html += several ? "<p>All settings are equal.</p>\n" : "<p>Every setting has its default.</p>\n";
  else
    html += report_table(runs, "setting", shown, [&](const ReportRow&) { return several; });
  html += "<details><summary>All " + std::to_string(rows.size()) + " settings</summary>\n" +
          report_table(runs, "setting", rows, stands_out) + "</details></section>\n";
  return html;
}

} // namespace lamina
