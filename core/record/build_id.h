#pragma once

#include <string>

namespace lamina {

/// The identifier that the linker gave this executable (ELF note NT_GNU_BUILD_ID), as hexadecimal digits:
/// equal for equal programs only. "" where there is none.
std::string build_id();

} // namespace lamina
