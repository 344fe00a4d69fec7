#pragma once

#include "core/record/output_file.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// The steps that an option names: "120", "0,50,100" or "0:500:50" (from, to, every), and lists of these.
class StepChoice {
public:
  /// Throws InputError for what is no such text.
  explicit StepChoice(const std::string& text);

  bool contains(std::uint64_t step) const;
  bool empty() const { return ranges_.empty(); }

private:
  struct Steps {
    std::uint64_t from, to, every;
  };
  std::vector<Steps> ranges_;
};

/// What `lamina replay` writes besides frames; empty paths are not written.
struct ReplayOutputs {
  std::filesystem::path bodies;           ///< a CSV file with all steps
  std::filesystem::path surfaces, pixels; ///< folders, made if need be
  StepChoice at{""};                      ///< steps to export

  bool wants_bodies() const { return !bodies.empty(); }
  bool wants_surfaces(std::uint64_t step) const { return !surfaces.empty() && at.contains(step); }
  bool wants_pixels(std::uint64_t step) const { return !pixels.empty() && at.contains(step); }
};

/// Writes them as steps come. Throws std::runtime_error with path and reason.
class ReplayWriter {
public:
  explicit ReplayWriter(const ReplayOutputs& outputs);

  /// A line for each body; of every step but the first state.
  void bodies(const Snapshot& snapshot);
  void surfaces(const Snapshot& snapshot);
  void pixels(const Snapshot& with_pixels);
  void close();

  std::size_t files() const { return files_; } ///< exported

private:
  const ReplayOutputs& outputs_;
  std::optional<OutputFile> bodies_;
  std::size_t files_ = 0;
};

} // namespace lamina
