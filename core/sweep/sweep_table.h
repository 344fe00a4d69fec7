#pragma once

#include "core/sweep/grid.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// What became of a cell.
struct SweepResult {
  SweepCell cell;
  std::string name;
  std::filesystem::path run; ///< its run folder; empty if it did not end well
  std::string problem;       ///< why not; empty if all is well
};

/// The table of a sweep, a row a cell. Columns are the values of the axes, steps, time_s, the final energies
/// and their sum, and the final and the greatest intersection volume. Then follow final contacts, mean
/// iterations and step time, final state hash, problem. Reads the run folders; one that cannot be read has
/// its reason under "problem".
class SweepTable {
public:
  SweepTable(std::span<const SweepAxis> axes, std::span<const SweepResult> results);

  /// CSV with a header, numbers with all their digits (RFC 4180).
  std::string csv() const;
  /// For reading: aligned columns, four digits, without the columns in which no row has anything.
  std::string text() const;

private:
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;       ///< all digits
  std::vector<std::vector<std::string>> short_rows_; ///< four digits
};

} // namespace lamina
