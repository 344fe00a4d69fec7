#pragma once

#include "ui/render/camera/camera.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/pictures/image.h"

namespace lamina {

/// A finished picture that is kept to be shown as often as one likes. Its storage is kept from picture to
/// picture. Needs its context to be current.
class KeptPicture {
public:
  /// The framebuffer to draw a picture of this size into. It has one sample a pixel and no depths, so the
  /// picture's quality must be above low. Throws std::runtime_error if the driver has no room for it.
  unsigned framebuffer(ViewSize size);

  /// Keeps a picture that was drawn elsewhere. Throws as framebuffer().
  void take(const Image& image);

  /// Brings it to a framebuffer of this size, scaled where its own is another, and binds that.
  void show(unsigned framebuffer, ViewSize size) const;

  /// Its pixels; opaque all over.
  Image read() const;

private:
  GlObject colour_, own_;
  ViewSize size_;
  bool from_top_ = false; ///< its first row is the picture's upper one
};

} // namespace lamina
