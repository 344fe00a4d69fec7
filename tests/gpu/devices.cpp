#include "tests/gpu/devices.h"

#include "gpu/cuda/cuda_device.h"
#include "gpu/host/host_device.h"
#include "gpu/opengl/opengl_device.h"

namespace lamina::test {

std::vector<DeviceCase> device_cases() {
  std::vector<DeviceCase> cases;
  for (const int threads : {1, 2, 3})
    cases.push_back({"host_" + std::to_string(threads), [threads] {
                       gpu::HostSettings settings;
                       settings.threads = threads;
                       return gpu::make_host_device(settings);
                     }});
  cases.push_back({"cuda", gpu::make_cuda_device});
  cases.push_back({"opengl", [] { return gpu::make_opengl_device(); }});
  return cases;
}

} // namespace lamina::test
