#pragma once

#include "core/contact/ldi/gpu_contact_buffer.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/gl/quad_batch.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/view_options.h"

#include <cstddef>
#include <cstdint>

namespace lamina {

/// Makes quads of contact pixels in a device's memory, without a way over the processor. They are the quads
/// that add_pixel_quads and add_layer_quads make of pixels in the processor's memory.
class GpuContactQuads {
public:
  /// Puts quads of what serves (gpu_contacts_serve) into a batch, relative to an origin in the world, and
  /// behind them room for `more`; `sizes` is the scale of colours by size. Returns how many there are before
  /// that room. None, and nothing is put there, if the context that is current cannot reach the device's
  /// memory, or the driver refuses the shader. The shader is built when it is first needed.
  std::size_t fill(QuadBatch& batch, std::size_t more, const Snapshot& snapshot, const ViewOptions& options,
                   const Vec3& origin, const PixelSizes& sizes);

  /// Layers of the direction shown that were found last; 0 if no layers were asked for.
  std::uint32_t layers() const { return layers_; }

private:
  bool ready();
  void run(const ViewOptions& options, const Vec3& origin, std::uint32_t pixels);

  GlObject program_, pairs_, found_;
  std::uint32_t layers_ = 0;
  bool refused_ = false; ///< by the driver
};

} // namespace lamina
