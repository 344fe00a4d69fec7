#include "core/settings/assignments.h"

#include "core/settings/setting_list.h"
#include "core/settings/setting_scope.h"

namespace lamina {

namespace {

std::string_view name_in(std::string_view assignment) {
  return assignment.substr(0, assignment.find('='));
}

bool of_contact(std::string_view assignment) {
  return assignment.starts_with(std::string(stiffness_of_contact) + "=");
}

void give_stiffness(Settings& settings, std::string_view assignment) {
  settings.response.response = ResponseKind::penalty;
  settings.response.stiffness_source = StiffnessSource::given;
  const std::string name(assigned_setting(stiffness_of_contact, settings));
  set_setting_from_text(settings, name + std::string(assignment.substr(stiffness_of_contact.size())));
}

} // namespace

std::string_view assigned_setting(std::string_view name, const Settings& settings) {
  if (name != stiffness_of_contact)
    return name;
  return presses_by_volume(settings) ? "volume_stiffness" : "depth_stiffness";
}

void assign_settings(Settings& settings, std::span<const std::string> assignments) {
  Settings changed = settings;
  for (const std::string& assignment : assignments)
    if (!of_contact(assignment))
      set_setting_from_text(changed, assignment);
  for (const std::string& assignment : assignments)
    if (of_contact(assignment))
      give_stiffness(changed, assignment);
  settings = changed;
}

std::vector<std::string> idle_assignments(std::span<const std::string> assignments,
                                          const Settings& settings) {
  std::vector<std::string> sentences;
  for (const std::string& assignment : assignments) {
    const std::string name(assigned_setting(name_in(assignment), settings));
    if (const std::string why = idle_because(find_setting(name), settings); !why.empty())
      sentences.push_back(name + " has no effect under " + why);
  }
  return sentences;
}

} // namespace lamina
