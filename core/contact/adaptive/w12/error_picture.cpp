#include "core/contact/adaptive/w12/error_picture.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lamina::adaptive::w12 {

void draw_errors(const ErrorImage& image, int resolution, ErrorForm form, ErrorPicture& picture) {
  picture.clear();
  const std::vector<ErrorImage::Pixel>& pixels = image.pixels();
  if (pixels.empty())
    return;
  picture.across = std::bit_ceil(static_cast<unsigned>(std::max(1, resolution)));
  picture.errors.assign(picture.across * picture.across, 0);
  const Vec2& finest = image.finest();
  for (const ErrorImage::Pixel& pixel : pixels) {
    // Nothing lies over a coarser one without children.
    if (pixel.children > 0 || pixel.faces.empty())
      continue;
    std::array<std::size_t, 2> place{};
    for (std::size_t k = 0; k < 2; ++k) {
      const double at = pixel.tile.middle()[k] / finest[static_cast<Eigen::Index>(k)];
      place[k] = std::min(picture.across - 1, static_cast<std::size_t>(std::max(0.0, at)));
    }
    const double error = pixel.sums.of_one_tile(form, pixel.tile.width(), pixel.tile.height());
    picture.errors[place[1] * picture.across + place[0]] = static_cast<float>(error / pixel.tile.area());
  }
}

} // namespace lamina::adaptive::w12
