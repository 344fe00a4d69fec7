#pragma once

#include <filesystem>
#include <string_view>

namespace lamina {

/// Writes a whole file so that whoever opens it, also after a crash or a power cut, finds the old text or the
/// new one, never a part. A link is followed. Throws InputError with path and reason.
void write_whole_file(const std::filesystem::path& path, std::string_view text);

} // namespace lamina
