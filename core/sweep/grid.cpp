#include "core/sweep/grid.h"

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/settings/assignments.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <array>

namespace lamina {

namespace {

constexpr std::size_t longest_name = 180; // file systems take 255 bytes, and ".part" comes behind

/// A value as the settings themselves write it, after they have checked it; of a stiffness of contact, which
/// each law limits in its own way, only that it is a number.
std::string checked_value(const std::string& name, const std::string& text) {
  if (text.empty())
    throw InputError("--set " + name + ": a value is missing between commas");
  Settings trial;
  trial.response.law = ContactLaw::f08;
  const std::string setting(assigned_setting(name, trial));
  set_setting_from_text(trial, setting + "=" + text);
  return to_text(get_setting(trial, setting));
}

SweepAxis parse_axis(const std::string& assignment) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw InputError("--set needs NAME=VALUE or NAME=VALUE,VALUE,…, not " + assignment);
  SweepAxis axis{assignment.substr(0, equals), {}};
  if (axis.setting != stiffness_of_contact)
    find_setting(axis.setting);
  for (std::size_t begin = equals + 1;;) {
    const std::size_t comma = assignment.find(',', begin);
    const std::string value = checked_value(axis.setting, assignment.substr(begin, comma - begin));
    if (std::find(axis.values.begin(), axis.values.end(), value) != axis.values.end())
      throw InputError("--set " + axis.setting + ": " + value + " is named twice");
    axis.values.push_back(value);
    if (comma == std::string::npos)
      return axis;
    begin = comma + 1;
  }
}

} // namespace

std::vector<std::string> SweepCell::assignments(std::span<const SweepAxis> axes) const {
  std::vector<std::string> all;
  for (std::size_t k = 0; k < axes.size(); ++k)
    all.push_back(axes[k].setting + "=" + values[k]);
  return all;
}

std::string SweepCell::name(std::span<const SweepAxis> axes) const {
  std::string name;
  for (const std::string& assignment : assignments(axes))
    name += (name.empty() ? "" : ",") + assignment;
  std::replace(name.begin(), name.end(), '/', '_');
  if (name.empty())
    return "defaults";
  if (name.size() <= longest_name)
    return name;
  std::uint64_t hash = 0;
  for (const char c : name)
    hash = hash_bits(std::array{double(c)}, hash);
  return name.substr(0, longest_name) + "-" + std::to_string(hash);
}

std::vector<SweepAxis> parse_sweep_axes(std::span<const std::string> assignments) {
  std::vector<SweepAxis> axes;
  std::size_t cells = 1;
  for (const std::string& assignment : assignments) {
    SweepAxis axis = parse_axis(assignment);
    for (const SweepAxis& other : axes)
      if (other.setting == axis.setting)
        throw InputError("--set " + axis.setting +
                         " is given twice; name all its values in one, with commas");
    cells *= axis.values.size();
    if (cells > most_sweep_cells)
      throw InputError("the grid has more than " + std::to_string(most_sweep_cells) +
                       " cells; name fewer values");
    axes.push_back(std::move(axis));
  }
  return axes;
}

std::vector<SweepCell> sweep_cells(std::span<const SweepAxis> axes) {
  std::vector<SweepCell> cells(1);
  for (const SweepAxis& axis : axes) {
    std::vector<SweepCell> longer;
    for (const SweepCell& cell : cells)
      for (const std::string& value : axis.values) {
        longer.push_back(cell);
        longer.back().values.push_back(value);
      }
    cells = std::move(longer);
  }
  return cells;
}

} // namespace lamina
