#include "app/commands/error_image_files.h"

#include "core/record/output_file.h"

#include <bit>
#include <string_view>

namespace lamina {

std::array<std::filesystem::path, 3> error_image_files(const std::string& name) {
  return {name + "-x.pfm", name + "-y.pfm", name + "-z.pfm"};
}

void write_error_images(const std::string& name, const ImageEvidence& images) {
  const std::array<std::filesystem::path, 3> files = error_image_files(name);
  for (std::size_t direction = 0; direction < files.size(); ++direction) {
    const ErrorPicture& picture = images.error_pictures[direction];
    if (picture.across == 0)
      continue;
    const std::string side = std::to_string(picture.across);
    OutputFile out(files[direction]);
    // A negative scale says that the least byte of a number comes first. Rows go from the lowest up.
    out.write("Pf\n" + side + " " + side + "\n" +
              (std::endian::native == std::endian::little ? "-1.0\n" : "1.0\n"));
    out.write({reinterpret_cast<const char*>(picture.errors.data()), picture.errors.size() * sizeof(float)});
    out.close();
  }
}

} // namespace lamina
