#include "core/field/field_cache.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <fstream>

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

/// Whether it is made, not read.
bool is_made(const CacheFolder& folder, int cells, double band = 0.1) {
  bool made = false;
  const FieldOptions options{cells, band, 1, [&made](double, const std::string&) { return made = true; }};
  const FieldSurface surface{ball().triangles, ball().vertices};
  EXPECT_EQ(make_or_read_field(surface, options, folder.path, keep_all),
            make_field(surface, {cells, band, 1, {}}));
  return made;
}

} // namespace

TEST(FieldCache, GivesBitForBitWhatMakingGives) {
  const CacheFolder folder;
  EXPECT_TRUE(is_made(folder, 40));
  EXPECT_FALSE(is_made(folder, 40));
  EXPECT_TRUE(is_made(folder, 41));
  EXPECT_TRUE(is_made(folder, 40, 0.2));
  EXPECT_EQ(folder.files(), 3u);
}

TEST(FieldCache, MakesAnewWhatIsDamaged) {
  const CacheFolder folder;
  EXPECT_TRUE(is_made(folder, 40));
  const fs::path file = fs::directory_iterator(folder.path)->path();
  const auto size = fs::file_size(file);
  for (const std::uintmax_t at : {std::uintmax_t{0}, size / 2, size - 1}) {
    std::fstream bytes(file, std::ios::in | std::ios::out | std::ios::binary);
    bytes.seekg(static_cast<std::streamoff>(at));
    const int before = bytes.get();
    bytes.seekp(static_cast<std::streamoff>(at));
    bytes.put(static_cast<char>(before ^ 1));
    bytes.close();
    EXPECT_TRUE(is_made(folder, 40)) << at;
  }
  for (const std::uintmax_t cut : {std::uintmax_t{0}, std::uintmax_t{23}, size / 2, size - 1}) {
    fs::resize_file(file, cut);
    EXPECT_TRUE(is_made(folder, 40)) << cut;
  }
  EXPECT_FALSE(is_made(folder, 40));
}

TEST(FieldCache, OfNoFolderKeepsNothing) {
  const FieldSurface surface{ball().triangles, ball().vertices};
  EXPECT_EQ(make_or_read_field(surface, {20, 0.1, 1, {}}, {}, keep_all),
            make_field(surface, {20, 0.1, 1, {}}));
  EXPECT_EQ(make_or_read_field(surface, {20, 0.1, 1, {}}, "/proc/no such folder", keep_all),
            make_field(surface, {20, 0.1, 1, {}}));
}

} // namespace lamina::test
