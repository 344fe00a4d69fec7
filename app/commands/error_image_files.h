#pragma once

#include "core/contact/ldi/image_evidence.h"

#include <array>
#include <filesystem>
#include <string>

namespace lamina {

/// NAME-x.pfm, NAME-y.pfm and NAME-z.pfm.
std::array<std::filesystem::path, 3> error_image_files(const std::string& name);

/// Writes the error image of each view direction as a grey picture in portable float map format, m³ a m²:
/// along x, columns are y and rows z, from the least on, and so on. Of directions without an image nothing is
/// written.
void write_error_images(const std::string& name, const ImageEvidence& images);

} // namespace lamina
