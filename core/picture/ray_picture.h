#pragma once

#include "core/picture/look.h"
#include "core/picture/pixel_rays.h"

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::picture {

/// A picture that gets finer pass by pass. A pass sends one ray through each pixel, and one from what it
/// meets to the light. The first goes through the middles of pixels and to the middle of the light. Later
/// ones are spread over both, which smooths edges and softens shadows. Pictures are the same for any number
/// of threads.
class RayPicture {
public:
  /// Forgets what it has; width and height in pixels, at least 1.
  void begin(int width, int height);

  /// Adds a pass, on so many threads (0: all processors). Ends early when `stop` becomes true: then it
  /// returns false, and what it has is of no use.
  bool add_pass(const RayScene& scene, const PixelRays& rays, const Look& look, int threads = 0,
                const std::atomic<bool>* stop = nullptr);

  int width() const { return width_; }
  int height() const { return height_; }
  int passes() const { return passes_; }
  /// The mean of all passes, sRGB; rows from the top.
  Colour pixel(int x, int y) const { return sums_[index(x, y)] / static_cast<float>(passes_); }
  /// All of it, four bytes (red, green, blue, 255) a pixel, as many as there are pixels.
  void write(std::span<std::uint8_t> rgba) const;

private:
  std::size_t index(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width_) + static_cast<std::size_t>(x);
  }

  int width_ = 0, height_ = 0, passes_ = 0;
  std::vector<Colour> sums_;
};

} // namespace lamina::picture
