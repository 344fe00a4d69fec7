// Solids of tetrahedra that are kept in files.

#include "core/base/hash.h"
#include "core/mesh/procedural.h"
#include "core/scene/mesh_store.h"
#include "core/scene/solid_cache.h"
#include "core/scene/solid_file.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
#include <iterator>

namespace lamina {
namespace {

namespace fs = std::filesystem;

constexpr FileCacheLimits keep_everything{.least_seconds = 0, .most_bytes = 1 << 30};

TriangleMesh box_mesh() {
  return make_mesh(Recipe{"box", {{"x", 1}, {"y", 0.7}, {"z", 0.5}}});
}

StuffingOptions cells(int number) {
  StuffingOptions options;
  options.cells = number;
  options.threads = 1;
  return options;
}

/// Whether filling has begun, not only reading.
bool is_filled_anew(const SolidCache& cache, const TriangleMesh& mesh, StuffingOptions options) {
  bool anew = false;
  options.progress = [&anew](double, const std::string& what) {
    anew = anew || what == "checking the surface";
    return true;
  };
  cache.fill(mesh, options);
  return anew;
}

/// The same bits in keep_everything.
void expect_same_solid(const StuffedSolid& a, const StuffedSolid& b) {
  EXPECT_EQ(solid_bytes(a, {}), solid_bytes(b, {}));
  EXPECT_EQ(a.surface.vertices, b.surface.vertices);
  EXPECT_EQ(a.mesh.name, b.mesh.name);
  EXPECT_EQ(a.surface.name, b.surface.name);
  EXPECT_EQ(describe(a.report), describe(b.report));
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    files.push_back(entry.path());
  return files;
}

std::string content(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void overwrite(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

class SolidCacheTest : public testing::Test {
protected:
  const TemporaryFolder place_;
  const fs::path folder_ = place_.path() / "deep/solids";
  const SolidCache cache_{folder_, keep_everything};
};

TEST_F(SolidCacheTest, GivesTheSameBitsWithoutFillingAgain) {
  TriangleMesh mesh = box_mesh();
  mesh.name = "block";
  EXPECT_TRUE(is_filled_anew(cache_, mesh, cells(6)));
  EXPECT_FALSE(is_filled_anew(cache_, mesh, cells(6)));
  expect_same_solid(cache_.fill(mesh, cells(6)), stuff(mesh, cells(6)));
  EXPECT_EQ(files_in(folder_).size(), 1u) << "no temporary file is left";
}

TEST_F(SolidCacheTest, TellsApartWhatGivesAnotherSolid) {
  const TriangleMesh mesh = box_mesh();
  cache_.fill(mesh, cells(6));
  EXPECT_TRUE(is_filled_anew(cache_, mesh, cells(7)));
  StuffingOptions equal_cells = cells(6);
  equal_cells.finer_levels = 0;
  EXPECT_TRUE(is_filled_anew(cache_, mesh, equal_cells));
  TriangleMesh moved = mesh;
  moved.vertices[3].x() = std::nextafter(moved.vertices[3].x(), 10);
  EXPECT_TRUE(is_filled_anew(cache_, moved, cells(6)));
  TriangleMesh turned = mesh;
  turned.triangles[0] = {turned.triangles[0][1], turned.triangles[0][2], turned.triangles[0][0]};
  EXPECT_TRUE(is_filled_anew(cache_, turned, cells(6)));

  StuffingOptions threads = cells(6);
  threads.threads = 2;
  EXPECT_FALSE(is_filled_anew(cache_, mesh, threads)) << "their number changes no result";
  TriangleMesh named = mesh;
  named.name = "another";
  EXPECT_FALSE(is_filled_anew(cache_, named, cells(6)));
  EXPECT_EQ(cache_.fill(named, cells(6)).surface.name, "another");
}

TEST_F(SolidCacheTest, DamagedFilesAreMadeAgain) {
  const TriangleMesh mesh = box_mesh();
  const StuffedSolid truth = cache_.fill(mesh, cells(3));
  const fs::path file = files_in(folder_).at(0);
  const std::string whole = content(file);
  const auto expect_remade = [&](const std::string& bytes) {
    overwrite(file, bytes);
    expect_same_solid(cache_.fill(mesh, cells(3)), truth);
    EXPECT_EQ(content(file), whole);
  };
  for (const double part : {0.0, 0.001, 0.01, 0.3, 0.9, 0.9999})
    expect_remade(whole.substr(0, static_cast<std::size_t>(part * static_cast<double>(whole.size()))));
  expect_remade(whole + '\0');
  for (std::size_t at = 0; at < whole.size(); at += whole.size() / 40) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    expect_remade(bytes);
  }
  fs::remove(file);
  fs::create_directory(file);
  expect_same_solid(cache_.fill(mesh, cells(3)), truth);
}

TEST(SolidFile, NumbersOfNothingAreRefusedWhateverTheHashSays) {
  const StuffedSolid good = stuff(box_mesh(), cells(3));
  const SolidKey key{7, 8};
  ASSERT_TRUE(solid_from(solid_bytes(good, key), key));
  EXPECT_FALSE(solid_from(solid_bytes(good, key), {7, 9}));
  StuffedSolid bad = good;
  bad.mesh.tetrahedra[5][2] = static_cast<std::uint32_t>(bad.mesh.nodes.size());
  EXPECT_FALSE(solid_from(solid_bytes(bad, key), key));
  bad = good;
  bad.surface.triangles[5][2] = static_cast<std::uint32_t>(bad.node_of_vertex.size());
  EXPECT_FALSE(solid_from(solid_bytes(bad, key), key));
  bad = good;
  bad.node_of_vertex[0] = 0xffffffff;
  EXPECT_FALSE(solid_from(solid_bytes(bad, key), key));
  // As many nodes as no memory holds.
  std::string bytes = solid_bytes(good, key);
  bytes.resize(bytes.size() - 8);
  bytes.replace(3 * 8, 8, std::string(8, '\xff'));
  const std::uint64_t hash = hash_bytes(bytes, 0);
  bytes.append(reinterpret_cast<const char*>(&hash), sizeof hash);
  EXPECT_FALSE(solid_from(bytes, key));
}

TEST_F(SolidCacheTest, WhatWasNotUsedForLongestMakesRoom) {
  const TriangleMesh mesh = box_mesh();
  const auto size_of = [&](int number) { return solid_bytes(stuff(mesh, cells(number)), {}).size(); };
  const FileCacheLimits limits{.least_seconds = 0, .most_bytes = size_of(5) + size_of(6) + size_of(7)};
  const SolidCache cache(folder_, limits);
  const auto grow_old = [&] {
    for (const fs::path& file : files_in(folder_))
      fs::last_write_time(file, fs::last_write_time(file) - std::chrono::hours(1));
  };
  for (const int number : {5, 6, 7, 5}) { // 5 is used again
    cache.fill(mesh, cells(number));
    grow_old();
  }
  EXPECT_EQ(files_in(folder_).size(), 3u);
  cache.fill(mesh, cells(4));
  EXPECT_EQ(files_in(folder_).size(), 3u);
  EXPECT_FALSE(is_filled_anew(cache, mesh, cells(4)));
  EXPECT_FALSE(is_filled_anew(cache, mesh, cells(5)));
  EXPECT_FALSE(is_filled_anew(cache, mesh, cells(7)));
  EXPECT_TRUE(is_filled_anew(cache, mesh, cells(6)));
}

TEST_F(SolidCacheTest, OnlyWhatIsWorthAFileIsKept) {
  const TriangleMesh mesh = box_mesh();
  SolidCache(folder_, {.least_seconds = 1000}).fill(mesh, cells(4));
  SolidCache(folder_, {.least_seconds = 0, .most_bytes = 100}).fill(mesh, cells(4));
  EXPECT_TRUE(files_in(folder_).empty());
  EXPECT_THROW(cache_.fill(mesh, cells(0)), InputError);
  EXPECT_TRUE(files_in(folder_).empty());
}

TEST_F(SolidCacheTest, AFolderThatCannotBeIsNoError) {
  const TriangleMesh mesh = box_mesh();
  const StuffedSolid truth = stuff(mesh, cells(4));
  expect_same_solid(SolidCache(place_.write("taken", "") / "solids", keep_everything).fill(mesh, cells(4)),
                    truth);
  expect_same_solid(SolidCache(fs::path(), keep_everything).fill(mesh, cells(4)), truth);
}

TEST_F(SolidCacheTest, CancellingKeepsNothing) {
  StuffingOptions options = cells(6);
  options.progress = [](double fraction, const std::string&) { return fraction < 0.5; };
  EXPECT_THROW(cache_.fill(box_mesh(), options), Cancelled);
  EXPECT_TRUE(files_in(folder_).empty());
}

TEST(SolidCache, OfOtherProgramsIsUsedOnlyWhereOneSaysSo) {
  EXPECT_TRUE(kept_solids().empty()) << "tests keep nothing for their user";
}

// A solid that differs from this one must come with another stuffing_version, or files of older programs
// would be taken for it. Nodes are of sums, products and square roots, which are the same everywhere.
TEST(SolidFile, TheVersionBelongsToWhatTheMesherGives) {
  const StuffedSolid solid = stuff(box_mesh(), cells(9));
  std::uint64_t hash = stuffing_version;
  for (const Vec3& node : solid.mesh.nodes)
    hash = hash_bits(std::span(node.data(), 3), hash);
  for (const Tetrahedron& t : solid.mesh.tetrahedra)
    for (const std::uint32_t corner : t)
      hash = hash_word(corner, hash);
  EXPECT_EQ(hash, 1120807948581493519u);
}

} // namespace
} // namespace lamina
