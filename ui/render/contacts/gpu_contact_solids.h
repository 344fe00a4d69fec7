#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/gl/quad_batch.h"

#include <cstddef>
#include <cstdint>

namespace lamina {

/// Makes the outside of intersection volumes of contact pixels that lie in the memory of a device, as
/// add_volume_solid makes it of those that lie with the processor. Only the number of quads comes back.
class GpuContactSolids {
public:
  /// Puts quads of what serves (gpu_contacts_serve) into a batch, relative to an origin in the world, and
  /// behind them room for `more`; returns how many there are before that room. None, and nothing is put
  /// there, if the context that is current cannot reach the device's memory, or the driver refuses so many
  /// quads or the shaders. Shaders are built when they are first needed.
  std::size_t fill(QuadBatch& batch, std::size_t more, const Snapshot& snapshot, const Vec3& origin);

private:
  bool ready();
  std::uint32_t count(std::uint32_t pixels, std::uint32_t pairs);

  GlObject count_, sum_, write_; ///< programs
  GlObject columns_, counts_;
  bool refused_ = false; ///< by the driver
};

} // namespace lamina
