#include "app/commands/replay_report.h"

#include <nlohmann/json.hpp>

#include <ostream>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

Json values_json(const std::vector<DifferingValue>& values) {
  Json list = Json::array();
  for (const DifferingValue& value : values)
    list.push_back({{"name", value.name}, {"recorded", value.recorded}, {"replayed", value.replayed}});
  return list;
}

void print_values(std::ostream& out, const std::vector<DifferingValue>& values) {
  for (const DifferingValue& value : values)
    out << "  " << value.name << std::string(value.name.size() < 16 ? 16 - value.name.size() : 1, ' ')
        << value.recorded << " recorded, " << value.replayed << " now\n";
}

void print_difference(std::ostream& out, const Difference& difference) {
  if (!difference.rejected.empty()) {
    out << "step " << difference.step << " differs: it was recorded, and now it was rejected\n  "
        << difference.rejected << '\n';
    return;
  }
  out << "step " << difference.step << " is the first that differs, " << difference.quantities.front().name
      << " first\n";
  print_values(out, difference.quantities);
  if (difference.body.empty())
    return;
  out << "the first body that differs there is \"" << difference.body << "\"\n";
  print_values(out, difference.body_values);
}

/// What may be the reason.
void print_reasons(std::ostream& out, const ReplayReport& report) {
  const std::vector<std::string> sentences = differences(report.run->arithmetic, report.arithmetic);
  if (report.run->arithmetic == Arithmetic{})
    out << "the recording does not state what its arithmetic depended on\n";
  else if (sentences.empty())
    out << "program, C library and processor features are those of the recording\n";
  else
    out << "what differs between the recording and now:\n";
  for (const std::string& sentence : sentences)
    out << "  " << sentence << '\n';
  const std::string tunables = matching_tunables(report.run->arithmetic, report.arithmetic);
  if (!tunables.empty())
    out << "try again with the elementary functions of the recording: " << tunables << " lamina replay "
        << report.run->folder.string() << '\n';
}

} // namespace

nlohmann::ordered_json replay_json(const ReplayReport& report) {
  const ReplayResult& result = report.result;
  Json json{{"agrees", report.agrees()},   {"scene_agrees", report.scene_agrees}, {"steps", result.steps},
            {"compared", result.compared}, {"version", report.run->version},      {"files", report.files}};
  if (result.difference) {
    const Difference& difference = *result.difference;
    json["first_difference"] = {{"step", difference.step},
                                {"quantities", values_json(difference.quantities)},
                                {"body", difference.body},
                                {"body_values", values_json(difference.body_values)},
                                {"rejected", difference.rejected}};
  }
  if (!report.agrees()) {
    json["arithmetic_differences"] = differences(report.run->arithmetic, report.arithmetic);
    json["try"] = matching_tunables(report.run->arithmetic, report.arithmetic);
  }
  return json;
}

void print_replay(std::ostream& out, const ReplayReport& report) {
  const ReplayResult& result = report.result;
  out << report.run->title << '\n';
  if (!report.scene_agrees)
    out << "the scene differs: its meshes or settings are not, bit by bit, those that were recorded\n";
  if (result.difference)
    print_difference(out, *result.difference);
  else if (result.compared == 0)
    out << "no step was recorded, so there is nothing to compare\n";
  else
    out << "all " << result.compared << " recorded steps agree: every hash and every quantity, bit for bit\n";
  if (!report.agrees())
    print_reasons(out, report);
  if (report.frames)
    out << "frames written for the first state and " << result.steps << " steps\n";
  if (report.files > 0)
    out << report.files << " files exported\n";
}

} // namespace lamina
