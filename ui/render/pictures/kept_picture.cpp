#include "ui/render/pictures/kept_picture.h"

#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lamina {

unsigned KeptPicture::framebuffer(ViewSize size) {
  from_top_ = false;
  if (own_ && size.width == size_.width && size.height == size_.height)
    return own_.id();
  own_ = GlObject();
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  colour_ = GlObject(GlKind::texture, id);
  glTextureStorage2D(id, 1, GL_RGBA8, size.width, size.height);
  GlObject made = make_framebuffer();
  glNamedFramebufferTexture(made.id(), GL_COLOR_ATTACHMENT0, id, 0);
  if (glCheckNamedFramebufferStatus(made.id(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw std::runtime_error("the OpenGL driver has no room for a picture of " + std::to_string(size.width) +
                             " x " + std::to_string(size.height));
  own_ = std::move(made);
  size_ = size;
  return own_.id();
}

void KeptPicture::take(const Image& image) {
  framebuffer({image.width, image.height});
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTextureSubImage2D(colour_.id(), 0, 0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      image.rgba.data());
  from_top_ = true;
}

void KeptPicture::show(unsigned framebuffer, ViewSize size) const {
  const bool scaled = size.width != size_.width || size.height != size_.height;
  const int first = from_top_ ? size_.height : 0, last = from_top_ ? 0 : size_.height;
  glDisable(GL_SCISSOR_TEST);
  glBlitNamedFramebuffer(own_.id(), framebuffer, 0, first, size_.width, last, 0, 0, size.width, size.height,
                         GL_COLOR_BUFFER_BIT, scaled ? GL_LINEAR : GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, size.width, size.height);
}

Image KeptPicture::read() const {
  Image image{size_.width, size_.height, {}};
  const std::size_t row = 4 * static_cast<std::size_t>(size_.width);
  image.rgba.resize(row * static_cast<std::size_t>(size_.height));
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glGetTextureImage(colour_.id(), 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<int>(image.rgba.size()),
                    image.rgba.data());
  if (!from_top_)
    for (std::size_t top = 0, bottom = static_cast<std::size_t>(size_.height) - 1; top < bottom;
         ++top, --bottom)
      std::swap_ranges(&image.rgba[top * row], &image.rgba[top * row] + row, &image.rgba[bottom * row]);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4)
    image.rgba[i] = 255;
  return image;
}

} // namespace lamina
