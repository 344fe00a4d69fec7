#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace lamina::test {

/// A row of MODELS.md.
struct ListedModel {
  std::string file;
  std::vector<std::string>
      cells; ///< of its row: bytes, source, licence, vertices, triangles, pieces, stored, merged, edges, …
};

inline std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

/// The rows of the list of shared models that describe a mesh.
inline std::vector<ListedModel> listed_models(const std::filesystem::path& folder) {
  std::vector<ListedModel> models;
  std::ifstream list(folder / "MODELS.md");
  for (std::string line; std::getline(list, line);) {
    if (!line.starts_with("| `"))
      continue;
    ListedModel model;
    std::stringstream cells(line.substr(1));
    for (std::string cell; std::getline(cells, cell, '|');)
      model.cells.push_back(trimmed(cell));
    model.file = model.cells[0].substr(1, model.cells[0].size() - 2);
    if (model.cells.size() > 11)
      models.push_back(model);
  }
  return models;
}

} // namespace lamina::test
