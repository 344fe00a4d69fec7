#pragma once

#include "core/scene/scene_file.h"

#include <filesystem>
#include <vector>

namespace lamina {

/// Opens the window on these files (scenes or meshes; names of shipped scenes too), or on the scene "welcome"
/// when there are none. Returns when it is closed: 0, or 1 if there is no display or no OpenGL 4.5.
int run_window(int argc, char** argv, const std::vector<std::filesystem::path>& files,
               const OpenOptions& options);

/// Asks Qt for the OpenGL that the viewport draws with. To be called before QApplication is made.
void set_surface_format();

} // namespace lamina
