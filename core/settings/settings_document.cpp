#include "core/settings/setting_list.h"

namespace lamina {

namespace {

std::string range_or_choices(const Setting& setting) {
  if (setting.kind == SettingKind::boolean)
    return "true, false";
  if (setting.kind == SettingKind::text)
    return "a name";
  if (setting.kind == SettingKind::choice) {
    std::string text;
    for (const std::string& choice : setting.choices)
      text += (text.empty() ? "" : ", ") + choice;
    return text;
  }
  return to_text(setting.minimum) + " to " + to_text(setting.maximum);
}

} // namespace

std::string settings_document() {
  std::string text =
      "# Settings\n\n"
      "Every setting of a simulation. Scene files name them under `settings`, the command line as "
      "`--set name=value`,\nand run records list them all. The program writes this page from the same "
      "list.\n\nOn the command line, `--set stiffness=value` gives the stiffness of contact between bodies, "
      "whichever of\n`depth_stiffness` and `volume_stiffness` their law presses with, and sets "
      "`response=penalty` and\n`stiffness_source=given`.\n";
  std::string group;
  for (const Setting& setting : setting_list()) {
    if (setting.group != group) {
      group = setting.group;
      text +=
          "\n## " + group + "\n\n| name | default | range | unit | what it does |\n|---|---|---|---|---|\n";
    }
    text += "| `" + setting.name + "` | " + to_text(setting.initial) + " | " + range_or_choices(setting) +
            " | " + setting.unit + " | " + setting.sentence +
            (setting.live ? "" : " Not while a run goes on.") + " |\n";
  }
  text +=
      "\n## Presets\n\n"
      "- `default` puts the contact, response and friction settings, and substeps, back to their defaults.\n"
      "- `f08` does the same and then samples, responds and rubs as F08 does: ";
  Settings paper;
  apply_preset(paper, "f08");
  bool first = true;
  for (const Setting& setting : setting_list()) {
    const SettingValue value = setting.get(paper);
    if (value == setting.initial)
      continue;
    text += (first ? "`" : ", `") + setting.name + "=" + to_text(value) + "`";
    first = false;
  }
  text +=
      ". Stiffness still\n  follows from the rest penetration unless it is given: F08 chooses k per scene.\n";
  return text;
}

} // namespace lamina
