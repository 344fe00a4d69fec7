#include "core/record/read_steps.h"

#include "core/base/hexadecimal.h"
#include "core/record/line_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>

namespace lamina {

namespace {

template <typename Number>
bool read_number(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

bool read_hash(std::string_view text, std::uint64_t& hash) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  return text.size() == 16 && error == std::errc() && end == text.data() + text.size();
}

/// Puts the text of a field into a step; false if it is no such number.
using FieldReader = std::function<bool(std::string_view text, StepStatistics& step)>;

template <auto member>
bool read_member(std::string_view text, StepStatistics& step) {
  return read_number(text, step.*member);
}

template <auto member>
bool read_timing(std::string_view text, StepStatistics& step) {
  return read_number(text, step.timings.*member);
}

/// Empty where the method has no such thing.
template <auto member>
bool read_if_any(std::string_view text, StepStatistics& step) {
  return text.empty() || read_member<member>(text, step);
}

/// Of the phase of detection that a column "ldi_ms" is of; null if it is of none.
FieldReader phase_reader(std::string_view column) {
  constexpr std::string_view unit = "_ms";
  if (!column.ends_with(unit))
    return nullptr;
  const std::size_t phase = find_phase(column.substr(0, column.size() - unit.size()));
  if (phase == no_phase)
    return nullptr;
  return [phase](std::string_view text, StepStatistics& step) {
    return text.empty() || read_number(text, step.timings.detection[phase]);
  };
}

template <int axis>
bool read_momentum(std::string_view text, StepStatistics& step) {
  return read_number(text, step.momentum[axis]);
}

const std::map<std::string, FieldReader>& field_readers() {
  using S = StepStatistics;
  using T = StepTimings;
  static const std::map<std::string, FieldReader> readers{
      {"step", read_member<&S::step>},
      {"time_s", read_member<&S::time_s>},
      {"wall_ms", read_timing<&T::wall>},
      {"broad_ms", read_timing<&T::broad>},
      {"simulation_ms", read_timing<&T::simulation>},
      {"pairs", read_member<&S::pairs>},
      {"contacts", read_member<&S::contacts>},
      {"fragments", read_member<&S::fragments>},
      {"contact_pixels", read_member<&S::contact_pixels>},
      {"dropped_columns", read_member<&S::dropped_columns>},
      {"volume_m3", read_member<&S::volume_m3>},
      {"volume_bound_m3", read_if_any<&S::volume_bound_m3>},
      {"volume_error_bar_m3", read_if_any<&S::volume_error_bar_m3>},
      {"area_vector_bound_m2", read_if_any<&S::area_vector_bound_m2>},
      {"kinetic_J", read_member<&S::kinetic_J>},
      {"potential_J", read_member<&S::potential_J>},
      {"elastic_J", read_member<&S::elastic_J>},
      {"contact_J", read_member<&S::contact_J>},
      {"momentum_x", read_momentum<0>},
      {"momentum_y", read_momentum<1>},
      {"momentum_z", read_momentum<2>},
      {"cg_iterations", read_member<&S::cg_iterations>},
      {"cg_residual", read_member<&S::cg_residual>},
      {"rays", read_if_any<&S::rays>},
      {"colliding_points", read_if_any<&S::colliding_points>},
      {"newton_steps", read_if_any<&S::newton_steps>},
      {"rounds", read_if_any<&S::rounds>},
      {"complementarity_m_s", read_if_any<&S::complementarity_m_s>},
      {"normal_impulse_Ns", read_if_any<&S::normal_impulse_Ns>},
      {"impulse_Ns", read_if_any<&S::impulse_Ns>},
      {"state_hash", [](std::string_view text, S& step) { return read_hash(text, step.state_hash); }}};
  return readers;
}

template <typename Number>
std::string number_text(Number number) {
  std::array<char, 40> digits;
  return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr};
}

template <auto member>
std::string member_text(const StepStatistics& step) {
  return number_text(step.*member);
}

template <int axis>
std::string momentum_text(const StepStatistics& step) {
  return number_text(step.momentum[axis]);
}

std::string shown(const std::string& field) {
  return "\"" + field.substr(0, 40) + "\"";
}

/// The reader of each column, null for those that are passed over.
std::vector<FieldReader> readers_of(const std::vector<std::string>& columns, const LineReader& lines) {
  std::vector<FieldReader> readers;
  for (const std::string& column : columns) {
    const auto found = field_readers().find(column);
    readers.push_back(found == field_readers().end() ? phase_reader(column) : found->second);
  }
  for (const char* needed : {"step", "time_s", "state_hash"})
    if (std::count(columns.begin(), columns.end(), needed) != 1)
      lines.refuse(std::string("the header must name the column ") + needed + " once; this is no steps.csv");
  return readers;
}

StepStatistics read_row(const std::vector<std::string>& fields, const std::vector<std::string>& columns,
                        const std::vector<FieldReader>& readers, const LineReader& lines) {
  if (fields.size() != columns.size())
    lines.refuse("has " + std::to_string(fields.size()) + " fields instead of " +
                 std::to_string(columns.size()));
  StepStatistics step;
  for (std::size_t i = 0; i < fields.size(); ++i)
    if (readers[i] && !readers[i](fields[i], step))
      lines.refuse(columns[i] + ": " + shown(fields[i]) + " is no such number");
  return step;
}

} // namespace

std::vector<std::string> csv_fields(std::string_view line) {
  std::vector<std::string> fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[++i];
    else if (c == '"')
      quoted = !quoted;
    else if (c == ',' && !quoted)
      fields.emplace_back();
    else
      fields.back() += c;
  }
  return fields;
}

StepsTable read_steps(const std::filesystem::path& file) {
  LineReader lines(file);
  StepsTable table;
  std::string text;
  // A recording that ended before its header was written has no steps.
  if (!lines.next(text))
    return table;
  table.columns = csv_fields(text);
  const std::vector<FieldReader> readers = readers_of(table.columns, lines);
  while (lines.next(text)) {
    const StepStatistics step = read_row(csv_fields(text), table.columns, readers, lines);
    const std::uint64_t before = table.steps.empty() ? 0 : table.steps.back().step;
    if (step.step == 0 || (before > 0 && step.step != before + 1))
      lines.refuse("step " + std::to_string(step.step) + " does not follow " +
                   (before > 0 ? "step " + std::to_string(before) : "the first state"));
    table.steps.push_back(step);
  }
  return table;
}

const std::vector<StepQuantity>& step_quantities() {
  using S = StepStatistics;
  static const std::vector<StepQuantity> quantities{
      {"pairs", member_text<&S::pairs>},
      {"contacts", member_text<&S::contacts>},
      {"fragments", member_text<&S::fragments>},
      {"contact_pixels", member_text<&S::contact_pixels>},
      {"dropped_columns", member_text<&S::dropped_columns>},
      {"volume_m3", member_text<&S::volume_m3>},
      {"cg_iterations", member_text<&S::cg_iterations>},
      {"cg_residual", member_text<&S::cg_residual>},
      {"contact_J", member_text<&S::contact_J>},
      {"kinetic_J", member_text<&S::kinetic_J>},
      {"potential_J", member_text<&S::potential_J>},
      {"elastic_J", member_text<&S::elastic_J>},
      {"momentum_x", momentum_text<0>},
      {"momentum_y", momentum_text<1>},
      {"momentum_z", momentum_text<2>},
      {"time_s", member_text<&S::time_s>},
      {"state_hash", [](const S& step) { return hexadecimal(step.state_hash); }}};
  return quantities;
}

} // namespace lamina
