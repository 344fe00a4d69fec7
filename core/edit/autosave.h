#pragma once

#include "core/scene/scene.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// Where a program keeps what should outlive a crash: $XDG_STATE_HOME/lamina, by default
/// ~/.local/state/lamina. Empty if the user has no home.
std::filesystem::path state_folder();

/// Edits that a session left behind.
struct UnsavedEdits {
  std::filesystem::path file;     ///< a scene file
  std::filesystem::path original; ///< the file that was edited; empty for a new scene
};

/// Keeps unsaved edits of one session in a file of its own, written as a whole. Sessions that run are told
/// from those that ended by a lock that ends with its process, however it ends.
class Autosave {
public:
  explicit Autosave(std::filesystem::path folder);
  ~Autosave(); ///< the file stays; remove() takes it away
  Autosave(const Autosave&) = delete;
  Autosave& operator=(const Autosave&) = delete;

  /// Throws InputError where it cannot be written.
  void write(const Scene& scene, const std::filesystem::path& original);
  void remove();

  /// What sessions that no longer run have left, the newest first.
  std::vector<UnsavedEdits> left_behind() const;

  /// Takes away what a session left behind.
  static void discard(const UnsavedEdits& edits);

  const std::filesystem::path& file() const { return file_; } ///< of the last write; empty before the first

private:
  void take_lock();

  std::filesystem::path folder_, file_;
  int lock_ = -1;
};

} // namespace lamina
