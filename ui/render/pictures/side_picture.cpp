#include "ui/render/pictures/side_picture.h"

#include "ui/render/gl/gl_api.h"

namespace lamina {

unsigned SidePicture::framebuffer(ViewSize size) {
  return storage_.framebuffer(0, size);
}

void SidePicture::show(int from, int columns, int to, unsigned framebuffer, ViewSize whole) const {
  glBlitNamedFramebuffer(storage_.id(), framebuffer, from, 0, from + columns, storage_.size().height, to, 0,
                         to + columns, storage_.size().height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, whole.width, whole.height);
}

} // namespace lamina
