#include "ui/render/pictures/image.h"

#include "core/base/error.h"

#include <png.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

namespace lamina {
namespace {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

std::string system_reason() {
  return std::strerror(errno);
}

/// Takes away a half-written file unless told that it is whole.
struct Unfinished {
  std::filesystem::path file;
  bool whole = false;
  ~Unfinished() {
    std::error_code ignored;
    if (!whole)
      std::filesystem::remove(file, ignored);
  }
};

png_image png_header(const Image& image) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = static_cast<png_uint_32>(image.width);
  png.height = static_cast<png_uint_32>(image.height);
  png.format = PNG_FORMAT_RGBA;
  return png;
}

} // namespace

std::string png_bytes(const Image& image) {
  // Without the opacity, which pages have no use for: a quarter less to compress.
  std::vector<std::uint8_t> rgb;
  rgb.reserve(image.rgba.size() / 4 * 3);
  for (std::size_t k = 0; k + 3 < image.rgba.size(); k += 4)
    rgb.insert(rgb.end(), {image.rgba[k], image.rgba[k + 1], image.rgba[k + 2]});
  png_image png = png_header(image);
  png.format = PNG_FORMAT_RGB;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(png);
  std::string bytes(size, '\0');
  if (!png_image_write_to_memory(&png, bytes.data(), &size, 0, rgb.data(), 0, nullptr))
    throw std::runtime_error(std::string("cannot make a PNG picture: ") + png.message);
  bytes.resize(size);
  return bytes;
}

void write_png(const std::filesystem::path& file, const Image& image) {
  std::filesystem::path part = file;
  part += ".part";
  std::unique_ptr<std::FILE, CloseFile> out(std::fopen(part.c_str(), "wb"));
  if (!out)
    throw InputError(file.string(), 0, "cannot write the picture: " + system_reason());
  Unfinished unfinished{part};

  png_image png = png_header(image);
  if (!png_image_write_to_stdio(&png, out.get(), 0, image.rgba.data(), 0, nullptr))
    throw InputError(file.string(), 0, std::string("cannot write the picture: ") + png.message);
  if (std::fclose(out.release()) != 0)
    throw InputError(file.string(), 0, "cannot write the picture: " + system_reason());

  std::error_code failed;
  std::filesystem::rename(part, file, failed);
  if (failed)
    throw InputError(file.string(), 0, "cannot write the picture: " + failed.message());
  unfinished.whole = true;
}

} // namespace lamina
