#include "ui/render/picture_target.h"

#include "ui/render/gl_api.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace lamina {
namespace {

constexpr int smooth_samples = 4;
constexpr double least_resolution = 0.1;

GlObject make_storage(unsigned format, int samples, ViewSize size) {
  unsigned id = 0;
  glCreateRenderbuffers(1, &id);
  glNamedRenderbufferStorageMultisample(id, samples, format, size.width, size.height);
  return {GlKind::renderbuffer, id};
}

} // namespace

PictureTarget::Place PictureTarget::begin(Quality quality, double resolution, ViewSize size,
                                          unsigned framebuffer) {
  wanted_ = drawn_ = {framebuffer, size};
  const double share = quality == Quality::low ? std::clamp(resolution, least_resolution, 1.0) : 1.0;
  if (quality == Quality::low && share >= 1)
    return drawn_;
  drawn_.size = {std::max(1, static_cast<int>(std::lround(share * size.width))),
                 std::max(1, static_cast<int>(std::lround(share * size.height)))};
  make(quality == Quality::low ? 0 : smooth_samples, drawn_.size);
  drawn_.framebuffer = own_.id();
  return drawn_;
}

void PictureTarget::make(int samples, ViewSize size) {
  if (own_ && samples == samples_ && size.width == own_size_.width && size.height == own_size_.height)
    return;
  // What goes first makes room for what comes.
  for (GlObject* part : {&own_, &colour_, &depth_})
    *part = GlObject();
  colour_ = make_storage(GL_RGBA8, samples, size);
  depth_ = make_storage(GL_DEPTH_COMPONENT24, samples, size);
  GlObject made = make_framebuffer();
  glNamedFramebufferRenderbuffer(made.id(), GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_.id());
  glNamedFramebufferRenderbuffer(made.id(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.id());
  if (glCheckNamedFramebufferStatus(made.id(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("the OpenGL driver has no room for a picture of " + std::to_string(size.width) +
                             " x " + std::to_string(size.height));
  own_ = std::move(made);
  samples_ = samples;
  own_size_ = size;
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
