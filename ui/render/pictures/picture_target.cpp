#include "ui/render/pictures/picture_target.h"

#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr int smooth_samples = 4;
constexpr double least_resolution = 0.1;

} // namespace

PictureTarget::Place PictureTarget::begin(Quality quality, double resolution, ViewSize size,
                                          unsigned framebuffer) {
  wanted_ = drawn_ = {framebuffer, size};
  const double share = quality == Quality::low ? std::clamp(resolution, least_resolution, 1.0) : 1.0;
  if (quality == Quality::low && share >= 1)
    return drawn_;
  drawn_.size = {std::max(1, static_cast<int>(std::lround(share * size.width))),
                 std::max(1, static_cast<int>(std::lround(share * size.height)))};
  drawn_.framebuffer = storage_.framebuffer(quality == Quality::low ? 0 : smooth_samples, drawn_.size);
  return drawn_;
}

void PictureTarget::finish() const {
  if (drawn_.framebuffer != wanted_.framebuffer) {
    const bool scaled = drawn_.size.width != wanted_.size.width || drawn_.size.height != wanted_.size.height;
    glBlitNamedFramebuffer(drawn_.framebuffer, wanted_.framebuffer, 0, 0, drawn_.size.width,
                           drawn_.size.height, 0, 0, wanted_.size.width, wanted_.size.height,
                           GL_COLOR_BUFFER_BIT, scaled ? GL_LINEAR : GL_NEAREST);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, wanted_.framebuffer);
  glViewport(0, 0, wanted_.size.width, wanted_.size.height);
}

} // namespace lamina
