#include "core/report/report_run.h"

#include "core/settings/setting_list.h"

#include <cctype>
#include <optional>

namespace lamina {

namespace {

constexpr std::size_t most_marks = 200; // more would hide the plots

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
  Marks marks;
  for (const RecordedEvent& event : run.recorded.events)
    marks.take(event.step, event.event);
  run.marks = marks.finish(run.series.last_step);
  if (marks.left_out() > 0)
    run.notes.push_back("The first " + std::to_string(most_marks) + " inputs are marked, " +
                        std::to_string(marks.left_out()) + " are not.");
}

void add_notes(ReportRun& run) {
  for (std::string note : run.recorded.notes) {
    note.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(note.front())));
    run.notes.push_back(note + ".");
  }
  if (run.series.cut_line)
    run.notes.push_back("The last line of steps.csv is cut and left out.");
  if (run.series.first_step > 1)
    run.notes.push_back("Recording began at step " + std::to_string(run.series.first_step) + ".");
  if (run.series.steps_a_pair > 1)
    run.notes.push_back("Each " + std::to_string(run.series.steps_a_pair) +
                        " steps are drawn as two points, their least and their greatest value.");
}

} // namespace

ReportRun read_report_run(const std::filesystem::path& named) {
  std::filesystem::path folder = named.filename() == "run.json" ? named.parent_path() : named;
  if (folder.empty())
    folder = ".";
  ReportRun run;
  run.recorded = read_run_without_steps(folder);
  std::error_code ignored;
  run.name = std::filesystem::weakly_canonical(folder, ignored).filename().string();
  run.series = read_step_series(folder / "steps.csv");
  read_marks(run);
  add_notes(run);
  return run;
}

} // namespace lamina
