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

/// How a sweep's folder is held: by one process that makes all cells, or by several that make one each.
enum class SweepHold { all_cells, one_cell };

/// The folder of a sweep: sweep.json, a run folder for each finished cell in cells/, table.csv. Held until
/// the end of the object, or of the process.
class SweepFolder {
public:
  /// Makes the folder, or goes on with what is in it. Throws InputError if it holds a sweep of another scene
  /// or length, something else, or is in use; std::runtime_error if it cannot be written.
  SweepFolder(const std::filesystem::path& folder, const SweepBase& base, SweepHold hold);
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
