#include "core/report/report_run.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/record/event_log.h"
#include "core/record/recorder.h"
#include "core/scene/json_reader.h"
#include "core/settings/setting_list.h"

#include <fstream>
#include <iterator>
#include <optional>

namespace lamina {

namespace {

constexpr std::size_t most_bytes = std::size_t{8} << 20; // a run.json has a few thousand
constexpr std::size_t most_marks = 200;                  // more would hide the plots

std::filesystem::path folder_of(const std::filesystem::path& named) {
  std::error_code ignored;
  if (!std::filesystem::exists(named, ignored))
    throw InputError(named.string(), 0, "no such run folder");
  std::filesystem::path folder = named.filename() == "run.json" ? named.parent_path() : named;
  if (folder.empty())
    folder = ".";
  if (!std::filesystem::is_regular_file(folder / "run.json", ignored))
    throw InputError(named.string(), 0,
                     "is no run folder: it has no run.json; lamina simulate --record makes one");
  return folder;
}

std::string read_text(const std::filesystem::path& file) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream)
    throw InputError(file.string(), 0, "cannot be read");
  if (bytes > most_bytes)
    throw InputError(file.string(), 0, "is larger than any that Lamina writes");
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Any simple value as text: settings of other versions too.
std::string plain_text(const JsonValue& value) {
  if (const bool* truth = std::get_if<bool>(&value.value))
    return *truth ? "true" : "false";
  if (const auto* whole = std::get_if<std::int64_t>(&value.value))
    return std::to_string(*whole);
  if (const double* number = std::get_if<double>(&value.value))
    return to_text(SettingValue(*number));
  if (const auto* text = std::get_if<std::string>(&value.value))
    return *text;
  return {};
}

std::string member_text(const JsonValue& object, const char* key) {
  const JsonValue* value = object.is_object() ? JsonReader::find(object, key) : nullptr;
  return value ? plain_text(*value) : std::string();
}

std::int64_t member_whole(const JsonValue& object, const char* key) {
  const JsonValue* value = object.is_object() ? JsonReader::find(object, key) : nullptr;
  const auto* whole = value ? std::get_if<std::int64_t>(&value->value) : nullptr;
  return whole ? *whole : 0;
}

void read_description(ReportRun& run) {
  const std::string file = (run.folder / "run.json").string();
  const JsonReader reader(file);
  const JsonValue json = parse_json(read_text(file), file);
  if (!json.is_object())
    reader.refuse(json, "a run must be an object");
  const JsonValue& format = reader.require(json, "format", "a run");
  if (reader.whole(format, "\"format\"", 0, 1'000'000) > run_format_version)
    reader.refuse(format, "the run has format " + plain_text(format) +
                              ", this version of Lamina reads up to " + std::to_string(run_format_version));

  run.version = member_text(json, "version");
  run.started = member_text(json, "started");
  run.threads = member_whole(json, "threads");
  run.finished = member_text(json, "finished") == "true";
  if (const JsonValue* wall = JsonReader::find(json, "wall_s"); wall && wall->is_number())
    run.wall_s = reader.number(*wall, "\"wall_s\"", {0, 1e15});
  if (const JsonValue* scene = JsonReader::find(json, "scene")) {
    run.title = member_text(*scene, "title");
    run.scene_hash = member_text(*scene, "hash");
  }
  if (const JsonValue* machine = JsonReader::find(json, "machine")) {
    run.cpu = member_text(*machine, "cpu");
    run.system = member_text(*machine, "system");
    run.cores = member_whole(*machine, "cores");
  }
  const JsonValue* settings = JsonReader::find(json, "settings");
  if (settings && settings->is_object())
    for (const JsonMember& member : std::get<JsonValue::Members>(settings->value))
      run.settings.emplace_back(member.key, plain_text(member.value));
}

/// Turns inputs into marks; those that only lead a hand or the eye are left out.
class Marks {
public:
  void take(std::uint64_t step, const Event& event) {
    if (const auto* set = std::get_if<SetSetting>(&event))
      add(step, step, set->name + " = " + to_text(set->value));
    else if (const auto* preset = std::get_if<ApplyPreset>(&event))
      add(step, step, "preset " + preset->preset);
    else if (std::holds_alternative<SetMaterial>(event))
      add(step, step, "material changed");
    else if (std::holds_alternative<Reset>(event))
      add(step, step, "reset");
    else if (std::holds_alternative<BeginDrag>(event)) {
      end(step);
      held_ = step;
    } else if (std::holds_alternative<EndDrag>(event))
      end(step);
  }

  /// Ends what is still held at the last step.
  std::vector<ReportMark> finish(std::uint64_t last_step) {
    end(last_step);
    return std::move(marks_);
  }
  std::size_t left_out() const { return left_out_; }

private:
  void end(std::uint64_t step) {
    if (held_)
      add(*held_, step, "dragged");
    held_.reset();
  }
  void add(std::uint64_t from, std::uint64_t to, const std::string& words) {
    if (marks_.size() < most_marks)
      marks_.push_back({from, to, words});
    else
      ++left_out_;
  }

  std::vector<ReportMark> marks_;
  std::optional<std::uint64_t> held_;
  std::size_t left_out_ = 0;
};

void read_marks(ReportRun& run) {
  std::error_code ignored;
  const std::filesystem::path file = run.folder / "events.jsonl";
  if (!std::filesystem::exists(file, ignored))
    return;
  Marks marks;
  for (const RecordedEvent& recorded : read_events(file))
    marks.take(recorded.step, recorded.event);
  run.marks = marks.finish(run.series.last_step);
  if (marks.left_out() > 0)
    run.notes.push_back("The first " + std::to_string(most_marks) + " inputs are marked, " +
                        std::to_string(marks.left_out()) + " are not.");
}

void add_notes(ReportRun& run) {
  if (run.version != LAMINA_VERSION)
    run.notes.push_back("Recorded with version " + run.version +
                        "; this page was made by " LAMINA_VERSION ".");
  if (!run.finished)
    run.notes.push_back("The run did not end by itself: what was written up to step " +
                        std::to_string(run.series.last_step) + " is shown.");
  if (run.series.cut_line)
    run.notes.push_back("The last line of steps.csv is cut and left out.");
  if (run.series.first_step > 1)
    run.notes.push_back("Recording began at step " + std::to_string(run.series.first_step) + ".");
  if (run.series.steps_a_pair > 1)
    run.notes.push_back("Each " + std::to_string(run.series.steps_a_pair) +
                        " steps are drawn as two points, their least and their greatest value.");
}

} // namespace

const std::string& ReportRun::setting(const std::string& setting_name) const {
  static const std::string none;
  for (const auto& [known, value] : settings)
    if (known == setting_name)
      return value;
  return none;
}

ReportRun read_report_run(const std::filesystem::path& folder) {
  ReportRun run;
  run.folder = folder_of(folder);
  std::error_code ignored;
  run.name = std::filesystem::weakly_canonical(run.folder, ignored).filename().string();
  read_description(run);
  run.series = read_step_series(run.folder / "steps.csv");
  read_marks(run);
  add_notes(run);
  return run;
}

} // namespace lamina
