#include "ui/render/contacts/gpu_contact_view.h"
#include "core/contact/ldi/gpu_contact_buffer.h"
#include "core/contact/ldi/image_evidence.h"

#include <algorithm>
#include <vector>

namespace lamina {

bool gpu_contacts_serve(const Snapshot& snapshot, const ViewOptions& options) {
  const GpuContactPixels* const on_device = gpu_contacts_in(snapshot.device_evidence);
  if (!options.contacts || of_contacts(options.skin) || !on_device || !on_device->buffer)
    return false;
  const std::vector<Range>& of_pair = on_device->of_pair;
  return of_pair.size() == snapshot.pairs.size() &&
         std::any_of(of_pair.begin(), of_pair.end(), [](const Range& range) { return range.size() > 0; });
}

Snapshot pairs_beside_gpu_contacts(const Snapshot& snapshot) {
  Snapshot rest;
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p)
    if (!snapshot.device_evidence->has(p))
      rest.pairs.push_back(snapshot.pairs[p]);
  return rest;
}

Snapshot pairs_by_copy(const Snapshot& snapshot) {
  const GpuContactPixels& on_device = *gpu_contacts_in(snapshot.device_evidence);
  const std::vector<ContactPixelPair> pixels = on_device.buffer->copy();
  Snapshot whole;
  whole.pairs = snapshot.pairs;
  for (std::size_t p = 0; p < whole.pairs.size(); ++p)
    if (const Range& range = on_device.of_pair[p]; range.size() > 0 && range.end <= pixels.size())
      whole.pairs[p].contacts.evidence.add<ImageEvidence>().pixels.assign(pixels.begin() + range.begin,
                                                                          pixels.begin() + range.end);
  return whole;
}

} // namespace lamina
