#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace lamina::papers {

/// A number, or a word that says what a row is about.
using Cell = std::variant<double, std::string>;

/// A count, for a cell.
inline double number(std::size_t count) {
  return static_cast<double>(count);
}

/// What an experiment measured: a CSV file with a header line.
struct Table {
  std::string name; ///< of the file, without its extension
  std::vector<std::string> columns;
  std::vector<std::vector<Cell>> rows;
};

/// Writes FOLDER/NAME.csv and returns its path; makes the folder. Numbers have seven significant digits.
/// Throws std::runtime_error if it cannot be written.
std::filesystem::path write_csv(const Table& table, const std::filesystem::path& folder);

} // namespace lamina::papers
