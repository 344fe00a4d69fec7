#pragma once

#include "core/settings/settings.h"

#include <string>

namespace lamina::test {

/// The settings of detection by a method, as they are at first.
inline ContactSettings contact_by(const std::string& method) {
  ContactSettings settings;
  settings.method = method;
  return settings;
}

} // namespace lamina::test
