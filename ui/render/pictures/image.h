#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// A picture: rows from the top, four bytes (red, green, blue, opacity) a pixel, sRGB.
struct Image {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> rgba;

  const std::uint8_t* pixel(int x, int y) const {
    return &rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                      static_cast<std::size_t>(x))];
  }
};

/// The bytes of a PNG file, without opacity. Throws std::runtime_error.
std::string png_bytes(const Image& image);

/// Writes a PNG file; what was there is replaced only once the whole picture is written.
/// Throws InputError naming the file and the reason: a missing or unwritable folder, a full disk.
void write_png(const std::filesystem::path& file, const Image& image);

} // namespace lamina
