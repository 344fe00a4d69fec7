#include "ui/render/pictures/picture_storage.h"

#include "ui/render/gl/gl_api.h"

#include <stdexcept>
#include <string>

namespace lamina {
namespace {

GlObject make_storage(unsigned format, int samples, ViewSize size) {
  unsigned id = 0;
  glCreateRenderbuffers(1, &id);
  glNamedRenderbufferStorageMultisample(id, samples, format, size.width, size.height);
  return {GlKind::renderbuffer, id};
}

} // namespace

unsigned PictureStorage::framebuffer(int samples, ViewSize size) {
  if (own_ && samples == samples_ && size.width == size_.width && size.height == size_.height)
    return own_.id();
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
  size_ = size;
  return own_.id();
}

} // namespace lamina
