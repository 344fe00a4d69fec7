#include "ui/window/viewport/order_tracer.h"

#include <utility>

namespace lamina {

RayTracer& OrderTracer::tracer(std::size_t part) {
  while (tracers_.size() <= part)
    tracers_.push_back(std::make_unique<RayTracer>());
  return *tracers_[part];
}

bool OrderTracer::gets_finer(const PictureOrder& order) const {
  const auto& part = order.parts.front();
  return part.options.quality != Quality::low && at_ && same(*at_, order) &&
         (tracers_.front()->passes() < RayTracer::most_passes ||
          tracers_.front()->size().width < part.size.width);
}

/// Of what trace(tracer, part) makes of each; null where that makes nothing.
template <class Trace>
std::shared_ptr<const FinishedPicture> OrderTracer::put_together(const PictureOrder& order,
                                                                 const Trace& trace) {
  at_.reset();
  auto made = std::make_shared<FinishedPicture>();
  made->order = order;
  for (std::size_t i = 0; i < order.parts.size(); ++i) {
    RayTracer& tracer = this->tracer(i);
    std::optional<Image> image = trace(tracer, order.parts[i]);
    if (!image)
      return nullptr;
    made->scales.push_back(tracer.scales());
    put_part(order, i, *std::move(image), made->image);
  }
  return made;
}

std::shared_ptr<const FinishedPicture> OrderTracer::next(const PictureOrder& order,
                                                         const std::atomic<bool>& stop) {
  const bool again = at_ && same(*at_, order);
  const int quick = RayTracer::quick_pixels / static_cast<int>(order.parts.size());
  auto made =
      put_together(order, [&](RayTracer& tracer, const PictureOrder::Part& part) -> std::optional<Image> {
        if (!again) {
          tracer.show(part.snapshot, order.camera, part.options, part.size);
          tracer.begin(size_within(part.size, quick));
        } else if (tracer.size().width < part.size.width || tracer.size().height < part.size.height) {
          tracer.begin(part.size);
        }
        if (!tracer.add_pass(again ? &stop : nullptr))
          return std::nullopt;
        return order.is_whole() ? tracer.image() : scaled_to(tracer.image(), part.size);
      });
  if (made)
    at_ = order;
  return made;
}

std::shared_ptr<const FinishedPicture> OrderTracer::at_once(const PictureOrder& order) {
  return put_together(order, [&](RayTracer& tracer, const PictureOrder::Part& part) {
    tracer.show(part.snapshot, order.camera, part.options, part.size);
    return std::optional(tracer.whole(part.size, RayTracer::passes_of(part.options.quality)));
  });
}

} // namespace lamina
