#pragma once

#include "ui/render/pictures/ray_tracer.h"
#include "ui/window/viewport/picture_order.h"

#include <atomic>
#include <memory>
#include <optional>
#include <vector>

namespace lamina {

/// Makes ray-traced pictures that were ordered. Not shared between threads.
class OrderTracer {
public:
  /// A picture of what is ordered: soon and with few pixels, then, each time it is asked for the same again,
  /// in full size and finer. Null where `stop` became true before that was done; what came soon never stops.
  std::shared_ptr<const FinishedPicture> next(const PictureOrder& order, const std::atomic<bool>& stop);
  /// Whether another call of next() would make it finer; of low quality no picture is.
  bool gets_finer(const PictureOrder& order) const;

  /// The picture in full size, as fine as its quality is worth.
  std::shared_ptr<const FinishedPicture> at_once(const PictureOrder& order);

private:
  RayTracer& tracer(std::size_t part);
  template <class Trace>
  std::shared_ptr<const FinishedPicture> put_together(const PictureOrder& order, const Trace& trace);

  std::vector<std::unique_ptr<RayTracer>> tracers_; ///< one for each part
  std::optional<PictureOrder> at_;                  ///< what they have begun
};

} // namespace lamina
