#include "core/scene/solid_cache.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/hexadecimal.h"
#include "core/base/user_folder.h"
#include "core/io/file_bytes.h"
#include "core/scene/solid_file.h"

#include <algorithm>
#include <chrono>
#include <mutex>
#include <utility>
#include <vector>

namespace lamina {

namespace {

std::filesystem::path& solid_folder() {
  static std::filesystem::path folder;
  return folder;
}

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

std::optional<StuffedSolid> read_solid(const std::filesystem::path& file, const SolidKey& key,
                                       const Progress& progress) {
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    return std::nullopt;
  try {
    std::optional<StuffedSolid> solid = solid_from(FileBytes(file, progress).view(), key);
    if (solid)
      std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now(), error);
    return solid;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

} // namespace

std::filesystem::path user_solid_folder() {
  const std::filesystem::path caches = user_folder("XDG_CACHE_HOME", ".cache");
  return caches.empty() ? caches : caches / "lamina/tetrahedra";
}

void keep_solids_in(std::filesystem::path folder) {
  solid_folder() = std::move(folder);
}

const std::filesystem::path& kept_solids() {
  return solid_folder();
}

SolidCache::SolidCache(std::filesystem::path folder, SolidCacheLimits limits)
    : folder_(std::move(folder)), limits_(limits) {}

StuffedSolid SolidCache::fill(const TriangleMesh& closed, const StuffingOptions& options) const {
  if (folder_.empty())
    return stuff(closed, options);
  const SolidKey key = solid_key(closed, options);
  const std::filesystem::path file = folder_ / (hexadecimal(key[0]) + hexadecimal(key[1]) + ".solid");
  if (std::optional<StuffedSolid> kept = read_solid(file, key, options.progress)) {
    kept->mesh.name = kept->surface.name = closed.name;
    return *std::move(kept);
  }
  const auto begin = std::chrono::steady_clock::now();
  StuffedSolid solid = stuff(closed, options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  if (taken.count() >= limits_.least_seconds)
    keep(file, solid_bytes(solid, key));
  return solid;
}

void SolidCache::keep(const std::filesystem::path& file, const std::string& bytes) const {
  if (bytes.size() > limits_.most_bytes)
    return;
  // Threads would write the same temporary file.
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  make_room(folder_, bytes.size(), limits_.most_bytes);
  try {
    write_whole_file(file, bytes);
  } catch (const InputError&) {
    return; // it is made again the next time
  }
}

} // namespace lamina
