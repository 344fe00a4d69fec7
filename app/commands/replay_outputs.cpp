#include "app/commands/replay_outputs.h"

#include "core/base/error.h"
#include "core/base/writable.h"
#include "core/contact/method.h"
#include "core/record/run_tables.h"
#include "core/replay/evidence_exports.h"
#include "core/replay/export.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <stdexcept>
#include <system_error>

namespace lamina {

namespace {

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}

std::uint64_t step_number(const std::string& word, const std::string& whole) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error != std::errc() || end != word.data() + word.size())
    throw InputError("--at: needs steps such as 120, 0,50,100 or 0:500:50, not " + whole);
  return number;
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw std::runtime_error(folder.string() + ": cannot be made: " + error.message());
}

std::filesystem::path numbered(const std::filesystem::path& folder, const std::string& what,
                               std::uint64_t step, const char* extension) {
  char name[64];
  std::snprintf(name, sizeof name, "%s-%06llu.%s", what.c_str(), static_cast<unsigned long long>(step),
                extension);
  return folder / name;
}

} // namespace

StepChoice::StepChoice(const std::string& text) {
  if (text.empty())
    return;
  for (const std::string& part : parts_of(text, ',')) {
    const std::vector<std::string> words = parts_of(part, ':');
    const std::uint64_t from = step_number(words[0], text);
    const std::uint64_t to = words.size() > 1 ? step_number(words[1], text) : from;
    const std::uint64_t every = words.size() > 2 ? step_number(words[2], text) : 1;
    if (words.size() > 3 || to < from || every == 0)
      throw InputError("--at: needs steps such as 120, 0,50,100 or 0:500:50, not " + text);
    ranges_.push_back({from, to, every});
  }
}

bool StepChoice::contains(std::uint64_t step) const {
  return std::any_of(ranges_.begin(), ranges_.end(), [step](const Steps& steps) {
    return step >= steps.from && step <= steps.to && (step - steps.from) % steps.every == 0;
  });
}

ReplayWriter::ReplayWriter(const ReplayOutputs& outputs) : outputs_(outputs) {
  if (outputs.wants_bodies())
    refuse_unwritable_output(outputs.bodies);
  if (!outputs.surfaces.empty())
    make_folder(outputs.surfaces);
  if (!outputs.pixels.empty())
    make_folder(outputs.pixels);
  if (outputs.wants_bodies()) {
    bodies_.emplace(outputs.bodies);
    bodies_->write(bodies_header());
  }
}

void ReplayWriter::bodies(const Snapshot& snapshot) {
  if (bodies_ && snapshot.statistics.step > 0)
    bodies_->write(bodies_lines(snapshot.statistics.step, snapshot));
}

void ReplayWriter::surfaces(const Snapshot& snapshot) {
  write_surfaces(numbered(outputs_.surfaces, "surfaces", snapshot.statistics.step, "ply"), snapshot);
  ++files_;
}

void ReplayWriter::pixels(const Snapshot& with_pixels) {
  const std::uint64_t step = with_pixels.statistics.step;
  for (const EvidenceExport& of : evidence_exports())
    if (leaves_evidence(with_pixels.settings.contact, of.type)) {
      of.write_csv(numbered(outputs_.pixels, of.name, step, "csv"), with_pixels);
      of.write_ply(numbered(outputs_.pixels, of.name, step, "ply"), with_pixels);
      files_ += 2;
    }
}

void ReplayWriter::close() {
  if (bodies_)
    bodies_->close();
}

} // namespace lamina
