#include "app/terminal/display.h"

#include <cstdlib>

#include <dlfcn.h>

namespace lamina {

namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// Whether the X server that DISPLAY names answers. Asks through the library that Qt itself connects with;
/// true where that library cannot be had, so that Qt decides.
bool x_server_answers() {
  void* library = dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return true;
  const auto connect = reinterpret_cast<void* (*)(const char*, int*)>(dlsym(library, "xcb_connect"));
  const auto failed = reinterpret_cast<int (*)(void*)>(dlsym(library, "xcb_connection_has_error"));
  const auto disconnect = reinterpret_cast<void (*)(void*)>(dlsym(library, "xcb_disconnect"));
  if (!connect || !failed || !disconnect)
    return true;
  void* connection = connect(nullptr, nullptr);
  const bool answers = failed(connection) == 0;
  disconnect(connection);
  return answers;
}

} // namespace

std::string missing_display() {
  const std::string display = environment("DISPLAY"), wayland = environment("WAYLAND_DISPLAY");
  const std::string instead = "; lamina simulate and lamina screenshot need none";
  if (display.empty() && wayland.empty())
    return "no display (neither DISPLAY nor WAYLAND_DISPLAY is set)" + instead;
  // Qt's Wayland support is a package of its own; X is what this program is built and tried with.
  const bool uses_x = !display.empty() && environment("QT_QPA_PLATFORM").find("wayland") == std::string::npos;
  if (uses_x && !x_server_answers())
    return "no display: no X server answers at DISPLAY=" + display + instead;
  return {};
}

} // namespace lamina
