#pragma once

#include <string>

namespace lamina {

/// Reads a tetrahedral file and prints what the check found, as text or JSON. Returns the exit code.
int check_tetrahedra(const std::string& file, bool json);

} // namespace lamina
