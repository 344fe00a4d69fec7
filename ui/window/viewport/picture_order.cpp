#include "ui/window/viewport/picture_order.h"

#include "ui/window/viewport/motion_watch.h"

#include <algorithm>
#include <utility>

namespace lamina {

void put_part(const PictureOrder& order, std::size_t part, Image image, Image& whole) {
  if (order.is_whole()) {
    whole = std::move(image);
    return;
  }
  const std::size_t width = static_cast<std::size_t>(order.whole.width);
  if (part == 0) {
    whole = {order.whole.width, order.whole.height, {}};
    whole.rgba.resize(4 * width * static_cast<std::size_t>(order.whole.height));
  }
  const PictureOrder::Part& place = order.parts[part];
  for (int y = 0; y < whole.height; ++y) {
    const std::uint8_t* from = image.pixel(place.from, y);
    const std::size_t to = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(place.to);
    std::copy(from, from + 4 * place.columns, &whole.rgba[4 * to]);
  }
}

bool shows_same_scene(const PictureOrder& a, const PictureOrder& b) {
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const PictureOrder::Part& p, const PictureOrder::Part& q) {
                      return p.snapshot->scene_revision == q.snapshot->scene_revision &&
                             p.options.dark == q.options.dark;
                    });
}

bool alike(const PictureOrder& a, const PictureOrder& b) {
  const auto alike_parts = [](const PictureOrder::Part& p, const PictureOrder::Part& q) {
    return p.snapshot->scene_revision == q.snapshot->scene_revision && p.size.width == q.size.width &&
           p.options.quality == q.options.quality && p.options.dark == q.options.dark &&
           static_cast<const ViewModes&>(p.options) == static_cast<const ViewModes&>(q.options);
  };
  return a.whole.width == b.whole.width && a.whole.height == b.whole.height &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), alike_parts);
}

namespace {

/// Whether both are the same where parts that show two states may stand for each other.
template <class Alike>
bool same_but_states(const PictureOrder& a, const PictureOrder& b, const Alike& states_alike) {
  return alike(a, b) && same_view(a.camera.view(1), b.camera.view(1)) &&
         a.camera.lens_shift() == b.camera.lens_shift() &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [&](const PictureOrder::Part& p, const PictureOrder::Part& q) {
                      return p.options == q.options && states_alike(*p.snapshot, *q.snapshot);
                    });
}

} // namespace

bool same(const PictureOrder& a, const PictureOrder& b) {
  return same_but_states(a, b, [](const Snapshot& p, const Snapshot& q) { return &p == &q; });
}

bool look_the_same(const PictureOrder& a, const PictureOrder& b) {
  return a.motion == b.motion && same_but_states(a, b, [](const Snapshot& p, const Snapshot& q) {
           return std::equal(
               p.bodies.begin(), p.bodies.end(), q.bodies.begin(), q.bodies.end(),
               [](const BodyState& one, const BodyState& other) { return one.asleep == other.asleep; });
         });
}

} // namespace lamina
