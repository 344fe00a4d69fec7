#include "gpu/devices.h"
#include "app/commands/commands.h"
#include "app/commands/shared_contexts.h"
#include "app/terminal/message.h"
#include "core/base/parallel.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/method.h"
#include "core/record/machine.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
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

/// Names that registrations have, each once, in the order of the first.
std::vector<std::string> names_of(std::string MethodRegistration::*member) {
  std::vector<std::string> names;
  for (const MethodRegistration& known : contact_methods())
    if (std::find(names.begin(), names.end(), known.*member) == names.end())
      names.push_back(known.*member);
  return names;
}

bool runs_on(const std::string& method, const std::string& backend) {
  return std::any_of(
      contact_methods().begin(), contact_methods().end(),
      [&](const MethodRegistration& known) { return known.method == method && known.backend == backend; });
}

/// Which method has which backend in this program, whether or not the device can be used here.
void print_methods() {
  const std::vector<std::string> methods = names_of(&MethodRegistration::method),
                                 backends = names_of(&MethodRegistration::backend);
  const auto padded = [](const std::string& text, std::size_t width) {
    return text + std::string(width - std::min(width, text.size()), ' ');
  };
  constexpr std::size_t name_width = 15, backend_width = 11;
  std::cout << '\n' << padded("method", name_width);
  for (const std::string& backend : backends)
    std::cout << padded(backend, backend_width);
  std::cout << "good for\n";
  for (const std::string& method : methods) {
    std::cout << padded(method, name_width);
    for (const std::string& backend : backends)
      std::cout << padded(runs_on(method, backend) ? "yes" : "on cpu", backend_width);
    std::cout << good_for(method) << '\n';
  }
  std::cout << "\nWhere a method lacks the backend that is chosen, it runs on cpu.\n";
}

void print_devices_json() {
  auto list = nlohmann::ordered_json::array();
  const std::vector<std::string> methods = names_of(&MethodRegistration::method);
  for (const gpu::DeviceInfo& device : all_devices()) {
    std::vector<std::string> with_it;
    std::copy_if(methods.begin(), methods.end(), std::back_inserter(with_it),
                 [&](const std::string& method) { return runs_on(method, device.backend); });
    list.push_back({{"backend", device.backend},
                    {"device", device.name},
                    {"memory_bytes", device.memory},
                    {"usable", device.reason.empty()},
                    {"reason", device.reason},
                    {"pictures", device.pictures},
                    {"methods", with_it}});
  }
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
  CLI::App* command = add_command(
      program, "devices",
      "List what contact can be detected on here, or why it cannot, and which method runs on what");
  const auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "print them as JSON");
  command->callback([json, &action] {
    action = [json]() -> int {
      if (*json)
        print_devices_json();
      else {
        print_devices();
        print_methods();
      }
      return exit_done;
    };
  });
}

} // namespace lamina
