#pragma once

#include <filesystem>

namespace lamina {

/// Whether a file is a scene by its name; others are meshes.
bool is_scene_file(const std::filesystem::path& file);

} // namespace lamina
