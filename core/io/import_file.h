#pragma once

#include "core/io/load.h"

#include <filesystem>
#include <string_view>

namespace lamina {

/// Where lamina-import is: $LAMINA_IMPORT if set, else next to the running program or in ../libexec/lamina
/// from there. Throws InputError naming the places if it is in none of them.
std::filesystem::path find_import_program();

/// Reads a file in a child process, with a time limit (the child also limits its own memory). A child that
/// crashes, hangs or answers nonsense gives an InputError.
LoadedFile import_file(const std::filesystem::path& file, const LoadOptions& options);

/// Decodes what the child wrote (import_stream.h); every length is checked against the bytes there are.
LoadedFile decode_import_stream(std::string_view bytes, const std::string& name);

} // namespace lamina
