#include "core/report/step_series.h"

#include "core/base/error.h"
#include "core/record/line_reader.h"
#include "core/record/read_steps.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <string_view>

namespace lamina {

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_columns = 256;

std::uint64_t count_rows(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::vector<char> block(1 << 16);
  std::uint64_t feeds = 0;
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0)
    feeds += static_cast<std::uint64_t>(std::count(block.begin(), block.begin() + stream.gcount(), '\n'));
  return feeds > 0 ? feeds - 1 : 0;
}

/// A column while it is read: its figures, and the least and greatest of the steps that will become a pair.
struct Gathering {
  StepColumn column;
  double sum = 0;
  double low = no_value, high = no_value;
  bool low_first = true;

  void add(double value) {
    if (!std::isfinite(value))
      return;
    StepColumn& c = column;
    c.least = c.count ? std::min(c.least, value) : value;
    c.greatest = c.count ? std::max(c.greatest, value) : value;
    c.last = value;
    sum += value;
    ++c.count;
    if (!(value >= low)) {
      low = value;
      low_first = false;
    }
    if (!(value <= high)) {
      high = value;
      low_first = true;
    }
  }

  void close_points(bool pair) {
    column.values.push_back(low_first ? low : high);
    if (pair)
      column.values.push_back(low_first ? high : low);
    low = high = no_value;
    low_first = true;
  }
};

/// The columns of a file, and those derived from them.
class Columns {
public:
  Columns(const LineReader& lines, const std::vector<std::string>& names) {
    if (names.size() > most_columns)
      lines.refuse("too many columns");
    for (const std::string& name : names) {
      for (const Gathering& other : gathered_)
        if (other.column.name == name)
          lines.refuse("two columns are named \"" + name + "\"");
      gathered_.emplace_back().column.name = name;
    }
    step = require(lines, "step");
    time = require(lines, "time_s");
    hash = index_of("state_hash");
    for (const char* name : {"kinetic_J", "potential_J", "elastic_J", "contact_J"})
      energies_.push_back(index_of(name));
    for (const char* name : {"momentum_x", "momentum_y", "momentum_z"})
      momentum_.push_back(index_of(name));
    read_ = gathered_.size();
    gathered_.emplace_back().column.name = "energy_J";
    gathered_.emplace_back().column.name = "momentum";
  }

  std::size_t read_count() const { return read_; }
  const std::string& name(std::size_t index) const { return gathered_[index].column.name; }

  /// Takes one row in: a number for each column that was read.
  void add(const std::vector<double>& row) {
    for (std::size_t k = 0; k < read_; ++k)
      gathered_[k].add(row[k]);
    double energy = 0, square = 0;
    for (const std::size_t k : energies_)
      energy += k < read_ ? row[k] : no_value;
    for (const std::size_t k : momentum_)
      square += k < read_ ? row[k] * row[k] : no_value;
    gathered_[read_].add(energy);
    gathered_[read_ + 1].add(std::sqrt(square));
  }

  void close_points(bool pair) {
    for (Gathering& g : gathered_)
      g.close_points(pair);
  }

  std::vector<StepColumn> finish() {
    std::vector<StepColumn> columns;
    for (std::size_t k = 0; k < gathered_.size(); ++k) {
      StepColumn& c = gathered_[k].column;
      c.mean = c.count ? gathered_[k].sum / static_cast<double>(c.count) : 0;
      if (c.count)
        columns.push_back(std::move(c));
    }
    return columns;
  }

  std::size_t step = 0, time = 0, hash = 0;

private:
  std::size_t index_of(std::string_view name) const {
    std::size_t k = 0;
    while (k < gathered_.size() && gathered_[k].column.name != name)
      ++k;
    return k < gathered_.size() ? k : std::numeric_limits<std::size_t>::max();
  }
  std::size_t require(const LineReader& lines, const std::string& name) const {
    const std::size_t k = index_of(name);
    if (k >= gathered_.size())
      lines.refuse("the header has no column \"" + name + "\", so this is no steps.csv of a run");
    return k;
  }

  std::vector<Gathering> gathered_;
  std::size_t read_ = 0;
  std::vector<std::size_t> energies_, momentum_;
};

double number_in(const LineReader& lines, const std::string& column, std::string_view text) {
  if (text.empty())
    return no_value;
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    lines.refuse(column + " is no number: \"" + std::string(text.substr(0, 40)) + "\"");
  return value;
}

} // namespace

const StepColumn* StepSeries::find(const std::string& name) const {
  const auto found =
      std::find_if(columns.begin(), columns.end(), [&](const StepColumn& c) { return c.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

StepSeries read_step_series(const std::filesystem::path& file, std::size_t most_points) {
  LineReader lines(file);
  const std::uint64_t rows = count_rows(file);
  StepSeries series;
  if (rows > most_points)
    series.steps_a_pair = (2 * rows + most_points - 1) / std::max<std::uint64_t>(most_points, 1);

  std::string line;
  if (!lines.next(line))
    lines.refuse("is empty: the run ended before it was set up");
  Columns columns(lines, csv_fields(line));
  std::vector<double> row(columns.read_count());
  std::uint64_t open = 0; // steps that wait to become points
  while (lines.next(line)) {
    const std::vector<std::string> fields = csv_fields(line);
    if (fields.size() != row.size())
      lines.refuse("has " + std::to_string(fields.size()) + " fields where the header names " +
                   std::to_string(row.size()) + "; the file is damaged");
    for (std::size_t k = 0; k < row.size(); ++k)
      row[k] = k == columns.hash ? no_value : number_in(lines, columns.name(k), fields[k]);

    const double step = row[columns.step], time = row[columns.time];
    if (!(step >= 0 && step < 9e15 && std::floor(step) == step) || !std::isfinite(time))
      lines.refuse("step and time_s must be a whole number and a time");
    if (series.steps > 0 && (step <= double(series.last_step) || time < series.last_time_s))
      lines.refuse("the step or the time goes back; the file is damaged");
    if (series.steps == 0) {
      series.first_step = static_cast<std::uint64_t>(step);
      series.first_time_s = time;
    }
    series.last_step = static_cast<std::uint64_t>(step);
    series.last_time_s = time;
    ++series.steps;
    if (columns.hash < fields.size())
      series.last_hash = fields[columns.hash];

    columns.add(row);
    if (++open == series.steps_a_pair) {
      columns.close_points(series.steps_a_pair > 1);
      open = 0;
    }
  }
  series.cut_line = lines.cut();
  if (series.steps == 0)
    throw InputError(file.string(), 0, "holds no step: the run ended before the first one");
  if (open > 0)
    columns.close_points(true);
  series.columns = columns.finish();
  return series;
}

std::vector<std::string> recorded_hashes(const std::filesystem::path& file,
                                         const std::vector<std::uint64_t>& steps) {
  std::vector<std::string> hashes(steps.size());
  LineReader lines(file);
  std::string line;
  if (!lines.next(line))
    return hashes;
  const Columns columns(lines, csv_fields(line));
  while (lines.next(line)) {
    const std::vector<std::string> fields = csv_fields(line);
    if (std::max(columns.step, columns.hash) >= fields.size())
      continue;
    const double step = number_in(lines, "step", fields[columns.step]);
    for (std::size_t k = 0; k < steps.size(); ++k)
      if (step == double(steps[k]))
        hashes[k] = fields[columns.hash];
  }
  return hashes;
}

} // namespace lamina
