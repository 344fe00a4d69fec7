#include "ui/window/viewport/picture_order.h"

#include "ui/window/viewport/motion_watch.h"

#include <algorithm>

namespace lamina {

bool alike(const PictureOrder& a, const PictureOrder& b) {
  const auto alike_parts = [](const PictureOrder::Part& p, const PictureOrder::Part& q) {
    return p.snapshot->scene_revision == q.snapshot->scene_revision && p.size.width == q.size.width &&
           p.options.quality == q.options.quality && p.options.dark == q.options.dark &&
           static_cast<const ViewModes&>(p.options) == static_cast<const ViewModes&>(q.options);
  };
  return a.whole.width == b.whole.width && a.whole.height == b.whole.height &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), alike_parts);
}

bool same(const PictureOrder& a, const PictureOrder& b) {
  const auto same_parts = [](const PictureOrder::Part& p, const PictureOrder::Part& q) {
    return p.snapshot == q.snapshot && p.options == q.options;
  };
  return alike(a, b) && same_view(a.camera.view(1), b.camera.view(1)) &&
         a.camera.lens_shift() == b.camera.lens_shift() &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), same_parts);
}

} // namespace lamina
