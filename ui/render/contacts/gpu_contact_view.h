#pragma once

#include "ui/render/view_options.h"

namespace lamina {

/// Whether what the options show of contacts can be made of what the snapshot has on a device.
bool gpu_contacts_serve(const Snapshot& snapshot, const ViewOptions& options);

/// The pairs whose pixels are not on the device; nothing else.
Snapshot pairs_beside_gpu_contacts(const Snapshot& snapshot);

/// All pairs with their pixels, which are brought to the processor; nothing else.
Snapshot pairs_by_copy(const Snapshot& snapshot);

} // namespace lamina
