#include "ui/render/contacts/gpu_contact_view.h"

#include <algorithm>
#include <vector>

namespace lamina {

bool gpu_contacts_serve(const Snapshot& snapshot, const ViewOptions& options) {
  if (!options.contacts || of_contacts(options.skin) || !snapshot.gpu_contacts ||
      !snapshot.gpu_contacts->buffer)
    return false;
  const std::vector<Range>& of_pair = snapshot.gpu_contacts->of_pair;
  return of_pair.size() == snapshot.pairs.size() &&
         std::any_of(of_pair.begin(), of_pair.end(), [](const Range& range) { return range.size() > 0; });
}

Snapshot pairs_beside_gpu_contacts(const Snapshot& snapshot) {
  Snapshot rest;
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p)
    if (snapshot.gpu_contacts->of_pair[p].size() == 0)
      rest.pairs.push_back(snapshot.pairs[p]);
  return rest;
}

Snapshot pairs_by_copy(const Snapshot& snapshot) {
  const std::vector<ContactPixelPair> pixels = snapshot.gpu_contacts->buffer->copy();
  Snapshot whole;
  whole.pairs = snapshot.pairs;
  for (std::size_t p = 0; p < whole.pairs.size(); ++p)
    if (const Range& range = snapshot.gpu_contacts->of_pair[p];
        range.size() > 0 && range.end <= pixels.size())
      whole.pairs[p].contacts.pixels.assign(pixels.begin() + range.begin, pixels.begin() + range.end);
  return whole;
}

} // namespace lamina
