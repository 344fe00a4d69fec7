#include "core/io/read_obj.h"

#include "tests/io/io_support.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";

LoadedFile read(const std::string& text) {
  return read_obj(text, "file.obj");
}
std::string refused(const std::string& text) {
  return refusal([&] { read(text); });
}

TEST(Obj, ReadsFacesWithAndWithoutAttributes) {
  const LoadedFile loaded =
      read(corners + "vt 0 0\nvn 0 0 1\nf 1 2 3\nf 1/1 2/1 4/1\nf 1//1 3//1 4//1\nf 2/1/1 3/1/1 4/1/1\n");
  ASSERT_EQ(loaded.meshes.size(), 1u);
  EXPECT_THAT(loaded.meshes[0].triangles,
              ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 3}, Triangle{0, 2, 3}, Triangle{1, 2, 3}));
  EXPECT_EQ(loaded.meshes[0].name, "file");
  EXPECT_THAT(loaded.notes, IsEmpty());
  EXPECT_EQ(loaded.metres_per_unit, 0);
}

TEST(Obj, NegativeIndicesCountFromTheEndOfWhatWasRead) {
  const LoadedFile loaded = read("v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2 -1\nv 5 5 5\nf -4 -3 -1\n");
  EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 1, 3}));
}

/// Homogeneous coordinates: each vertex at twice the coordinates, of weight 2.
TEST(Obj, CoordinatesAreDividedByTheirWeight) {
  const LoadedFile loaded = read("v 2 0 0 2\nv 0 2 0 2\nv 0 0 2 2\nv 1 1 1 1\nf 1 2 3\nf 1 2 4\n");
  EXPECT_THAT(loaded.meshes[0].vertices,
              ElementsAre(Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 1)));
  EXPECT_THAT(loaded.notes, ElementsAre(HasSubstr("weight other than 1")));
  EXPECT_THAT(refused("v 1 0 0 0\n"), HasSubstr("weight is 0"));
  // Three more numbers are a colour, whatever they say.
  EXPECT_THAT(read("v 2 0 0 0.5 nan 1\nv 0 2 0\nv 0 0 2\nf 1 2 3\n").meshes[0].vertices[0], Vec3(2, 0, 0));
}

TEST(Obj, VerticesMayFollowTheirFaces) {
  EXPECT_THAT(read("f 1 2 3\n" + corners).meshes[0].triangles, ElementsAre(Triangle{0, 1, 2}));
}

TEST(Obj, ObjectsAreMeshesButGroupsAndMaterialsAreNot) {
  const std::string tetra = "f 1 3 2\ng side\nusemtl red\nf 1 2 4\nf 2 3 4\nusemtl blue\nf 3 1 4\n";
  const std::string second =
      "o second\nv 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nv 9 9 9\nf 5 7 6\nf 5 6 8\nf 6 7 8\nf 7 5 8\n";
  const LoadedFile loaded = read("o first one\n" + corners + tetra + second + "o empty\n");
  ASSERT_EQ(loaded.meshes.size(), 2u);
  EXPECT_EQ(loaded.meshes[0].name, "first one");
  EXPECT_EQ(loaded.meshes[0].vertices.size(), 4u);
  EXPECT_EQ(loaded.meshes[1].name, "second");
  EXPECT_EQ(loaded.meshes[1].vertices.size(), 5u) << "the unused vertex stays with its object";
  EXPECT_EQ(loaded.meshes[1].vertices[0], Vec3(5, 0, 0));
}

TEST(Obj, ObjectsThatArePatchesOfOneSurfaceAreJoined) {
  const LoadedFile loaded = read("o a\n" + corners + "f 1 3 2\nf 1 2 4\no b\nf 2 3 4\nf 3 1 4\n");
  ASSERT_EQ(loaded.meshes.size(), 1u);
  EXPECT_EQ(loaded.meshes[0].vertices.size(), 4u);
  EXPECT_EQ(loaded.meshes[0].triangles.size(), 4u);
  EXPECT_THAT(loaded.notes, ElementsAre(HasSubstr("joined into 1 body")));
}

TEST(Obj, ByteOrderMarkContinuationCommentsAndLineEnds) {
  const LoadedFile loaded =
      read("\xef\xbb\xbfv 0 0 0 # first\r\nv 1 \\\r\n 0 0\r\nv 0 1 0 1.0 0.5 0.5 0.5\rf 1 2 \\\n3# end");
  EXPECT_EQ(loaded.meshes[0].vertices.size(), 3u);
  EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{0, 1, 2}));
}

TEST(Obj, OdditiesAreNoted) {
  const LoadedFile loaded = read(corners + "weird 1\np 1\nl 1 2\nf 1 2\nf 1/7 2/8 3/9\n");
  EXPECT_THAT(loaded.notes,
              ElementsAre(HasSubstr("texture coordinates"), HasSubstr("fewer than three corners"),
                          HasSubstr("unknown keywords such as \"weird\"")));
  std::vector<std::string> materials;
  read_obj(corners + "mtllib my materials.mtl\nf 1 2 3\n", "file.obj", {}, &materials);
  EXPECT_THAT(materials, ElementsAre("my materials.mtl"));
}

TEST(Obj, RefusalsNameTheLine) {
  EXPECT_EQ(refused("v 0 0 0\nv 1 XX 0\n"), "file.obj:2: expected a coordinate, found \"XX\"");
  EXPECT_EQ(refused("v 0 0 0\nv 1 2\n"), "file.obj:2: expected a coordinate, found the end of the line");
  EXPECT_THAT(refused("v 0 0,5 0\n"), HasSubstr("file.obj:1: expected a coordinate, found \"0,5\""));
  EXPECT_THAT(refused("v 0 nan 0\n"), HasSubstr("file.obj:1: a coordinate is not finite"));
  EXPECT_THAT(refused(corners + "f 1 2 5\nf 1 2 9\n"), HasSubstr("file.obj:5: vertex index 5 is outside"));
  EXPECT_THAT(refused(corners + "f 1 2 -5\n"), HasSubstr("file.obj:5: vertex index -5"));
  EXPECT_THAT(refused(corners + "f 1 2 0\n"), HasSubstr("file.obj:5: vertex index 0"));
  EXPECT_THAT(refused(corners + "f 1 2 99999999999\n"), HasSubstr("file.obj:5: vertex index"));
  EXPECT_THAT(refused(corners + "f 1 2 3x\n"), HasSubstr("file.obj:5: expected a vertex index"));
  EXPECT_THAT(refused(corners + "f 1/x 2 3\n"), HasSubstr("file.obj:5: expected a texture index"));
  EXPECT_THAT(refused(std::string("\x01\x02\0\x03", 4)), HasSubstr("not OBJ text"));
  EXPECT_EQ(refused(corners), "file.obj: no triangles");
  EXPECT_EQ(refused(""), "file.obj: no triangles");
}

TEST(Obj, ReportsProgressAndStopsWhenAsked) {
  std::string large = corners + "f 1 2 3\n";
  while (large.size() < (std::size_t{9} << 20))
    large += "# a comment that fills the file with something to read over, line by line\n";
  int calls = 0;
  read_obj(large, "large.obj", [&](double fraction, const std::string&) {
    EXPECT_GE(fraction, 0);
    EXPECT_LE(fraction, 1);
    return ++calls > 0;
  });
  EXPECT_GE(calls, 2);
  EXPECT_THROW(read_obj(large, "large.obj", [](double, const std::string&) { return false; }), Cancelled);
}

} // namespace
} // namespace lamina
