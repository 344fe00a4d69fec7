#pragma once

#include "gpu/method/layer_device.h"

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace lamina::test {

/// A device that the stages are tested on.
struct DeviceCase {
  std::string name;
  /// Throws DeviceError where there is no such device.
  std::function<std::unique_ptr<gpu::LayerDevice>()> make;
};

/// For the names of tests.
inline void PrintTo(const DeviceCase& device, std::ostream* out) {
  *out << device.name;
}

/// The host's threads, one, two and three of them, and every kind of device that this program was built for.
std::vector<DeviceCase> device_cases();

} // namespace lamina::test
