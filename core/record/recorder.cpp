#include "core/record/recorder.h"

#include "core/base/error.h"
#include "core/base/hexadecimal.h"
#include "core/base/time_text.h"
#include "core/base/version.h"
#include "core/base/writable.h"
#include "core/contact/ldi/ldi.h"
#include "core/record/arithmetic.h"
#include "core/record/event_log.h"
#include "core/record/frame_file.h"
#include "core/record/machine.h"
#include "core/record/output_file.h"
#include "core/record/run_tables.h"
#include "core/scene/scene_file.h"
#include "core/settings/setting_list.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <optional>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

constexpr const char* events_name = "events.jsonl";

std::filesystem::path make_folder(const std::filesystem::path& folder) {
  refuse_run_folder(folder);
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw std::runtime_error(folder.string() + ": cannot be made: " + error.message());
  return std::filesystem::absolute(folder);
}

/// Of two recorders that start at once in one folder, only one makes this file.
OutputFile claim_folder(const std::filesystem::path& folder) {
  try {
    return OutputFile(folder / events_name, OutputFile::Existing::refused);
  } catch (const InputError&) {
    throw InputError(folder.string(), 0,
                     std::string("already holds the ") + events_name +
                         " of a run; name another folder to record to");
  }
}

Json describe(const Arithmetic& arithmetic) {
  Json json{{"program", arithmetic.program},
            {"compiler", arithmetic.compiler},
            {"build", arithmetic.build},
            {"target", arithmetic.target},
            {"library", arithmetic.library},
            {"tunables", arithmetic.tunables},
            {"cpu_features", arithmetic.cpu_features},
            {"functions", Json::object()}};
  for (const auto& [name, fingerprint] : arithmetic.functions)
    json["functions"][name] = fingerprint;
  return json;
}

Json describe_run(const Scene& scene, const Settings& settings) {
  const Machine machine = this_machine();
  Json json;
  json["format"] = run_format_version;
  json["program"] = "lamina";
  json["version"] = LAMINA_VERSION;
  json["started"] = time_text("%Y-%m-%dT%H:%M:%S%z");
  json["scene"] = {{"title", scene.title}, {"hash", scene_hash(scene)}};
  for (const Setting& setting : setting_list())
    json["settings"][setting.name] =
        std::visit([](const auto& value) { return Json(value); }, setting.get(settings));
  json["backend"] = settings.contact.backend;
  json["device"] = machine.cpu;
  json["threads"] =
      settings.simulation.threads > 0 ? settings.simulation.threads : static_cast<int>(machine.cores);
  json["seed"] = settings.simulation.seed;
  json["machine"] = {{"cpu", machine.cpu}, {"cores", machine.cores}, {"system", machine.system}};
  json["arithmetic"] = describe(this_arithmetic());
  json["arithmetic"]["detection_vectors"] = ldi_vectors();
  json["finished"] = false;
  return json;
}

/// Replaces the file as a whole, so that a full disk leaves the last one.
void replace_file(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::path part = path;
  part += ".part";
  OutputFile file(part);
  file.write(text);
  file.close();
  std::error_code error;
  std::filesystem::rename(part, path, error);
  if (error)
    throw std::runtime_error(path.string() + ": cannot be written: " + error.message());
}

std::string to_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace

struct Recorder::State {
  State(const std::filesystem::path& where, const Scene& scene, const Settings& settings)
      : folder(make_folder(where)), run(describe_run(scene, settings)), events(claim_folder(folder)),
        steps(folder / "steps.csv"), bodies(folder / "bodies.csv") {
    OutputFile scene_file(folder / "scene.json");
    scene_file.write(write_scene(scene, folder));
    scene_file.close();
    steps.write(steps_header());
    bodies.write(bodies_header());
    // Last, so that a folder with a run.json is a whole one.
    replace_file(folder / "run.json", to_text(run));
  }

  std::filesystem::path folder;
  Json run;
  OutputFile events, steps, bodies;
  std::optional<FrameWriter> frames;
  std::uint64_t recorded_steps = 0;
  StepStatistics last;
  Clock::time_point begin = Clock::now();
};

void refuse_run_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder / "run.json", error))
    throw InputError(folder.string(), 0, "already holds a run; name another folder to record to");
  refuse_unwritable(folder / events_name);
}

Recorder::Recorder(const std::filesystem::path& folder, const Scene& scene, const Settings& settings)
    : state_(std::make_unique<State>(folder, scene, settings)) {}

Recorder::~Recorder() = default;

void Recorder::event(std::uint64_t step, const Event& event) {
  state_->events.write(event_to_text({step, event}) + "\n");
}

void Recorder::step(const StepStatistics& statistics, const Snapshot& snapshot, double render_ms) {
  state_->steps.write(steps_line(statistics, render_ms));
  state_->bodies.write(bodies_lines(statistics.step, snapshot));
  state_->last = statistics;
  ++state_->recorded_steps;
}

void Recorder::frame(const Snapshot& snapshot, std::span<const double> states) {
  const Frame frame = make_frame(snapshot, states);
  if (!state_->frames)
    state_->frames.emplace(state_->folder / frame_file_name,
                           format_from(frame, state_->run["scene"]["hash"].get<std::string>()));
  state_->frames->add(frame);
}

void Recorder::finish() {
  State& state = *state_;
  const StepStatistics& last = state.last;
  state.run["finished"] = true;
  state.run["steps"] = state.recorded_steps;
  state.run["last_step"] = last.step;
  state.run["time_s"] = last.time_s;
  state.run["wall_s"] = std::chrono::duration<double>(Clock::now() - state.begin).count();
  state.run["kinetic_J"] = last.kinetic_J;
  state.run["potential_J"] = last.potential_J;
  state.run["elastic_J"] = last.elastic_J;
  state.run["contact_J"] = last.contact_J;
  state.run["state_hash"] = hexadecimal(last.state_hash);
  replace_file(state.folder / "run.json", to_text(state.run));
}

const std::filesystem::path& Recorder::folder() const {
  return state_->folder;
}

std::filesystem::path new_run_folder(const std::filesystem::path& parent, const std::string& name) {
  std::string word;
  for (const char c : name.substr(0, 60)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_';
    if (plain || (!word.empty() && word.back() != '-'))
      word += plain ? c : '-';
  }
  while (!word.empty() && word.back() == '-')
    word.pop_back();
  const std::filesystem::path first =
      parent / (time_text("%Y-%m-%d-%H%M%S") + "-" + (word.empty() ? "run" : word));
  std::filesystem::path folder = first;
  std::error_code error;
  for (int number = 2; std::filesystem::exists(folder, error); ++number) {
    folder = first;
    folder += "-" + std::to_string(number);
  }
  return folder;
}

} // namespace lamina
