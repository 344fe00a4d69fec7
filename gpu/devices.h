#pragma once

#include "core/graphics/shared_context.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamina::gpu {

/// A device that a backend of contact detection runs on, or would.
struct DeviceInfo {
  std::string backend;      ///< as the setting names it
  std::string name;         ///< empty where there is none
  std::uint64_t memory = 0; ///< bytes of its own; 0 where it has none or does not say
  std::string reason;       ///< why it cannot be used; empty if it can
  std::string pictures;     ///< how pictures come by its contact pixels; empty where it makes none
};

/// What this machine has for each backend of this library. Takes some milliseconds.
std::vector<DeviceInfo> devices();

/// From now on devices ask here for contexts that share with those that draw, so that pictures have contact
/// pixels from where they were made.
void share_contexts(SharedContextMaker maker);

/// Makes the backends of this library known to make_contact_method, whether they can be used here or not: one
/// that cannot says why when it is chosen. To be called before anything runs.
void register_backends();

} // namespace lamina::gpu
