#pragma once

#include "ui/render/pictures/picture_storage.h"

namespace lamina {

/// Storage for pictures of which only some columns are shown, beside those of another. Kept from picture to
/// picture. Needs its context to be current.
class SidePicture {
public:
  /// The framebuffer to draw a picture of this size into, as SceneRenderer wants it. Throws
  /// std::runtime_error if the driver has no room for it.
  unsigned framebuffer(ViewSize size);

  /// Brings `columns` columns of it from `from` on to a framebuffer, there from `to` on, and binds that one
  /// as a whole of `whole` pixels.
  void show(int from, int columns, int to, unsigned framebuffer, ViewSize whole) const;

private:
  PictureStorage storage_;
};

} // namespace lamina
