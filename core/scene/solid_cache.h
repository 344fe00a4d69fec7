#pragma once

#include "core/base/file_cache.h"
#include "core/mesh/stuffing/stuffing.h"

#include <filesystem>

namespace lamina {

/// Where SolidCache keeps solids unless it is told otherwise; at first nowhere (empty). To be set by a
/// program as it begins, before it has threads.
void keep_solids_in(std::filesystem::path folder);
const std::filesystem::path& kept_solids();

/// Fills surfaces with tetrahedra, and keeps what that takes long for in files, a file each. A file is found
/// by the bits of the surface, the options and the version of the mesher. So it gives bit for bit what
/// filling gives. Files that are cut off, damaged or of another version count as missing. The
/// ones that were not used for longest go where the folder would be too large (FileCache).
class SolidCache {
public:
  /// An empty folder keeps nothing. A folder that is missing is made when there is something to keep.
  explicit SolidCache(std::filesystem::path folder = kept_solids(), FileCacheLimits limits = {});

  /// What stuff() gives and throws. A folder that cannot be read or written is no error.
  StuffedSolid fill(const TriangleMesh& closed, const StuffingOptions& options) const;

private:
  FileCache files_;
};

} // namespace lamina
