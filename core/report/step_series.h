#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// One quantity over the steps of a run, thinned to what a plot can show.
struct StepColumn {
  std::string name;           ///< as in steps.csv, or a derived one (see read_step_series)
  std::vector<double> values; ///< one a point; NaN where the field is empty
  double mean = 0;            ///< over all steps that have a value, not only those that are kept
  double least = 0, greatest = 0;
  double last = 0;       ///< of the last step that has a value
  std::size_t count = 0; ///< steps that have a value; the figures above mean nothing if it is 0
};

/// The numbers of a steps.csv.
struct StepSeries {
  std::vector<StepColumn> columns; ///< those with at least one value
  std::uint64_t steps = 0;         ///< rows
  std::uint64_t first_step = 0, last_step = 0;
  double first_time_s = 0, last_time_s = 0;
  std::uint64_t steps_a_pair = 1; ///< 1: every step is a point; k > 1: each k steps are two points
  std::string last_hash;          ///< state_hash of the last step; empty if there is none
  bool cut_line = false;          ///< whether a last line without a line feed was left out

  /// The column of that name, or null.
  const StepColumn* find(const std::string& name) const;
};

/// Reads a steps.csv in bounded memory. Columns are known by their names; unknown ones are kept too, as far
/// as they are numbers. A last line without a line feed, as a crash leaves it, is left out. Runs of more than
/// `most_points` steps are thinned. Each k steps become two points, the least and the greatest value in the
/// order in which they came. So no peak is lost. Derived columns: energy_J, the sum of the four energies, and
/// momentum, the length of the vector.
///
/// Throws InputError with file and line for a file that cannot be read, has no step, or lacks "step" or
/// "time_s". Likewise for a row with a wrong number of fields, a field that is no number, and a step or a
/// time that goes back.
StepSeries read_step_series(const std::filesystem::path& file, std::size_t most_points = 10'000);

/// The state hashes that a steps.csv holds for these steps, in their order; "" for a step that it lacks.
/// Throws InputError if it cannot be read.
std::vector<std::string> recorded_hashes(const std::filesystem::path& file,
                                         const std::vector<std::uint64_t>& steps);

} // namespace lamina
