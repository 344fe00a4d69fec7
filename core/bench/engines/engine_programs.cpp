#include "core/base/error.h"
#include "core/bench/engines/engine_source.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace lamina::bench {

namespace {

std::vector<EngineDescription> read_descriptions(const std::string& answer) {
  const nlohmann::json json = nlohmann::json::parse(answer, nullptr, false);
  if (!json.is_array())
    throw std::runtime_error("it says something that this program does not understand: \"" +
                             answer.substr(0, 80) + "\"");
  std::vector<EngineDescription> engines;
  for (const nlohmann::json& item : json) {
    const auto word = [&item](const char* key) {
      if (!item.is_object() || !item.contains(key) || !item.at(key).is_string())
        throw std::runtime_error(std::string("it describes an engine without \"") + key + "\"");
      return item.at(key).get<std::string>();
    };
    engines.push_back({word("name"), word("version"), word("how"), word("settings"), word("absence")});
  }
  return engines;
}

} // namespace

EnginePrograms::EnginePrograms(std::vector<EngineProgram> programs, LineProcess::Limits limits)
    : programs_(std::move(programs)), limits_(std::move(limits)) {
  for (const EngineProgram& program : programs_)
    ask(program);
}

void EnginePrograms::ask(const EngineProgram& program) {
  std::vector<EngineDescription> told;
  std::string absence = program.absence;
  if (absence.empty())
    try {
      LineProcess process(program.command, program.arguments, limits_);
      process.send("engines");
      told = read_descriptions(process.receive());
    } catch (const Cancelled&) {
      throw;
    } catch (const std::exception& error) {
      absence = error.what();
    }
  if (absence.empty())
    absence = program.command + " does not hold it";
  for (const std::string& name : program.engines) {
    const auto found = std::find_if(told.begin(), told.end(),
                                    [&name](const EngineDescription& engine) { return engine.name == name; });
    engines_.push_back(found != told.end() ? *found : EngineDescription{name, "", "", "", absence});
  }
}

EngineRun EnginePrograms::run(const std::string& engine, const EngineScene& scene) {
  for (const EngineProgram& program : programs_)
    if (std::find(program.engines.begin(), program.engines.end(), engine) != program.engines.end()) {
      LineProcess process(program.command, program.arguments, limits_);
      process.send(nlohmann::json{{"engine", engine}, {"scene", engine_scene_json(scene)}}.dump());
      return read_engine_run(scene, process.receive());
    }
  throw std::runtime_error("there is no engine " + engine);
}

} // namespace lamina::bench
