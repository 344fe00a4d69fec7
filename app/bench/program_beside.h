#pragma once

#include <filesystem>

namespace lamina {

/// A program of comparisons, which is never installed: the one that the environment variable names, or the
/// one of that name beside this program, as in its build folder. It need not exist.
std::filesystem::path program_beside(const char* name, const char* variable);

} // namespace lamina
