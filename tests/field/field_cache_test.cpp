#include "core/field/field_cache.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>

namespace lamina::test {
namespace {

using namespace field;
namespace fs = std::filesystem;

constexpr FileCacheLimits keep_all{.least_seconds = 0, .most_bytes = 1 << 30};

/// A folder of its own, which goes with it.
struct CacheFolder {
  fs::path path = fs::temp_directory_path() / ("lamina field cache " + std::to_string(::getpid()));
  CacheFolder() { fs::remove_all(path); }
  ~CacheFolder() { fs::remove_all(path); }
  std::size_t files() const {
    return fs::exists(path)
               ? std::size_t(std::distance(fs::directory_iterator(path), fs::directory_iterator()))
               : 0;
  }
};

const TriangleMesh& ball() {
  static const TriangleMesh mesh = make_sphere(0.5, 500);
  return mesh;
}

FieldSurface ball_surface() {
  return {ball().triangles, ball().vertices};
}

BodyFieldOptions grid(int cells, double band = 0.1) {
  return {{cells, band, 1, {}}, {}};
}
BodyFieldOptions octree(int cells, double tolerance = 0.1) {
  return {{cells, 0.1, 1, {}}, OctreeOptions{.tolerance = tolerance}};
}

/// Whether it is made, not read.
bool is_made(const CacheFolder& folder, BodyFieldOptions options, FileCacheLimits limits = keep_all) {
  const BodyField expected = make_body_field(ball_surface(), options);
  bool made = false;
  options.grid.progress = [&made](double, const std::string&) { return made = true; };
  EXPECT_EQ(make_or_read_field(ball_surface(), options, folder.path, limits), expected);
  return made;
}

/// What a file says of which one number of 32 bits is another, sealed as if that were right.
std::optional<BodyField> with_number(std::string bytes, const FileKey& key, std::size_t at,
                                     std::int32_t number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
  bytes.resize(bytes.size() - sizeof(std::uint64_t));
  seal_bytes(bytes);
  return FieldFile::read(bytes, key);
}

} // namespace

TEST(FieldCache, GivesBitForBitWhatMakingGives) {
  const CacheFolder folder;
  for (const BodyFieldOptions& options :
       {grid(40), grid(41), grid(40, 0.2), octree(40), octree(41), octree(40, 0.3)}) {
    EXPECT_TRUE(is_made(folder, options));
    EXPECT_FALSE(is_made(folder, options));
  }
  EXPECT_EQ(folder.files(), 6u);
}

TEST(FieldCache, MakesAnewWhatIsDamaged) {
  for (const BodyFieldOptions& options : {grid(40), octree(40)}) {
    const CacheFolder folder;
    EXPECT_TRUE(is_made(folder, options));
    const fs::path file = fs::directory_iterator(folder.path)->path();
    const auto size = fs::file_size(file);
    for (const std::uintmax_t at : {std::uintmax_t{0}, size / 2, size - 1}) {
      std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
      bytes.seekg(static_cast<std::streamoff>(at));
      const int before = bytes.get();
      bytes.seekp(static_cast<std::streamoff>(at));
      bytes.put(static_cast<char>(before ^ 1));
      bytes.close();
      EXPECT_TRUE(is_made(folder, options)) << at;
    }
    for (const std::uintmax_t cut : {std::uintmax_t{0}, std::uintmax_t{23}, size / 2, size - 1}) {
      fs::resize_file(file, cut);
      EXPECT_TRUE(is_made(folder, options)) << cut;
    }
    EXPECT_FALSE(is_made(folder, options));
  }
}

TEST(FieldCache, TakesNoFileUnderTheNameOfAnother) {
  const CacheFolder folder;
  is_made(folder, grid(40));
  const fs::path file_of_grid = fs::directory_iterator(folder.path)->path(),
                 aside = folder.path / "octree of before";
  fs::rename(file_of_grid, aside);
  is_made(folder, octree(40));
  for (const fs::directory_entry& entry : fs::directory_iterator(folder.path))
    if (entry.path() != aside)
      fs::copy_file(entry.path(), file_of_grid);
  EXPECT_EQ(folder.files(), 3u);
  EXPECT_TRUE(is_made(folder, grid(40)));
  EXPECT_FALSE(is_made(folder, grid(40)));
  EXPECT_FALSE(is_made(folder, octree(40)));
}

TEST(FieldCache, KeepsNoMoreThanItMay) {
  const CacheFolder folder;
  const auto size_of = [](const BodyFieldOptions& options) {
    const FileKey key = field_key(ball_surface(), options);
    return FieldFile::bytes(make_body_field(ball_surface(), options), key).size();
  };
  const std::uintmax_t of_grid = size_of(grid(40)), of_octree = size_of(octree(40));
  const FileCacheLimits one{.least_seconds = 0, .most_bytes = std::max(of_grid, of_octree)};
  // Each takes the place of the one before.
  for (const BodyFieldOptions& options : {grid(40), octree(40), grid(40)}) {
    EXPECT_TRUE(is_made(folder, options, one));
    EXPECT_FALSE(is_made(folder, options, one));
    EXPECT_EQ(folder.files(), 1u);
  }
  fs::remove_all(folder.path);
  const FileCacheLimits none{.least_seconds = 0, .most_bytes = std::min(of_grid, of_octree) - 1};
  for (const BodyFieldOptions& options : {grid(40), octree(40)})
    EXPECT_TRUE(is_made(folder, options, none));
  EXPECT_EQ(folder.files(), 0u);
}

// Whoever asks such an octree would read beyond its end, or go round for ever.
TEST(FieldCache, RefusesOctreesThatContradictThemselves) {
  const BodyFieldOptions options = octree(20);
  const FileKey key = field_key(ball_surface(), options);
  const BodyField field = make_body_field(ball_surface(), options);
  const std::string bytes = FieldFile::bytes(field, key);
  ASSERT_EQ(FieldFile::read(bytes, key), field);
  // Magic word and key, frame, numbers of blocks, of words of trees and of leaves; then the trees.
  constexpr std::size_t blocks_at = 88, trees_at = 112;
  std::uint64_t blocks = 0, words = 0;
  std::memcpy(&blocks, bytes.data() + blocks_at, sizeof blocks);
  std::memcpy(&words, bytes.data() + blocks_at + 8, sizeof words);
  ASSERT_GT(words, blocks + 8);
  const auto leaves = static_cast<std::int32_t>(field.octree()->leaves());
  const auto groups = static_cast<std::int32_t>((words - blocks) / 8);
  // The first group is of the first block that is divided.
  const std::size_t first_child = trees_at + 4 * blocks;
  EXPECT_TRUE(with_number(bytes, key, trees_at, leaves - 1));
  EXPECT_FALSE(with_number(bytes, key, trees_at, leaves)) << "a leaf that is not there";
  EXPECT_FALSE(with_number(bytes, key, trees_at, -3 - groups)) << "a group that is not there";
  EXPECT_FALSE(with_number(bytes, key, trees_at, std::numeric_limits<std::int32_t>::min()));
  EXPECT_FALSE(with_number(bytes, key, first_child, -3)) << "a group within itself";
  EXPECT_FALSE(with_number(bytes, key, blocks_at, static_cast<std::int32_t>(blocks) + 8));
}

TEST(FieldCache, OfNoFolderKeepsNothing) {
  for (const BodyFieldOptions& options : {grid(20), octree(20)})
    for (const char* folder : {"", "/proc/no such folder"})
      EXPECT_EQ(make_or_read_field(ball_surface(), options, folder, keep_all),
                make_body_field(ball_surface(), options));
}

} // namespace lamina::test
