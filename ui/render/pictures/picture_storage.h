#pragma once

#include "ui/render/camera/camera.h"
#include "ui/render/gl/gl_objects.h"

namespace lamina {

/// Colours and depths of a picture that is no window's own, kept from picture to picture. Needs its context
/// to be current.
class PictureStorage {
public:
  /// The framebuffer of a picture of this size, with so many samples a pixel (0: one that is not
  /// multisampled), made anew if the last one was another. Throws std::runtime_error if the driver has no
  /// room for it.
  unsigned framebuffer(int samples, ViewSize size);

  unsigned id() const { return own_.id(); } ///< of the last one
  ViewSize size() const { return size_; }

private:
  GlObject colour_, depth_, own_;
  int samples_ = -1;
  ViewSize size_;
};

} // namespace lamina
