#include "core/report/plot_list.h"
#include "core/report/report_page.h"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cmath>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

/// A number with seven digits, more than any screen has pixels; null for none.
void append_number(std::string& text, double value) {
  if (!std::isfinite(value)) {
    text += "null";
    return;
  }
  char digits[40];
  text.append(digits,
              std::to_chars(digits, digits + sizeof digits, value, std::chars_format::general, 7).ptr);
}

void append_values(std::string& text, const StepColumn& column) {
  text += '[';
  for (std::size_t k = 0; k < column.values.size(); ++k) {
    if (k > 0)
      text += ',';
    append_number(text, column.values[k]);
  }
  text += ']';
}

/// JSON text that may stand in a script element: "<" would end or change it.
std::string script_text(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace))
    text += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return text;
}

Json marks_of(const ReportRun& run) {
  Json marks = Json::array();
  for (const ReportMark& mark : run.marks)
    marks.push_back({{"from", mark.from}, {"to", mark.to}, {"words", mark.words}});
  return marks;
}

Json plots_of(std::span<const ReportRun> runs) {
  Json plots = Json::array();
  for (const ShownPlot& shown : shown_plots(runs)) {
    Json curves = Json::array();
    for (const PlotCurve& curve : shown.plot.curves)
      curves.push_back({{"column", curve.column}, {"label", curve.label}});
    plots.push_back({{"name", shown.plot.name},
                     {"title", shown.plot.title},
                     {"unit", shown.unit.name},
                     {"size", shown.unit.size},
                     {"range", {shown.least, shown.greatest}},
                     {"logarithmic", shown.plot.logarithmic},
                     {"jumpy", shown.plot.jumpy},
                     {"curves", curves}});
  }
  return plots;
}

} // namespace

std::string plot_data(std::span<const ReportRun> runs) {
  std::string text = "{\"runs\":[";
  for (const ReportRun& run : runs) {
    text += &run == runs.data() ? "\n" : ",\n";
    text +=
        "{\"name\":" + script_text(run.name) + ",\"marks\":" + script_text(marks_of(run)) + ",\"columns\":{";
    for (const StepColumn& column : run.series.columns) {
      text += &column == run.series.columns.data() ? "\n" : ",\n";
      text += script_text(column.name) + ":";
      append_values(text, column);
    }
    text += "}}";
  }
  return text + "],\n\"plots\":" + script_text(plots_of(runs)) + "}";
}

} // namespace lamina
