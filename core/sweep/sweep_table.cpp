#include "core/sweep/sweep_table.h"

#include "core/report/report_run.h"

#include <algorithm>
#include <charconv>
#include <exception>

namespace lamina {

namespace {

/// A column of the table that comes from one of steps.csv.
struct Figure {
  const char* name;
  const char* column;
  double StepColumn::*which;
};

constexpr Figure figures[] = {{"kinetic_J", "kinetic_J", &StepColumn::last},
                              {"potential_J", "potential_J", &StepColumn::last},
                              {"elastic_J", "elastic_J", &StepColumn::last},
                              {"contact_J", "contact_J", &StepColumn::last},
                              {"energy_J", "energy_J", &StepColumn::last},
                              {"volume_m3", "volume_m3", &StepColumn::last},
                              {"greatest_volume_m3", "volume_m3", &StepColumn::greatest},
                              {"contacts", "contacts", &StepColumn::last},
                              {"mean_cg_iterations", "cg_iterations", &StepColumn::mean},
                              {"mean_step_ms", "wall_ms", &StepColumn::mean}};

std::string all_digits(double value) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string four_digits(double value) {
  char text[40];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::general, 4).ptr};
}

/// A field of CSV, quoted where it must be.
std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos)
    return text;
  std::string field = "\"";
  for (const char c : text)
    field += c == '"' ? std::string("\"\"") : std::string(1, c);
  return field + '"';
}

/// How many characters a terminal shows: bytes that do not go on with a character of UTF-8.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

} // namespace

SweepTable::SweepTable(std::span<const SweepAxis> axes, std::span<const SweepResult> results) {
  for (const SweepAxis& axis : axes)
    header_.push_back(axis.setting);
  header_.insert(header_.end(), {"steps", "time_s"});
  for (const Figure& figure : figures)
    header_.push_back(figure.name);
  header_.insert(header_.end(), {"state_hash", "problem"});

  for (const SweepResult& result : results) {
    std::vector<std::string> row = result.cell.values, short_row = row;
    std::string hash, problem = result.problem;
    StepSeries series;
    if (!result.run.empty())
      try {
        series = read_step_series(result.run / "steps.csv");
        hash = series.last_hash;
      } catch (const std::exception& error) {
        problem = error.what();
      }
    const bool read = series.steps > 0;
    const auto add = [&](bool known, double value) {
      row.push_back(known ? all_digits(value) : "");
      short_row.push_back(known ? four_digits(value) : "");
    };
    row.push_back(read ? std::to_string(series.last_step) : "");
    short_row.push_back(row.back());
    add(read, series.last_time_s);
    for (const Figure& figure : figures) {
      const StepColumn* column = series.find(figure.column);
      add(column != nullptr, column ? column->*figure.which : 0);
    }
    for (std::vector<std::string>* each : {&row, &short_row})
      each->insert(each->end(), {hash, problem});
    rows_.push_back(std::move(row));
    short_rows_.push_back(std::move(short_row));
  }
}

std::string SweepTable::csv() const {
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    for (std::size_t k = 0; k < row.size(); ++k)
      text += (k > 0 ? "," : "") + quoted(row[k]);
    text += '\n';
  };
  add(header_);
  for (const std::vector<std::string>& row : rows_)
    add(row);
  return text;
}

std::string SweepTable::text() const {
  std::vector<std::size_t> widths(header_.size(), 0);
  for (const std::vector<std::string>& row : short_rows_)
    for (std::size_t k = 0; k < row.size(); ++k)
      widths[k] = std::max(widths[k], width_of(row[k]));
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t k = 0; k < row.size(); ++k) {
      if (widths[k] == 0)
        continue;
      const std::size_t width = std::max(widths[k], width_of(header_[k]));
      const bool words = k + 1 == row.size();
      line += line.empty() ? "" : "  ";
      if (!words)
        line.append(width - width_of(row[k]), ' ');
      line += row[k];
    }
    text += line + '\n';
  };
  add(header_);
  for (const std::vector<std::string>& row : short_rows_)
    add(row);
  return text;
}

} // namespace lamina
