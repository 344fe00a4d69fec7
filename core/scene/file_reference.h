#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace lamina {

/// How a scene file names a file: its path with '/', or, where the bytes of the path are no UTF-8 text, a
/// reference "file:name%FF.obj" with every byte that is no plain character written as % and two hexadecimal
/// digits (RFC 3986).
std::string file_reference(const std::filesystem::path& path);

/// The path that such a text names. Throws InputError, without a place, for a % that no two digits follow.
std::filesystem::path referenced_file(std::string_view text);

} // namespace lamina
