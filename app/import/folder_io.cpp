#include "app/import/folder_io.h"

#include <algorithm>
#include <cstring>

namespace lamina {

FolderIo::FolderIo(const std::filesystem::path& folder)
    : folder_(std::filesystem::weakly_canonical(folder)) {}

bool FolderIo::allowed(const char* file) const {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::weakly_canonical(file, error);
  if (error || !std::filesystem::is_regular_file(path, error))
    return false;
  return std::mismatch(folder_.begin(), folder_.end(), path.begin(), path.end()).first == folder_.end();
}

bool FolderIo::Exists(const char* file) const {
  return allowed(file) && DefaultIOSystem::Exists(file);
}

Assimp::IOStream* FolderIo::Open(const char* file, const char* mode) {
  if (std::strchr(mode, 'w') || std::strchr(mode, 'a') || !allowed(file)) {
    if (missed_.empty())
      missed_ = file;
    return nullptr;
  }
  return DefaultIOSystem::Open(file, mode);
}

} // namespace lamina
