#include "app/commands/commands.h"
#include "app/commands/shipped_scenes.h"
#include "app/terminal/message.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <memory>

namespace lamina {

namespace {

void print_scenes_json() {
  auto list = nlohmann::ordered_json::array();
  for (const ShippedScene& scene : shipped_scenes())
    list.push_back({{"name", scene.name}, {"title", scene.title}, {"look_for", scene.look_for}});
  print_json(list);
}

void print_scene_names() {
  for (const ShippedScene& scene : shipped_scenes())
    std::cout << scene.name << '\n';
}

void print_scenes() {
  for (const ShippedScene& scene : shipped_scenes())
    std::cout << scene.name << "  –  " << scene.title << "\n    " << scene.look_for << '\n';
}

} // namespace

void add_scenes(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "scenes", "List the scenes that come with the program");
  const auto json = std::make_shared<bool>(false);
  const auto names = std::make_shared<bool>(false);
  CLI::Option* as_json = command->add_flag("--json", *json, "print them as JSON");
  command->add_flag("--names", *names, "print the names alone")->excludes(as_json);
  command->callback([json, names, &action] {
    action = [json, names]() -> int {
      if (*json)
        print_scenes_json();
      else if (*names)
        print_scene_names();
      else
        print_scenes();
      return exit_done;
    };
  });
}

} // namespace lamina
