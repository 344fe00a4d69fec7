#pragma once

#include "core/sweep/sweep_table.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace lamina {

/// What a sweep varies its settings on. Cells of different bases never share a folder.
struct SweepBase {
  std::string title, scene_hash;
  std::int64_t steps = 0;
};

/// The folder of a sweep: sweep.json, a run folder for each finished cell in cells/, table.csv. Held by one
/// process at a time.
class SweepFolder {
public:
  /// Makes the folder, or goes on with what is in it. Throws InputError if it holds a sweep of another scene
  /// or length, something else, or is in use; std::runtime_error if it cannot be written.
  SweepFolder(const std::filesystem::path& folder, const SweepBase& base);
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  /// Whether a cell was run to its end before. What is left of one that was not is cleared away.
  bool finished(const std::string& cell);

  std::filesystem::path run(const std::string& cell) const;   ///< of a finished one
  std::filesystem::path part(const std::string& cell) const;  ///< where it is to be recorded until then
  std::filesystem::path words(const std::string& cell) const; ///< what its process says

  /// Declares what lies in part() to be a finished cell. Throws std::runtime_error.
  void finish(const std::string& cell);

  /// Writes table.csv. Throws InputError if that cannot be done.
  std::filesystem::path write_table(const SweepTable& table) const;

private:
  std::filesystem::path folder_;
  SweepBase base_;
  int lock_ = -1;
};

} // namespace lamina
