#include "app/bench/scaling_table.h"

#include "core/bench/models.h"
#include "core/bench/print_text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace lamina {

namespace {

using namespace bench;
using Json = nlohmann::ordered_json;

Json row_json(const ScalingRow& row) {
  const CaseResult& r = row.result;
  return {{"series", row.series},
          {"curve", row.curve},
          {"triangles", r.triangles},
          {"resolution", r.wanted.resolution},
          {"bodies", r.bodies},
          {"pairs", r.pairs},
          {"threads", r.wanted.threads},
          {"fragments", r.fragments},
          {"phases", phases_json(r)},
          {"volume_error", r.worst.volume_error},
          {"imbalance", r.worst.imbalance},
          {"dropped_columns", r.worst.dropped},
          {"lateral_force", r.worst.lateral_force},
          {"refused", r.refused}};
}

Json fit_json(const PowerFit& fit) {
  if (!std::isfinite(fit.exponent))
    return nullptr;
  return {{"exponent", fit.exponent}, {"spread", fit.spread}, {"points", fit.points}};
}

void add_rows(std::string& text, const std::vector<ScalingRow>& rows) {
  const std::string* series = nullptr;
  for (const ScalingRow& row : rows) {
    const CaseResult& r = row.result;
    if (!series || *series != row.series)
      add(text, "\n%-10s  %-18s %9s %6s %6s %7s %8s %8s %8s %8s %9s %9s\n", row.series.c_str(), "curve",
          "triangles", "bodies", "pairs", "threads", "broad", "upload", "LDI", "volume", "total", "V error");
    series = &row.series;
    add(text, "%10g  %-18s %9zu %6zu %6zu %7d ", row.x, row.curve.c_str(), r.triangles, r.bodies, r.pairs,
        r.wanted.threads);
    if (!r.refused.empty()) {
      text += "no speed: " + r.refused + "\n";
      continue;
    }
    for (const Spread& spread : r.milliseconds)
      add(text, "%8.3f ", spread.median);
    add(text, "%9.1e\n", r.worst.volume_error);
  }
}

void add_slopes(std::string& text, const std::vector<ScalingSlope>& slopes) {
  text += "\nTotal time grows as the power (a line fitted to logarithms; how far the farthest point lies off "
          "it)\n";
  for (const ScalingSlope& slope : slopes)
    if (std::isfinite(slope.all.exponent))
      add(text, "  %-10s  %-18s %6.2f  (within a factor of %.2f)   the last three: %6.2f\n",
          slope.series.c_str(), slope.curve.c_str(), slope.all.exponent, slope.all.spread,
          slope.last.exponent);
}

} // namespace

bool ScalingReport::refused() const {
  return std::any_of(rows.begin(), rows.end(),
                     [](const ScalingRow& row) { return !row.result.refused.empty(); });
}

std::string scaling_csv(const ScalingReport& report) {
  std::ostringstream csv;
  csv.precision(9);
  add_machine_lines(csv, report.machine);
  csv << "series,curve,triangles,resolution,bodies,pairs,threads,phase," << time_columns << ','
      << findings_columns << '\n';
  for (const ScalingRow& row : report.rows)
    for (std::size_t k = 0; k < phase_names.size(); ++k) {
      const CaseResult& r = row.result;
      csv << row.series << ',' << csv_field(row.curve) << ',' << r.triangles << ',' << r.wanted.resolution
          << ',' << r.bodies << ',' << r.pairs << ',' << r.wanted.threads << ',' << phase_names[k];
      add_times(csv, r.milliseconds[k]);
      add_findings(csv, r);
      csv << '\n';
    }
  return csv.str();
}

Json scaling_json(const ScalingReport& report) {
  Json rows = Json::array(), slopes = Json::array();
  for (const ScalingRow& row : report.rows)
    rows.push_back(row_json(row));
  for (const ScalingSlope& slope : slopes_of(report.rows))
    slopes.push_back({{"series", slope.series},
                      {"curve", slope.curve},
                      {"all", fit_json(slope.all)},
                      {"last_three", fit_json(slope.last)}});
  return {{"machine", machine_json(report.machine)},
          {"warm_up", report.plan.warm_up},
          {"repetitions", report.plan.repetitions},
          {"rows", rows},
          {"slopes", slopes}};
}

std::string scaling_text(const ScalingReport& report) {
  std::string text;
  for (const auto& [name, value] : report.machine)
    add(text, "%-9s %s\n", name.c_str(), value.c_str());
  add(text,
      "%-9s %d in turns after %d to warm up, each after some milliseconds untimed; milliseconds, medians\n",
      "repeated", report.plan.repetitions, report.plan.warm_up);
  if (!bunny_is_scan())
    add(text, "%-9s the bunny scan is not at hand (%s): a stand-in of its size takes its place\n", "note",
        bunny_file().string().c_str());
  add_rows(text, report.rows);
  add_slopes(text, slopes_of(report.rows));
  return text;
}

} // namespace lamina
