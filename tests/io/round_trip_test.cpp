#include "core/io/read_obj.h"
#include "core/io/read_off.h"
#include "core/io/read_ply.h"
#include "core/io/read_stl.h"
#include "core/mesh/procedural.h"
#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

namespace lamina {
namespace {

/// Coordinates with all bits in use, of many sizes.
TriangleMesh sample() {
  TriangleMesh mesh = make_gear(0.5, 0.4, 0.1, 0.2, 7, 900);
  for (Vec3& v : mesh.vertices)
    v = v * 1e-3 + Vec3(1.0 / 3, -1e-7, 1234.56789);
  return mesh;
}

void expect_same(const LoadedFile& loaded, const TriangleMesh& mesh) {
  ASSERT_EQ(loaded.meshes.size(), 1u);
  EXPECT_EQ(loaded.meshes[0].vertices, mesh.vertices);
  EXPECT_EQ(loaded.meshes[0].triangles, mesh.triangles);
  EXPECT_TRUE(loaded.notes.empty());
}

TEST(RoundTrip, IndexedFormatsGiveBackEveryBitAndTheOrder) {
  const TriangleMesh mesh = sample();
  expect_same(read_obj(test::obj_text(mesh), "a.obj"), mesh);
  expect_same(read_off(test::off_text(mesh), "a.off"), mesh);
  expect_same(read_ply(test::ply_text(mesh), "a.ply"), mesh);
  expect_same(read_ply(test::ply_binary(mesh, false), "a.ply"), mesh);
  expect_same(read_ply(test::ply_binary(mesh, true), "a.ply"), mesh);
}

TEST(RoundTrip, StlGivesBackTheCornersOfEachTriangle) {
  const TriangleMesh mesh = sample();
  const LoadedFile text = read_stl(test::stl_text(mesh, "a"), "a.stl");
  const LoadedFile binary = read_stl(test::stl_binary(mesh, "a"), "a.stl");
  ASSERT_EQ(text.meshes[0].triangles.size(), mesh.triangles.size());
  ASSERT_EQ(binary.meshes[0].triangles.size(), mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const Vec3& expected = mesh.vertices[mesh.triangles[t][corner]];
      ASSERT_EQ(text.meshes[0].vertices[3 * t + corner], expected);
      ASSERT_EQ(binary.meshes[0].vertices[3 * t + corner], expected.cast<float>().cast<double>());
    }
  }
}

TEST(RoundTrip, EveryTruncationIsRefusedOrComplete) {
  // Cut at each byte, a file must never give another mesh without saying so.
  const TriangleMesh mesh = make_box({1, 1, 1});
  const auto check = [&](const std::string& data, auto read, const char* what) {
    for (std::size_t size = 0; size + 2 < data.size(); ++size) {
      try {
        const LoadedFile loaded = read(std::string_view(data).substr(0, size), what, Progress());
        FAIL() << what << " cut at " << size << " of " << data.size() << " was accepted";
      } catch (const InputError&) {
      }
    }
  };
  check(test::off_text(mesh), read_off, "off");
  check(test::ply_text(mesh), read_ply, "text ply");
  check(test::ply_binary(mesh, false), read_ply, "binary ply");
  check(test::stl_binary(mesh, "cube"), read_stl, "binary stl");
  std::string stl = test::stl_text(mesh, "cube");
  check(stl.substr(0, stl.rfind("solid") + 6), read_stl, "text stl");
}

} // namespace
} // namespace lamina
