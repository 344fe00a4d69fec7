#pragma once

#include "tests/papers/table.h"

#include <functional>
#include <string>
#include <vector>

namespace lamina::papers {

/// A figure, table or number of a paper that is measured again.
struct Experiment {
  std::string id;       ///< for example "F08-fig6a"
  std::string sentence; ///< what is measured
  std::function<std::vector<Table>()> run;
};

const std::vector<Experiment>& experiments();

} // namespace lamina::papers
