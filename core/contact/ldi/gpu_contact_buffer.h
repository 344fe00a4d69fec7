#pragma once

#include "core/contact/ldi/image_evidence.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace lamina {

/// Contact pixels in the memory of a device, from which pictures are drawn: ContactPixelPairs one after the
/// other, byte for byte. Their order is that in which a detection found them. What is in it stays as long as
/// somebody holds it, whatever the device does meanwhile. Any thread may call; those that draw one at a time.
class GpuContactBuffer {
public:
  virtual ~GpuContactBuffer() = default;
  virtual std::size_t count() const = 0; ///< pairs of pixels

  /// Its name in the graphics context that is current here. From now on that context waits for what the
  /// device wrote there. Returns 0 if that context shares nothing with the device, so that only copy() is
  /// left.
  virtual unsigned begin_drawing() const = 0;
  /// To be called in the same context behind the last command that reads it, so that the device waits for
  /// that one before it writes there again.
  virtual void end_drawing() const = 0;

  /// The same in memory of the processor: waits for the device, and for a detection that it is at. Empty if
  /// the device fails.
  virtual std::vector<ContactPixelPair> copy() const = 0;
};

/// The contact pixels of one detection, as far as they are in the memory of a device.
class GpuContactPixels : public DeviceEvidence {
public:
  std::shared_ptr<const GpuContactBuffer> buffer; ///< null if there are none
  /// Into the buffer, for each pair of bodies, in whatever order they lie there. Empty for a pair of which it
  /// has none, because there are none or because the processor made them.
  std::vector<Range> of_pair;

  std::size_t pairs() const override { return of_pair.size(); }
  bool has(std::size_t pair) const override { return of_pair[pair].size() > 0; }
};

/// A device's evidence as contact pixels; null if it has others, or none.
inline const GpuContactPixels* gpu_contacts_in(const std::shared_ptr<const DeviceEvidence>& evidence) {
  return dynamic_cast<const GpuContactPixels*>(evidence.get());
}

} // namespace lamina
