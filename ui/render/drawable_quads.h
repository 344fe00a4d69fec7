#pragma once

#include "core/contact/drawable.h"
#include "ui/render/gl_objects.h"
#include "ui/render/quad_batch.h"
#include "ui/render/view_options.h"

#include <cstddef>
#include <cstdint>

namespace lamina {

/// Makes quads of contact pixels that lie in the memory of a device, without a way over the processor, as
/// add_pixel_quads and add_layer_quads make them of those that lie with the processor.
class DrawableQuads {
public:
  void setup();

  /// Whether the picture that the options ask for can be made of what the snapshot has on a device.
  static bool serve(const Snapshot& snapshot, const ViewOptions& options);

  /// The pairs whose pixels the device does not have; nothing else.
  static Snapshot rest_of(const Snapshot& snapshot);
  /// All pairs, with their pixels brought to the processor; nothing else.
  static Snapshot by_copy(const Snapshot& snapshot);

  /// Puts quads of what serves into a batch, relative to an origin in the world, and behind them room for
  /// `more`; returns how many there are before that room. None, and nothing is put there, if the device's
  /// memory is not to be reached from the context that is current.
  std::size_t fill(QuadBatch& batch, std::size_t more, const Snapshot& snapshot, const ViewOptions& options,
                   const Vec3& origin);

  /// Layers of the direction shown that were found last; 0 if no layers were asked for.
  std::uint32_t layers() const { return layers_; }

private:
  void run(const ViewOptions& options, const Vec3& origin, std::uint32_t pixels, std::uint32_t pairs);

  GlObject program_, pairs_, found_;
  std::uint32_t layers_ = 0;
};

} // namespace lamina
