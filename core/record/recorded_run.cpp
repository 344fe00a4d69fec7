#include "core/record/recorded_run.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/record/line_reader.h"
#include "core/record/read_steps.h"
#include "core/record/recorder.h"
#include "core/scene/json_reader.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

namespace lamina {

namespace {

/// Reads the members of run.json that matter here; keys of later versions are passed over.
class RunReader {
public:
  RunReader(const std::string& file, std::string_view text) : reader_(file), root_(parse_json(text, file)) {
    if (!root_.is_object())
      reader_.refuse(root_, std::string("a run must be an object, not ") + root_.kind_name());
  }

  void read(RecordedRun& run) const {
    check_format();
    run.version = text(root_, "version");
    run.started = text(root_, "started");
    run.finished = reader_.boolean(reader_.require(root_, "finished", "a run"), "\"finished\"");
    run.threads = static_cast<int>(whole("threads", 1, 65536));
    const JsonValue& scene = object("scene");
    run.title = text(scene, "title");
    run.scene_hash = text(scene, "hash");
    if (const JsonValue* machine = JsonReader::find(root_, "machine"); machine && machine->is_object()) {
      run.machine.cpu = text(*machine, "cpu");
      run.machine.system = text(*machine, "system");
      if (const JsonValue* cores = JsonReader::find(*machine, "cores"))
        run.machine.cores = static_cast<unsigned>(reader_.whole(*cores, "\"cores\"", 0, 65536));
    }
    read_settings(run);
    read_arithmetic(run.arithmetic);
  }

private:
  void check_format() const {
    const JsonValue& format = reader_.require(root_, "format", "a run");
    const std::int64_t number = reader_.whole(format, "\"format\"", 1, std::numeric_limits<int>::max());
    if (number > run_format_version)
      reader_.refuse(format, "the run has format " + std::to_string(number) +
                                 ", and this version reads up to " + std::to_string(run_format_version) +
                                 "; use the version that recorded it, " + text(root_, "version") +
                                 ", or a later one");
  }

  const JsonValue& object(const char* key) const {
    const JsonValue& value = reader_.require(root_, key, "a run");
    if (!value.is_object())
      reader_.refuse(value, std::string("\"") + key + "\" must be an object, not " + value.kind_name());
    return value;
  }

  /// Of an object; "" where it has none of that name.
  std::string text(const JsonValue& object, const char* key) const {
    const JsonValue* value = JsonReader::find(object, key);
    return value ? reader_.text(*value, std::string("\"") + key + "\"") : "";
  }

  std::int64_t whole(const char* key, std::int64_t minimum, std::int64_t maximum) const {
    return reader_.whole(reader_.require(root_, key, "a run"), std::string("\"") + key + "\"", minimum,
                         maximum);
  }

  /// Every run says every setting of its version; those without a response knew the penalty alone.
  void read_settings(RecordedRun& run) const {
    run.settings.response.response = ResponseKind::penalty;
    for (const JsonMember& member : std::get<JsonValue::Members>(object("settings").value)) {
      try {
        set_setting(run.settings, member.key, reader_.setting_value(member.value, "a setting"));
      } catch (const InputError& error) {
        // Another version may have had other settings.
        if (run.version == LAMINA_VERSION)
          reader_.refuse(member.value, error.what());
        run.notes.push_back(std::string("a setting of the recording is left out: ") + error.what());
      }
    }
  }

  void read_arithmetic(Arithmetic& arithmetic) const {
    const JsonValue* stated = JsonReader::find(root_, "arithmetic");
    if (!stated)
      return;
    if (!stated->is_object())
      reader_.refuse(*stated, std::string("\"arithmetic\" must be an object, not ") + stated->kind_name());
    arithmetic.program = text(*stated, "program");
    arithmetic.compiler = text(*stated, "compiler");
    arithmetic.build = text(*stated, "build");
    arithmetic.target = text(*stated, "target");
    arithmetic.library = text(*stated, "library");
    arithmetic.tunables = text(*stated, "tunables");
    arithmetic.cpu_features = text(*stated, "cpu_features");
    const JsonValue* functions = JsonReader::find(*stated, "functions");
    if (!functions || !functions->is_object())
      return;
    for (const JsonMember& member : std::get<JsonValue::Members>(functions->value))
      arithmetic.functions.emplace_back(member.key, reader_.text(member.value, member.key));
  }

  JsonReader reader_;
  JsonValue root_;
};

std::string read_run_text(const std::filesystem::path& file) {
  require_regular_file(file);
  std::error_code error;
  if (std::filesystem::file_size(file, error) > JsonLimits{}.bytes || error)
    throw InputError(file.string(), 0, error ? "cannot be read" : "is too long to be a run.json");
  std::ifstream stream(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream)
    throw InputError(file.string(), 0, "cannot be read");
  return text;
}

void check_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::exists(folder, error))
    throw InputError(folder.string(), 0, "there is no such folder");
  if (!std::filesystem::is_directory(folder, error))
    throw InputError(folder.string(), 0, "is not a folder; a run is one, with a run.json in it");
  if (!std::filesystem::exists(folder / "run.json", error))
    throw InputError(folder.string(), 0,
                     "holds no run.json, so it is no run, or one that ended before its first step");
}

/// A run starts with its first state, so no recording holds a reset.
void refuse_resets(const RecordedRun& run) {
  for (std::size_t i = 0; i < run.events.size(); ++i)
    if (std::holds_alternative<Reset>(run.events[i].event))
      throw InputError((run.folder / "events.jsonl").string(), i + 1,
                       "a reset: a run begins with its first state, so what follows is another run");
}

} // namespace

RecordedRun read_run_without_steps(const std::filesystem::path& folder) {
  check_folder(folder);
  RecordedRun run;
  run.folder = folder;
  const std::filesystem::path file = folder / "run.json";
  RunReader(file.string(), read_run_text(file)).read(run);
  if (run.version != LAMINA_VERSION)
    run.notes.insert(run.notes.begin(), "recorded by version " +
                                            (run.version.empty() ? "unknown" : run.version) +
                                            ", this is " LAMINA_VERSION ": hashes may differ for that alone");
  if (!run.finished)
    run.notes.push_back("the recording was cut off; what it holds up to then is whole");
  run.events = read_events(folder / "events.jsonl");
  refuse_resets(run);
  return run;
}

RecordedRun read_run(const std::filesystem::path& folder) {
  RecordedRun run = read_run_without_steps(folder);
  StepsTable table = read_steps(folder / "steps.csv");
  run.columns = std::move(table.columns);
  run.steps = std::move(table.steps);
  return run;
}

} // namespace lamina
