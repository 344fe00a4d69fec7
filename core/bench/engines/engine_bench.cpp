#include "core/bench/engines/engine_bench.h"

#include "core/base/error.h"
#include "core/base/version.h"

#include <algorithm>

namespace lamina::bench {

namespace {

std::vector<EngineDescription> with_own(const std::vector<EngineDescription>& others) {
  std::vector<EngineDescription> all{
      {own_engines[0], LAMINA_VERSION, "this program", "response=constraints, otherwise defaults", ""},
      {own_engines[1], LAMINA_VERSION, "this program", "response=penalty, otherwise defaults", ""}};
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

EngineRun run_in(const std::string& engine, const EngineScene& scene, EngineSource& source,
                 const Progress& progress) {
  if (engine == own_engines[0])
    return run_lamina_scene(scene, ResponseKind::constraints, progress);
  if (engine == own_engines[1])
    return run_lamina_scene(scene, ResponseKind::penalty, progress);
  return source.run(engine, scene);
}

EngineResult result_of(const EngineScene& scene, const std::string& engine, EngineSource& source,
                       const Progress& progress) {
  EngineResult row{scene.name, engine, {}, "", ""};
  try {
    row.measures = measure(scene, run_in(engine, scene, source, progress));
  } catch (const Cancelled&) {
    throw;
  } catch (const EngineCannot& error) {
    row.cannot = error.what();
  } catch (const std::exception& error) {
    row.refused = error.what();
  }
  return row;
}

void refuse_unknown_names(const std::vector<std::string>& names, const EngineReport& known) {
  std::vector<std::string> words;
  for (const EngineScene& scene : known.scenes)
    words.push_back(scene.name);
  for (const EngineDescription& engine : known.engines)
    words.push_back(engine.name);
  std::string list;
  for (const std::string& word : words)
    list += (list.empty() ? "" : ", ") + word;
  for (const std::string& name : names)
    if (std::find(words.begin(), words.end(), name) == words.end())
      throw InputError("\"" + name + "\" is no scene and no engine; there are " + list);
}

/// Leaves out what is not named, if any of the kind is.
template <class Item>
void narrow(std::vector<Item>& items, const std::vector<std::string>& names) {
  const auto unnamed = [&names](const Item& item) {
    return std::find(names.begin(), names.end(), item.name) == names.end();
  };
  if (!std::all_of(items.begin(), items.end(), unnamed))
    std::erase_if(items, unnamed);
}

} // namespace

bool EngineReport::refused() const {
  return std::any_of(results.begin(), results.end(),
                     [](const EngineResult& row) { return !row.refused.empty(); });
}

EngineReport run_engine_bench(const std::vector<std::string>& names, EngineSource& source,
                              const Progress& progress) {
  EngineReport report;
  report.machine = bench_machine();
  const Disturbance disturbance;
  report.scenes = engine_scenes();
  report.engines = with_own(source.engines());
  refuse_unknown_names(names, report);
  narrow(report.scenes, names);
  narrow(report.engines, names);

  const auto turns = static_cast<double>(report.scenes.size() * report.engines.size());
  double turn = 0;
  for (const EngineScene& scene : report.scenes)
    for (const EngineDescription& engine : report.engines) {
      const auto tell = [&](double share, const std::string&) {
        return !progress || progress((turn + share) / turns, scene.name + " in " + engine.name);
      };
      if (!tell(0, ""))
        throw Cancelled();
      if (!engine.version.empty())
        report.results.push_back(result_of(scene, engine.name, source, tell));
      ++turn;
    }
  add_disturbance(report.machine, disturbance);
  return report;
}

} // namespace lamina::bench
