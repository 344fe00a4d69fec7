#include "core/field/field_cache.h"

#include "core/base/version.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace lamina::field {

namespace {

// "DISFLD01" and "OCTFLD01" where the lowest byte comes first.
constexpr std::uint64_t grid_magic = 0x3130444c46534944, octree_magic = 0x3130444c4654434f;

std::filesystem::path& field_folder() {
  static std::filesystem::path folder;
  return folder;
}

/// Where the cells lie, as both structures have it.
void append_frame(const Vec3& origin, double cell, double band, const std::array<int, 3>& block_counts,
                  std::string& bytes) {
  for (const double number : {origin.x(), origin.y(), origin.z(), cell, band})
    append_word(number, bytes);
  for (const int count : block_counts)
    append_word(count, bytes);
}

/// Returns the number of blocks.
std::size_t read_frame(WordReader& reader, Vec3& origin, double& cell, double& band,
                       std::array<int, 3>& block_counts) {
  for (double* number : {&origin.x(), &origin.y(), &origin.z(), &cell, &band})
    reader.word(*number);
  std::size_t product = 1;
  for (int& count : block_counts) {
    reader.word(count);
    product *= static_cast<std::size_t>(count);
  }
  return product;
}

} // namespace

FileKey field_key(const FieldSurface& surface, const BodyFieldOptions& options) {
  FileKey key{1, 2};
  for (std::uint64_t& hash : key) {
    hash = hash_bytes(LAMINA_VERSION, hash);
    hash = hash_word(static_cast<std::uint64_t>(options.grid.cells), hash);
    hash = hash_bits(std::array{options.grid.band}, hash);
    hash = hash_word(surface.closed, hash);
    hash = hash_word(static_cast<std::uint64_t>(surface.winding_at_infinity), hash);
    hash = hash_bytes(bytes_of(surface.positions), hash);
    hash = hash_bytes(bytes_of(surface.triangles), hash);
    // Grids add nothing.
    if (options.octree)
      hash = hash_bits(std::array{options.octree->tolerance}, hash_word(octree_magic, hash));
  }
  return key;
}

std::string FieldFile::bytes(const BodyField& field, const FileKey& key) {
  return field.grid() ? grid_bytes(*field.grid(), key) : octree_bytes(*field.octree(), key);
}

std::optional<BodyField> FieldFile::read(std::string_view bytes, const FileKey& key) {
  if (const std::optional<std::string_view> content = content_of(bytes, grid_magic, key))
    if (std::optional<DistanceField> grid = read_grid(*content))
      return BodyField(*std::move(grid));
  if (const std::optional<std::string_view> content = content_of(bytes, octree_magic, key))
    if (std::optional<OctreeField> octree = read_octree(*content))
      return BodyField(*std::move(octree));
  return std::nullopt;
}

std::string FieldFile::grid_bytes(const DistanceField& grid, const FileKey& key) {
  std::string bytes = begin_bytes(grid_magic, key);
  append_frame(grid.origin_, grid.cell_, grid.band_, grid.block_counts_, bytes);
  append_word(grid.blocks_.size(), bytes);
  append_word(grid.values_.size(), bytes);
  bytes += bytes_of(grid.blocks_);
  bytes += bytes_of(grid.values_);
  seal_bytes(bytes);
  return bytes;
}

std::optional<DistanceField> FieldFile::read_grid(std::string_view content) {
  WordReader reader(content);
  DistanceField grid;
  const std::size_t product = read_frame(reader, grid.origin_, grid.cell_, grid.band_, grid.block_counts_);
  std::uint64_t blocks = 0, values = 0;
  reader.word(blocks);
  reader.word(values);
  reader.items(blocks, grid.blocks_);
  reader.items(values, grid.values_);
  const auto made = static_cast<std::int64_t>(grid.values_.size() / DistanceField::block_values_);
  const bool consistent = reader.ended_well() && product == grid.blocks_.size() &&
                          grid.values_.size() % DistanceField::block_values_ == 0 &&
                          std::all_of(grid.blocks_.begin(), grid.blocks_.end(),
                                      [made](std::int32_t block) { return block < made; });
  return consistent ? std::optional(std::move(grid)) : std::nullopt;
}

std::string FieldFile::octree_bytes(const OctreeField& octree, const FileKey& key) {
  std::string bytes = begin_bytes(octree_magic, key);
  append_frame(octree.origin_, octree.cell_, octree.band_, octree.block_counts_, bytes);
  append_word(octree.blocks_, bytes);
  append_word(octree.trees_.size(), bytes);
  append_word(octree.values_.size(), bytes);
  bytes += bytes_of(octree.trees_);
  bytes += bytes_of(octree.values_);
  seal_bytes(bytes);
  return bytes;
}

std::optional<OctreeField> FieldFile::read_octree(std::string_view content) {
  WordReader reader(content);
  OctreeField octree;
  read_frame(reader, octree.origin_, octree.cell_, octree.band_, octree.block_counts_);
  std::uint64_t trees = 0, values = 0;
  reader.word(octree.blocks_);
  reader.word(trees);
  reader.word(values);
  reader.items(trees, octree.trees_);
  reader.items(values, octree.values_);
  const bool consistent = reader.ended_well() && octree.is_consistent();
  return consistent ? std::optional(std::move(octree)) : std::nullopt;
}

void keep_fields_in(std::filesystem::path folder) {
  field_folder() = std::move(folder);
}

const std::filesystem::path& kept_fields() {
  return field_folder();
}

BodyField make_or_read_field(const FieldSurface& surface, const BodyFieldOptions& options,
                             const std::filesystem::path& folder, FileCacheLimits limits) {
  const FileCache files(folder, ".field", limits);
  if (!files.keeps())
    return make_body_field(surface, options);
  const FileKey key = field_key(surface, options);
  if (const std::optional<std::string> bytes = files.read(key))
    if (std::optional<BodyField> kept = FieldFile::read(*bytes, key))
      return *std::move(kept);
  const auto begin = std::chrono::steady_clock::now();
  BodyField field = make_body_field(surface, options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  files.keep(key, FieldFile::bytes(field, key), taken.count());
  return field;
}

} // namespace lamina::field
