#include "core/edit/autosave.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/user_folder.h"
#include "core/scene/scene_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

namespace lamina {

namespace {

constexpr const char* prefix = "unsaved-";
constexpr const char* heading = "// unsaved edits of ";

std::filesystem::path lock_of(std::filesystem::path file) {
  return file.replace_extension(".lock");
}

int open_lock(const std::filesystem::path& path) {
  return ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

/// Whether the session that writes this file has ended.
bool session_is_over(const std::filesystem::path& file) {
  const int lock = open_lock(lock_of(file));
  if (lock < 0)
    return false;
  const bool over = ::flock(lock, LOCK_EX | LOCK_NB) == 0;
  ::close(lock);
  return over;
}

/// A path may hold any byte; in a comment it must stay on its line.
std::string on_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, '?');
  return text;
}

std::filesystem::path original_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string line;
  std::getline(stream, line);
  const std::string start = heading;
  return line.compare(0, start.size(), start) == 0 ? line.substr(start.size()) : std::string();
}

} // namespace

std::filesystem::path state_folder() {
  const std::filesystem::path states = user_folder("XDG_STATE_HOME", ".local/state");
  return states.empty() ? states : states / "lamina";
}

Autosave::Autosave(std::filesystem::path folder) : folder_(std::move(folder)) {}

Autosave::~Autosave() {
  if (lock_ >= 0)
    ::close(lock_);
}

void Autosave::take_lock() {
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  // Never a file that another session left, which may have had the same process number.
  file_.clear();
  for (int count = 1; file_.empty() || std::filesystem::exists(file_, error) ||
                      std::filesystem::exists(lock_of(file_), error);
       ++count)
    file_ = folder_ / (prefix + std::to_string(::getpid()) + "-" + std::to_string(count) + ".json");
  lock_ = open_lock(lock_of(file_));
  if (lock_ < 0 || ::flock(lock_, LOCK_EX | LOCK_NB) != 0)
    throw InputError(folder_.string(), 0, "unsaved edits cannot be kept here; may you write in it?");
}

void Autosave::write(const Scene& scene, const std::filesystem::path& original) {
  if (lock_ < 0)
    take_lock();
  write_whole_file(file_, heading + on_one_line(original.string()) + "\n" + write_scene(scene, folder_));
}

void Autosave::remove() {
  if (lock_ < 0)
    return;
  std::error_code error;
  std::filesystem::remove(file_, error);
  std::filesystem::remove(lock_of(file_), error);
  ::close(lock_);
  lock_ = -1;
}

std::vector<UnsavedEdits> Autosave::left_behind() const {
  std::vector<std::pair<std::filesystem::file_time_type, UnsavedEdits>> found;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder_, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::filesystem::path& file = entry->path();
    if (file.extension() != ".json" || file.filename().string().rfind(prefix, 0) != 0)
      continue;
    std::error_code unreadable;
    const auto time = std::filesystem::last_write_time(file, unreadable);
    if (!unreadable && session_is_over(file))
      found.push_back({time, {file, original_of(file)}});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<UnsavedEdits> edits;
  for (auto& [time, unsaved] : found)
    edits.push_back(std::move(unsaved));
  return edits;
}

void Autosave::discard(const UnsavedEdits& edits) {
  std::error_code error;
  std::filesystem::remove(edits.file, error);
  std::filesystem::remove(lock_of(edits.file), error);
}

} // namespace lamina
