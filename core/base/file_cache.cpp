#include "core/base/file_cache.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/hexadecimal.h"
#include "core/base/user_folder.h"

#include <algorithm>
#include <fstream>
#include <mutex>
#include <utility>
#include <vector>

namespace lamina {

namespace {

/// Removes what was not used for longest, until the rest and so many bytes more are within the limit.
void make_room(const std::filesystem::path& folder, std::uintmax_t wanted, std::uintmax_t most) {
  struct Kept {
    std::filesystem::file_time_type used;
    std::uintmax_t size;
    std::filesystem::path file;
  };
  std::vector<Kept> all;
  std::error_code error;
  std::uintmax_t size = wanted;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code unreadable;
    if (!entry->is_regular_file(unreadable))
      continue;
    Kept kept{entry->last_write_time(unreadable), entry->file_size(unreadable), entry->path()};
    if (unreadable)
      continue;
    size += kept.size;
    all.push_back(std::move(kept));
  }
  std::sort(all.begin(), all.end(), [](const Kept& a, const Kept& b) { return a.used < b.used; });
  for (auto oldest = all.begin(); oldest != all.end() && size > most; ++oldest) {
    std::filesystem::remove(oldest->file, error);
    size -= oldest->size;
  }
}

} // namespace

FileCache::FileCache(std::filesystem::path folder, std::string extension, FileCacheLimits limits)
    : folder_(std::move(folder)), extension_(std::move(extension)), limits_(limits) {}

std::filesystem::path FileCache::file_of(const FileKey& key) const {
  return folder_ / (hexadecimal(key[0]) + hexadecimal(key[1]) + extension_);
}

std::optional<std::string> FileCache::read(const FileKey& key) const {
  std::error_code error;
  if (!keeps() || !std::filesystem::is_regular_file(file_of(key), error))
    return std::nullopt;
  std::ifstream file(file_of(key), std::ios::binary);
  const std::uintmax_t size = std::filesystem::file_size(file_of(key), error);
  if (error || size > limits_.most_bytes)
    return std::nullopt;
  std::string bytes(static_cast<std::size_t>(size), '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(size)))
    return std::nullopt;
  std::filesystem::last_write_time(file_of(key), std::filesystem::file_time_type::clock::now(), error);
  return bytes;
}

void FileCache::keep(const FileKey& key, const std::string& bytes, double seconds) const {
  if (!keeps() || seconds < limits_.least_seconds || bytes.size() > limits_.most_bytes)
    return;
  // Threads would write the same temporary file.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  make_room(folder_, bytes.size(), limits_.most_bytes);
  try {
    write_whole_file(file_of(key), bytes);
  } catch (const InputError&) {
    return; // it is made again the next time
  }
}

std::filesystem::path user_cache_folder(const std::string& kind) {
  const std::filesystem::path caches = user_folder("XDG_CACHE_HOME", ".cache");
  return caches.empty() ? caches : caches / "lamina" / kind;
}

} // namespace lamina
