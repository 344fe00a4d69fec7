#include "tests/papers/table.h"

#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace lamina::papers {

namespace {

std::string shown(const Cell& cell) {
  if (const auto* word = std::get_if<std::string>(&cell))
    return *word;
  char text[32];
  std::snprintf(text, sizeof text, "%.7g", std::get<double>(cell));
  return text;
}

} // namespace

std::filesystem::path write_csv(const Table& table, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  const std::filesystem::path path = folder / (table.name + ".csv");
  std::ofstream out(path);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    out << (i ? "," : "") << table.columns[i];
  out << "\n";
  for (const std::vector<Cell>& row : table.rows) {
    for (std::size_t i = 0; i < row.size(); ++i)
      out << (i ? "," : "") << shown(row[i]);
    out << "\n";
  }
  if (!out.flush())
    throw std::runtime_error("cannot write " + path.string());
  return path;
}

} // namespace lamina::papers
