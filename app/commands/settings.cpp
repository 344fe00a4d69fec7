#include "app/commands/commands.h"
#include "app/terminal/message.h"
#include "core/settings/setting_list.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <iostream>
#include <memory>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

const char* kind_name(SettingKind kind) {
  switch (kind) {
  case SettingKind::boolean:
    return "boolean";
  case SettingKind::integer:
    return "integer";
  case SettingKind::real:
    return "real";
  case SettingKind::choice:
    return "choice";
  case SettingKind::text:
    return "text";
  }
  return "";
}

/// The values that a setting takes, in words: a range, or its choices.
std::string values_text(const Setting& setting) {
  switch (setting.kind) {
  case SettingKind::boolean:
    return "true or false";
  case SettingKind::integer:
    return to_text(static_cast<std::int64_t>(setting.minimum)) + " to " +
           to_text(static_cast<std::int64_t>(setting.maximum));
  case SettingKind::real:
    return to_text(setting.minimum) + " to " + to_text(setting.maximum);
  default:
    break;
  }
  std::string text;
  for (const std::string& choice : setting.choices)
    text += (text.empty() ? "" : ", ") + choice;
  return text;
}

Json setting_json(const Setting& setting) {
  Json json{{"name", setting.name},
            {"group", setting.group},
            {"kind", kind_name(setting.kind)},
            {"unit", setting.unit},
            {"default", std::visit([](const auto& value) { return Json(value); }, setting.initial)}};
  if (setting.kind == SettingKind::integer)
    json["range"] = {static_cast<std::int64_t>(setting.minimum), static_cast<std::int64_t>(setting.maximum)};
  if (setting.kind == SettingKind::real)
    json["range"] = {setting.minimum, setting.maximum};
  if (!setting.choices.empty())
    json["choices"] = setting.choices;
  json["live"] = setting.live;
  json["sentence"] = setting.sentence;
  return json;
}

void print_list() {
  std::string group;
  for (const Setting& setting : setting_list()) {
    if (setting.group != group) {
      group = setting.group;
      std::cout << (&setting == &setting_list().front() ? "" : "\n") << group << '\n';
    }
    std::cout << "  " << std::left << std::setw(22) << setting.name << ' ' << to_text(setting.initial)
              << (setting.unit.empty() ? "" : " " + setting.unit) << "  (" << values_text(setting)
              << ")\n      " << setting.sentence << '\n';
  }
}

} // namespace

void add_settings(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "settings", "List every setting with default, unit and range");
  const auto markdown = std::make_shared<bool>(false);
  const auto json = std::make_shared<bool>(false);
  CLI::Option* as_json = command->add_flag("--json", *json, "print them as JSON");
  command->add_flag("--markdown", *markdown, "print them as Markdown tables")->excludes(as_json);
  command->callback([markdown, json, &action] {
    action = [markdown, json]() -> int {
      if (*json) {
        Json list = Json::array();
        for (const Setting& setting : setting_list())
          list.push_back(setting_json(setting));
        print_json({{"settings", list}, {"presets", preset_names()}});
      } else if (*markdown) {
        std::cout << settings_document();
      } else {
        print_list();
      }
      return exit_done;
    };
  });
}

} // namespace lamina
