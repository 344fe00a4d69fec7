#include "ui/window/viewport/order_tracer.h"

#include <algorithm>

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

std::shared_ptr<const FinishedPicture> OrderTracer::next(const PictureOrder& order,
                                                         const std::atomic<bool>& stop) {
  const bool again = at_ && same(*at_, order);
  at_.reset();
  auto made = std::make_shared<FinishedPicture>();
  made->order = order;
  for (std::size_t i = 0; i < order.parts.size(); ++i) {
    const PictureOrder::Part& part = order.parts[i];
    RayTracer& tracer = this->tracer(i);
    if (!again) {
      tracer.show(part.snapshot, order.camera, part.options, part.size);
      tracer.begin(size_within(part.size, RayTracer::quick_pixels / static_cast<int>(order.parts.size())));
    } else if (tracer.size().width < part.size.width || tracer.size().height < part.size.height) {
      tracer.begin(part.size);
    }
    if (!tracer.add_pass(again ? &stop : nullptr))
      return nullptr;
    made->scales.push_back(tracer.scales());
    put_part(order, i, order.is_whole() ? tracer.image() : scaled_to(tracer.image(), part.size), made->image);
  }
  at_ = order;
  return made;
}

std::shared_ptr<const FinishedPicture> OrderTracer::at_once(const PictureOrder& order) {
  at_.reset();
  auto made = std::make_shared<FinishedPicture>();
  made->order = order;
  for (std::size_t i = 0; i < order.parts.size(); ++i) {
    const PictureOrder::Part& part = order.parts[i];
    RayTracer& tracer = this->tracer(i);
    tracer.show(part.snapshot, order.camera, part.options, part.size);
    made->scales.push_back(tracer.scales());
    put_part(order, i, tracer.whole(part.size, RayTracer::passes_of(part.options.quality)), made->image);
  }
  return made;
}

} // namespace lamina
