#include "core/scene/solid_cache.h"

#include "core/scene/solid_file.h"

#include <chrono>
#include <optional>
#include <utility>

namespace lamina {

namespace {

std::filesystem::path& solid_folder() {
  static std::filesystem::path folder;
  return folder;
}

} // namespace

void keep_solids_in(std::filesystem::path folder) {
  solid_folder() = std::move(folder);
}

const std::filesystem::path& kept_solids() {
  return solid_folder();
}

SolidCache::SolidCache(std::filesystem::path folder, FileCacheLimits limits)
    : files_(std::move(folder), ".solid", limits) {}

StuffedSolid SolidCache::fill(const TriangleMesh& closed, const StuffingOptions& options) const {
  if (!files_.keeps())
    return stuff(closed, options);
  const SolidKey key = solid_key(closed, options);
  if (const std::optional<std::string> bytes = files_.read(key))
    if (std::optional<StuffedSolid> kept = solid_from(*bytes, key)) {
      kept->mesh.name = kept->surface.name = closed.name;
      return *std::move(kept);
    }
  const auto begin = std::chrono::steady_clock::now();
  StuffedSolid solid = stuff(closed, options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  files_.keep(key, solid_bytes(solid, key), taken.count());
  return solid;
}

} // namespace lamina
