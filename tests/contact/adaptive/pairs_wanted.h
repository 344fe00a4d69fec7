#pragma once

#include <cstdlib>
#include <string>

namespace lamina::test {

/// How many random pairs a long test looks at: as many as LAMINA_RANDOM_PAIRS says, or so many.
inline int pairs_wanted(int otherwise) {
  const char* wanted = std::getenv("LAMINA_RANDOM_PAIRS");
  return wanted ? std::stoi(wanted) : otherwise;
}

} // namespace lamina::test
