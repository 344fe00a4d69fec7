#include "app/bench/program_beside.h"

#include <cstdlib>

namespace lamina {

std::filesystem::path program_beside(const char* name, const char* variable) {
  if (const char* named = std::getenv(variable); named && *named)
    return named;
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / name;
}

} // namespace lamina
