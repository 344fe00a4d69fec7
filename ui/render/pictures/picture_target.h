#pragma once

#include "ui/render/pictures/picture_storage.h"
#include "ui/render/view_modes.h"

namespace lamina {

/// Where a picture is drawn before it goes to the framebuffer that asked for it. It has four samples a pixel
/// for smooth edges, or a lower resolution that is scaled up. Keeps its storage from picture to picture.
class PictureTarget {
public:
  struct Place {
    unsigned framebuffer = 0;
    ViewSize size;
  };

  /// Where to draw a picture of this quality. `resolution` is the share of width and height that low quality
  /// draws. Throws std::runtime_error if the driver has no room for it.
  Place begin(Quality quality, double resolution, ViewSize size, unsigned framebuffer);

  /// Brings what was drawn to the framebuffer that begin was given, which has one sample a pixel, and binds
  /// that.
  void finish() const;

private:
  PictureStorage storage_;
  Place drawn_, wanted_;
};

} // namespace lamina
