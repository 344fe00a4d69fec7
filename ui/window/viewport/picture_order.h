#pragma once

#include "ui/render/camera/camera.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/pictures/image.h"
#include "ui/render/view_options.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace lamina {

/// A picture to be drawn: of one state, or of two beside each other.
struct PictureOrder {
  /// A state drawn to a picture of `size`, of which `columns` columns from `from` on are shown from `to` on.
  struct Part {
    std::shared_ptr<const Snapshot> snapshot;
    ViewOptions options;
    ViewSize size;
    int from = 0, columns = 0, to = 0;
  };
  std::vector<Part> parts;
  ViewSize whole; ///< pixels
  Camera camera;
  std::uint64_t motion = 0; ///< MotionWatch::count() when it was ordered

  bool is_whole() const { return parts.size() == 1; } ///< one part that fills it
  bool ray_traced() const { return !parts.empty() && parts.front().options.ray_traced; }
};

/// A picture that was drawn.
struct FinishedPicture {
  PictureOrder order;
  std::vector<ShownScales> scales; ///< of each part
  Image image;                     ///< empty where it was drawn in place; ray-traced, it may be smaller
};

/// Brings the picture of part number `part` to where it belongs in that of all.
void put_part(const PictureOrder& order, std::size_t part, Image image, Image& whole);

/// Whether both show one scene beside as many others, in the same theme, wherever things are and from
/// wherever.
bool shows_same_scene(const PictureOrder& a, const PictureOrder& b);
/// Whether both show the same things in the same way and size, wherever these are; not what the pointer is
/// on.
bool alike(const PictureOrder& a, const PictureOrder& b);
/// Whether both come to the same picture.
bool same(const PictureOrder& a, const PictureOrder& b);
/// Whether both come to pictures that nobody can tell apart: the same but for states between which nothing
/// has moved, fallen asleep or woken.
bool look_the_same(const PictureOrder& a, const PictureOrder& b);

} // namespace lamina
