#pragma once

#include "core/base/file_cache.h"
#include "core/field/body_field.h"

#include <filesystem>
#include <optional>
#include <string_view>

namespace lamina::field {

/// Tells surfaces and options apart, by their bits and the version of the program. Options that change no
/// result are left out.
FileKey field_key(const FieldSurface& surface, const BodyFieldOptions& options);

/// A field as bytes of this machine's order, and what such bytes hold: nothing if they are damaged, of
/// another key or contradict themselves. The first word says whether it is a grid or an octree.
class FieldFile {
public:
  static std::string bytes(const BodyField& field, const FileKey& key);
  static std::optional<BodyField> read(std::string_view bytes, const FileKey& key);

private:
  static std::string grid_bytes(const DistanceField& grid, const FileKey& key);
  static std::string octree_bytes(const OctreeField& octree, const FileKey& key);
  static std::optional<DistanceField> read_grid(std::string_view content);
  static std::optional<OctreeField> read_octree(std::string_view content);
};

/// Where fields are kept unless one is told otherwise; at first nowhere (empty). To be set by a program as it
/// begins, before it has threads.
void keep_fields_in(std::filesystem::path folder);
const std::filesystem::path& kept_fields();

/// What make_body_field() gives and throws, kept in files (FileCache) if it takes long.
BodyField make_or_read_field(const FieldSurface& surface, const BodyFieldOptions& options,
                             const std::filesystem::path& folder = kept_fields(),
                             FileCacheLimits limits = {});

} // namespace lamina::field
