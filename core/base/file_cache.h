#pragma once

#include "core/base/word_bytes.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lamina {

struct FileCacheLimits {
  double least_seconds = 0.1;            ///< what was made in less is not worth a file
  std::uintmax_t most_bytes = 512 << 20; ///< of all files in the folder
};

/// Files that are kept so that what they hold need not be made again, a file a key. The ones that were not
/// used for longest go where the folder would be too large. Programs may share a folder.
class FileCache {
public:
  /// An empty folder keeps nothing. A folder that is missing is made when there is something to keep. Names
  /// of files end with the extension (".solid").
  FileCache(std::filesystem::path folder, std::string extension, FileCacheLimits limits = {});

  bool keeps() const { return !folder_.empty(); }
  /// The bytes kept under a key, and marks them as used; nothing if there are none. A folder or file that
  /// cannot be read is no error.
  std::optional<std::string> read(const FileKey& key) const;
  /// Keeps bytes that took so long to make. A folder that cannot be written is no error.
  void keep(const FileKey& key, const std::string& bytes, double seconds) const;

private:
  std::filesystem::path file_of(const FileKey& key) const;

  std::filesystem::path folder_;
  std::string extension_;
  FileCacheLimits limits_;
};

/// Where files of a kind are kept for a user: $XDG_CACHE_HOME/lamina/KIND, by default ~/.cache/lamina/KIND.
/// Empty if the user has no home.
std::filesystem::path user_cache_folder(const std::string& kind);

} // namespace lamina
