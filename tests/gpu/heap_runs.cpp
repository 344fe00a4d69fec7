#include "tests/gpu/heap_runs.h"

#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/method.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"
#include "tests/gpu/absent_devices.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace lamina::test {

namespace {

std::unique_ptr<ContactMethod> on_host_threads() {
  return ldi::make_device_method(ldi::make_host_device());
}

std::unique_ptr<ContactMethod> on_opengl() {
  return ldi::make_device_method(gpu::make_opengl_device());
}

std::unique_ptr<ContactMethod> on_opengl_to_the_end() {
  gpu::OpenglSettings settings;
  settings.contacts = true;
  return ldi::make_device_method(gpu::make_opengl_device(settings));
}

std::unique_ptr<ContactMethod> on_cuda() {
  return ldi::make_device_method(gpu::make_cuda_device());
}

const std::vector<MethodRegistration>& device_methods() {
  static const std::vector<MethodRegistration> methods = {
      {"ldi", "host-device", "the stages of a card on the processor", on_host_threads},
      {"ldi", "opengl", "layers by shaders, and contacts where that is faster", on_opengl},
      {"ldi", "opengl-contacts", "layers and contacts by shaders", on_opengl_to_the_end},
      {"ldi", "cuda", "a card", on_cuda},
  };
  return methods;
}

/// Empty, or why there is nothing that a backend could run on.
std::string why_not(const std::string& backend) {
  if (backend == "cuda")
    return why_no_cuda();
  return backend.starts_with("opengl") ? why_no_opengl() : std::string();
}

std::vector<std::uint64_t> hashes_of_heap(const std::string& backend, int threads, int steps) {
  const std::filesystem::path file = std::filesystem::path(LAMINA_SOURCE_DIR) / "scenes/heap.json";
  const auto scene = std::make_shared<Scene>(open_scene(std::span<const std::filesystem::path>(&file, 1)));
  scene->settings.contact.backend = backend;
  scene->settings.simulation.threads = threads;
  Simulation simulation(scene);
  std::vector<std::uint64_t> hashes;
  std::uint64_t contacts = 0;
  for (int i = 0; i < steps && simulation.step(); ++i) {
    hashes.push_back(simulation.statistics().state_hash);
    contacts += simulation.statistics().contacts;
  }
  EXPECT_EQ(simulation.settings().contact.backend, backend) << simulation.notice();
  EXPECT_EQ(hashes.size(), static_cast<std::size_t>(steps)) << simulation.problem();
  EXPECT_GT(contacts, 0u) << "equality should mean something";
  return hashes;
}

} // namespace

std::vector<std::string> backends_to_run() {
  std::vector<std::string> names = {"cpu", "reference"};
  for (const MethodRegistration& device : device_methods())
    names.push_back(device.backend);
  return names;
}

void expect_same_heap(const std::string& backend, int steps) {
  if (const std::string why = why_not(backend); !why.empty())
    GTEST_SKIP() << backend << ": " << why;
  for (const MethodRegistration& device : device_methods())
    add_contact_method(device);
  const std::vector<std::uint64_t> wanted = hashes_of_heap("cpu", 0, steps);
  for (const int threads : {1, 2}) {
    const std::vector<std::uint64_t> found = hashes_of_heap(backend, threads, steps);
    const auto [leaves, there] = std::mismatch(wanted.begin(), wanted.end(), found.begin(), found.end());
    EXPECT_TRUE(leaves == wanted.end())
        << backend << " on " << threads << " threads: differs from cpu after step "
        << leaves - wanted.begin() + 1;
  }
}

std::string test_name(const testing::TestParamInfo<std::string>& backend) {
  std::string name = backend.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

} // namespace lamina::test
