#pragma once

#include "core/mesh/stuffing/stuffing.h"

#include <cstdint>
#include <filesystem>

namespace lamina {

/// Where solids are kept for a user: $XDG_CACHE_HOME/lamina/tetrahedra, by default
/// ~/.cache/lamina/tetrahedra. Empty if the user has no home.
std::filesystem::path user_solid_folder();

/// Where SolidCache keeps solids unless it is told otherwise; at first nowhere (empty). To be set by a
/// program as it begins, before it has threads.
void keep_solids_in(std::filesystem::path folder);
const std::filesystem::path& kept_solids();

struct SolidCacheLimits {
  double least_seconds = 0.1;            ///< what was filled in less is not worth a file
  std::uintmax_t most_bytes = 512 << 20; ///< of all files in the folder
};

/// Fills surfaces with tetrahedra, and keeps what that takes long for in files, a file each. A file is found
/// by the bits of the surface, the options and the version of the mesher. So it gives bit for bit what
/// filling gives. Files that are cut off, damaged or of another version count as missing. The ones that were
/// not used for longest go where the folder would be too large. Programs may share a folder.
class SolidCache {
public:
  /// An empty folder keeps nothing. A folder that is missing is made when there is something to keep.
  explicit SolidCache(std::filesystem::path folder = kept_solids(), SolidCacheLimits limits = {});

  /// What stuff() gives and throws. A folder that cannot be read or written is no error.
  StuffedSolid fill(const TriangleMesh& closed, const StuffingOptions& options) const;

private:
  void keep(const std::filesystem::path& file, const std::string& bytes) const;

  std::filesystem::path folder_;
  SolidCacheLimits limits_;
};

} // namespace lamina
