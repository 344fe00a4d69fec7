#include "app/import/folder_io.h"

#include <assimp/MemoryIOWrapper.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

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

void FolderIo::put(const std::filesystem::path& file, std::string bytes) {
  memory_files_[std::filesystem::weakly_canonical(file)] = std::move(bytes);
}

const std::string* FolderIo::memory_file(const char* file) const {
  std::error_code error;
  const auto found = memory_files_.find(std::filesystem::weakly_canonical(file, error));
  return error || found == memory_files_.end() ? nullptr : &found->second;
}

bool FolderIo::Exists(const char* file) const {
  return memory_file(file) || (allowed(file) && DefaultIOSystem::Exists(file));
}

Assimp::IOStream* FolderIo::Open(const char* file, const char* mode) {
  if (const std::string* bytes = memory_file(file))
    return new Assimp::MemoryIOStream(reinterpret_cast<const std::uint8_t*>(bytes->data()), bytes->size());
  if (std::strchr(mode, 'w') || std::strchr(mode, 'a') || !allowed(file)) {
    if (missed_.empty())
      missed_ = file;
    return nullptr;
  }
  return DefaultIOSystem::Open(file, mode);
}

} // namespace lamina
