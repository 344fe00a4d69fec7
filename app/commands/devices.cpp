#include "gpu/devices.h"
#include "app/commands/commands.h"
#include "app/commands/shared_contexts.h"
#include "app/terminal/message.h"
#include "core/base/parallel.h"
#include "core/contact/ldi/ldi.h"
#include "core/record/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <memory>
#include <vector>

namespace lamina {

namespace {

std::vector<gpu::DeviceInfo> all_devices() {
  const Machine machine = this_machine();
  const std::string processor =
      machine.cpu + ", " + std::to_string(thread_count(0)) + " processors, " + ldi_vectors();
  std::vector<gpu::DeviceInfo> all{{"cpu", processor, 0, "", ""}, {"reference", processor, 0, "", ""}};
  share_contexts_without_display();
  const std::vector<gpu::DeviceInfo> others = gpu::devices();
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

void print_devices_json() {
  auto list = nlohmann::ordered_json::array();
  for (const gpu::DeviceInfo& device : all_devices())
    list.push_back({{"backend", device.backend},
                    {"device", device.name},
                    {"memory_bytes", device.memory},
                    {"usable", device.reason.empty()},
                    {"reason", device.reason},
                    {"pictures", device.pictures}});
  print_json(list);
}

void print_devices() {
  constexpr std::size_t width = 10; // of a backend's name and what parts it from the device
  for (const gpu::DeviceInfo& device : all_devices()) {
    std::cout << device.backend
              << std::string(width - std::min<std::size_t>(width - 1, device.backend.size()), ' ');
    if (!device.reason.empty())
      std::cout << "cannot be used: " << (device.name.empty() ? "" : device.name + ": ") << device.reason;
    else
      std::cout << device.name;
    if (device.memory > 0)
      std::cout << ", " << (device.memory >> 20) << " MiB";
    if (!device.pictures.empty())
      std::cout << "; pictures " << device.pictures;
    std::cout << '\n';
  }
}

} // namespace

void add_devices(CLI::App& program, Action& action) {
  CLI::App* command =
      add_command(program, "devices", "List what contact can be detected on here, or why it cannot");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print them as JSON");
  command->callback([json, &action] {
    action = [json]() -> int {
      if (*json)
        print_devices_json();
      else
        print_devices();
      return exit_done;
    };
  });
}

} // namespace lamina
