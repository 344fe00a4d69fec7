#pragma once

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
};

/// What this machine has for each backend of this library. Takes some milliseconds.
std::vector<DeviceInfo> devices();

/// Makes the backends of this library known to make_contact_method, whether they can be used here or not: one
/// that cannot says why when it is chosen. To be called before anything runs.
void register_backends();

} // namespace lamina::gpu
