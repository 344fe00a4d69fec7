#include "core/io/read_stl.h"

#include "core/mesh/procedural.h"
#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LoadedFile read(const std::string& text) {
  return read_stl(text, "file.stl");
}
std::string refused(const std::string& text) {
  return refusal([&] { read(text); });
}

const std::string facet =
    "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

TEST(Stl, ReadsTextInAnyCase) {
  std::string upper = "solid Part A\n" + facet + "endsolid Part A\n";
  for (char& c : upper)
    c = static_cast<char>(std::toupper(c));
  const LoadedFile loaded = read("\n  " + upper);
  EXPECT_THAT(loaded.meshes[0].vertices, ElementsAre(Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)));
  EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{0, 1, 2}));
}

TEST(Stl, NormalsAreIgnoredWhateverTheySay) {
  std::string text = "solid\n" + facet + "endsolid\n";
  text.replace(text.find("0 0 1"), 5, "-nan(ind) x 1");
  EXPECT_EQ(read(text).meshes.size(), 1u);
}

TEST(Stl, ClosedSolidsAreMeshesAndPatchesAreJoined) {
  const TriangleMesh box = make_box({1, 1, 1});
  TriangleMesh half = box, other_half = box;
  half.triangles.resize(6);
  other_half.triangles.erase(other_half.triangles.begin(), other_half.triangles.begin() + 6);
  const LoadedFile two = read(test::stl_text(box, "a") + test::stl_text(make_sphere(1, 20), "b"));
  ASSERT_EQ(two.meshes.size(), 2u);
  EXPECT_EQ(two.meshes[0].name, "a");
  EXPECT_EQ(two.meshes[1].triangles.size(), 20u);
  const LoadedFile one = read(test::stl_text(half, "a") + test::stl_text(other_half, "b"));
  ASSERT_EQ(one.meshes.size(), 1u);
  EXPECT_EQ(one.meshes[0].triangles.size(), 12u);
  EXPECT_THAT(one.notes, ElementsAre(HasSubstr("joined")));
}

TEST(Stl, BinaryFilesAreKnownByTheirSizeEvenIfTheyBeginWithSolid) {
  const TriangleMesh box = make_box({1, 2, 3});
  for (const char* header : {"solid cube", "made by hand"}) {
    const LoadedFile loaded = read(test::stl_binary(box, header));
    EXPECT_EQ(loaded.meshes[0].triangles.size(), 12u);
    EXPECT_EQ(loaded.meshes[0].vertices.size(), 36u);
    EXPECT_THAT(loaded.notes, IsEmpty());
  }
}

TEST(Stl, TrailingBytesAreNotedAndMissingOrWholeRecordsRefused) {
  const std::string data = test::stl_binary(make_box({1, 1, 1}), "solid with a tail");
  EXPECT_THAT(read(data + "tail").notes, ElementsAre(HasSubstr("4 bytes after the last triangle")));
  EXPECT_THAT(refused(data + std::string(50, 'x')),
              HasSubstr("announces 12 triangles (684 bytes), the file has 734 bytes"));
  EXPECT_THAT(refused(data.substr(0, 600)),
              HasSubstr("announces 12 triangles (684 bytes), the file has 600 bytes"));
  std::string huge = data;
  huge.replace(80, 4, "\xff\xff\xff\xff");
  EXPECT_THAT(refused(huge), HasSubstr("announces 4294967295 triangles"));
  EXPECT_THAT(refused("short"), HasSubstr("neither text STL"));
}

TEST(Stl, BinaryCoordinatesMustBeFinite) {
  std::string data = test::stl_binary(make_box({1, 1, 1}), "");
  data.replace(84 + 50 * 3 + 12, 4, std::string("\0\0\x80\x7f", 4));
  EXPECT_EQ(refused(data), "file.stl: triangle 4 has a coordinate that is not finite");
}

TEST(Stl, RefusalsOfTextNameTheLine) {
  EXPECT_THAT(refused("solid a\n" + facet), HasSubstr("endsolid is missing"));
  EXPECT_THAT(refused("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n"),
              HasSubstr("file.stl:4: expected a coordinate"));
  EXPECT_THAT(refused("solid a\nfacet\nouter loop\nvertex 0 0 0\nvertex 0 0 0\nendloop\n"),
              HasSubstr("file.stl:6: expected \"vertex\", found \"endloop\""));
  EXPECT_THAT(refused("solid a\nfacets\n"), HasSubstr("file.stl:2: expected \"facet\" or \"endsolid\""));
  EXPECT_EQ(refused("solid a\nendsolid a\n"), "file.stl: no triangles");
}

} // namespace
} // namespace lamina
