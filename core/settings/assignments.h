#pragma once

#include "core/settings/settings.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// A name that assignments take beside those of settings: the stiffness of contact between bodies.
inline constexpr std::string_view stiffness_of_contact = "stiffness";

/// The setting that an assignment to this name changes: volume_stiffness for stiffness_of_contact where
/// bodies press by volume (F08's law), depth_stiffness where they press by depth; other names stand for
/// themselves.
std::string_view assigned_setting(std::string_view name, const Settings& settings);

/// Sets what "name=value" says, in order. A stiffness of contact comes after all others, so that it is that
/// of the law and method in force, and is taken as given (stiffness_source). Throws InputError as
/// set_setting_from_text does.
void assign_settings(Settings& settings, std::span<const std::string> assignments);

/// Of which of these names, as they were assigned, the settings that came of it make no use, and why, in a
/// sentence each.
std::vector<std::string> idle_assignments(std::span<const std::string> assignments, const Settings& settings);

} // namespace lamina
