#include "core/field/field_cache.h"

#include "core/base/version.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace lamina::field {

namespace {

constexpr std::uint64_t field_magic = 0x3130444c46534944; // "DISFLD01" where the lowest byte comes first

std::filesystem::path& field_folder() {
  static std::filesystem::path folder;
  return folder;
}

} // namespace

FileKey field_key(const FieldSurface& surface, const FieldOptions& options) {
  FileKey key{1, 2};
  for (std::uint64_t& hash : key) {
    hash = hash_bytes(LAMINA_VERSION, hash);
    hash = hash_word(static_cast<std::uint64_t>(options.cells), hash);
    hash = hash_bits(std::array{options.band}, hash);
    hash = hash_word(surface.closed, hash);
    hash = hash_word(static_cast<std::uint64_t>(surface.winding_at_infinity), hash);
    hash = hash_bytes(bytes_of(surface.positions), hash);
    hash = hash_bytes(bytes_of(surface.triangles), hash);
  }
  return key;
}

std::string FieldFile::bytes(const DistanceField& field, const FileKey& key) {
  std::string bytes = begin_bytes(field_magic, key);
  for (const double number :
       {field.origin_.x(), field.origin_.y(), field.origin_.z(), field.cell_, field.band_})
    append_word(number, bytes);
  for (const int count : field.block_counts_)
    append_word(count, bytes);
  append_word(field.blocks_.size(), bytes);
  append_word(field.values_.size(), bytes);
  bytes += bytes_of(field.blocks_);
  bytes += bytes_of(field.values_);
  seal_bytes(bytes);
  return bytes;
}

std::optional<DistanceField> FieldFile::read(std::string_view bytes, const FileKey& key) {
  const std::optional<std::string_view> content = content_of(bytes, field_magic, key);
  if (!content)
    return std::nullopt;
  WordReader reader(*content);
  DistanceField field;
  for (double* number :
       {&field.origin_.x(), &field.origin_.y(), &field.origin_.z(), &field.cell_, &field.band_})
    reader.word(*number);
  std::size_t product = 1;
  for (int& count : field.block_counts_) {
    reader.word(count);
    product *= static_cast<std::size_t>(count);
  }
  std::uint64_t blocks = 0, values = 0;
  reader.word(blocks);
  reader.word(values);
  reader.items(blocks, field.blocks_);
  reader.items(values, field.values_);
  const auto made = static_cast<std::int64_t>(field.values_.size() / DistanceField::block_values_);
  const bool consistent = reader.ended_well() && product == field.blocks_.size() &&
                          field.values_.size() % DistanceField::block_values_ == 0 &&
                          std::all_of(field.blocks_.begin(), field.blocks_.end(),
                                      [made](std::int32_t block) { return block < made; });
  return consistent ? std::optional(std::move(field)) : std::nullopt;
}

void keep_fields_in(std::filesystem::path folder) {
  field_folder() = std::move(folder);
}

const std::filesystem::path& kept_fields() {
  return field_folder();
}

DistanceField make_or_read_field(const FieldSurface& surface, const FieldOptions& options,
                                 const std::filesystem::path& folder, FileCacheLimits limits) {
  const FileCache files(folder, ".field", limits);
  if (!files.keeps())
    return make_field(surface, options);
  const FileKey key = field_key(surface, options);
  if (const std::optional<std::string> bytes = files.read(key))
    if (std::optional<DistanceField> kept = FieldFile::read(*bytes, key))
      return *std::move(kept);
  const auto begin = std::chrono::steady_clock::now();
  DistanceField field = make_field(surface, options);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  files.keep(key, FieldFile::bytes(field, key), taken.count());
  return field;
}

} // namespace lamina::field
