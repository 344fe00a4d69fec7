#include "core/io/read_ply.h"

#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;

LoadedFile read(const std::string& text) {
  return read_ply(text, "file.ply");
}
std::string refused(const std::string& text) {
  return refusal([&] { read(text); });
}

const std::string text_header = "ply\nformat ascii 1.0\ncomment made by hand\nobj_info none\n";
const std::string vertex_header = "element vertex 4\nproperty float x\nproperty float y\nproperty float z\n";
const std::string face_header = "element face 2\nproperty list uchar int vertex_indices\nend_header\n";
const std::string corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";

TEST(Ply, ReadsTextWithExtraElementsAndProperties) {
  const std::string text = text_header +
                           "element camera 1\nproperty double angle\nproperty list int float ray\n"
                           "element vertex 3\nproperty uchar red\nproperty double z\nproperty float quality\n"
                           "property double x\nproperty list ushort short ring\nproperty double y\n"
                           "element nothing 1000000000000\n"
                           "element face 1\nproperty float area\nproperty list uint16 uint32 vertex_index\n"
                           "property list uchar float uv\nend_header\n"
                           "0.5 2 1 2\n"
                           "255 3 nan 1 2 7 8 2\n0 0.1 0 0.25 0 0\n1 6 0 4 1 9 5\n"
                           "1.5 3 2 1 0 2 0.5 0.5\n";
  const LoadedFile loaded = read(text);
  EXPECT_THAT(loaded.meshes[0].vertices, ElementsAre(Vec3(1, 2, 3), Vec3(0.25, 0, 0.1), Vec3(4, 5, 6)));
  EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{2, 1, 0}));
}

TEST(Ply, FacesMayComeBeforeTheirVertices) {
  const LoadedFile loaded = read(text_header + "element face 1\nproperty list uchar int vertex_indices\n" +
                                 vertex_header + "end_header\n3 0 1 3\n" + corners);
  EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{0, 1, 3}));
}

TEST(Ply, EveryNumberTypeIsReadInBothByteOrders) {
  for (const bool big : {false, true}) {
    test::Bytes data(big);
    data.text("ply\nformat binary_" + std::string(big ? "big" : "little") +
              "_endian 1.0\nelement vertex 3\nproperty int8 a\nproperty uint8 b\nproperty int16 x\nproperty "
              "uint16 y\n"
              "property int32 z\nproperty uint32 c\nproperty float32 d\nproperty float64 e\n"
              "element face 1\nproperty list int16 uint8 vertex_indices\nend_header\n");
    for (int i = 0; i < 3; ++i) {
      data.put<std::int8_t>(-1).put<std::uint8_t>(200).put<std::int16_t>(static_cast<std::int16_t>(-300 * i));
      data.put<std::uint16_t>(static_cast<std::uint16_t>(60000 * (i == 1)))
          .put<std::int32_t>(-70000 * (i == 2));
      data.put<std::uint32_t>(4000000000u).put<float>(1).put<double>(2);
    }
    data.put<std::int16_t>(3).put<std::uint8_t>(0).put<std::uint8_t>(2).put<std::uint8_t>(1);
    const LoadedFile loaded = read(data.str());
    EXPECT_THAT(loaded.meshes[0].vertices,
                ElementsAre(Vec3(0, 0, 0), Vec3(-300, 60000, 0), Vec3(-600, 0, -70000)));
    EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{0, 2, 1}));
  }
}

TEST(Ply, TristripsAlternateAndRestartAtNegativeIndices) {
  const LoadedFile loaded =
      read(text_header + "element vertex 5\nproperty float x\nproperty float y\nproperty float z\n"
                         "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
                         "0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n9 0 1 2 3 -1 2 3 4 -1\n");
  EXPECT_THAT(loaded.meshes[0].triangles,
              ElementsAre(Triangle{0, 1, 2}, Triangle{2, 1, 3}, Triangle{2, 3, 4}));
}

TEST(Ply, ValuesBeyondTheDeclaredOnesAreNoted) {
  const LoadedFile loaded = read(text_header + vertex_header + face_header +
                                 "0 0 0 9\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 2 3 7 7\n");
  EXPECT_EQ(loaded.meshes[0].triangles.size(), 2u);
  EXPECT_THAT(loaded.notes, ElementsAre(HasSubstr("on 2 lines, first on line 12")));
}

TEST(Ply, UnusedVerticesNeedNotBeFinite) {
  test::Bytes data(false);
  data.text("ply\nformat binary_little_endian 1.0\n" + vertex_header + face_header);
  for (const float x : {0.f, std::numeric_limits<float>::quiet_NaN(), 1.f, 2.f})
    data.put<float>(x).put<float>(x * x).put<float>(0);
  for (int i = 0; i < 2; ++i)
    data.put<std::uint8_t>(3).put<std::int32_t>(0).put<std::int32_t>(2).put<std::int32_t>(3);
  const LoadedFile loaded = read(data.str());
  EXPECT_EQ(loaded.meshes[0].vertices.size(), 3u);
  EXPECT_EQ(loaded.meshes[0].triangles[0], (Triangle{0, 1, 2}));
  EXPECT_THAT(loaded.notes, ElementsAre(HasSubstr("not finite")));

  std::string used = data.str();
  used[used.size() - 8] = 1; // the index 2 of the last face
  EXPECT_THAT(refused(used), HasSubstr("vertex 1 (counted from 0) has a coordinate that is not finite"));
}

TEST(Ply, RefusesBrokenHeaders) {
  EXPECT_EQ(refused("ply\nformat ascii 1.0\nelement vertex 3\n"),
            "file.ply: the PLY header has no end_header line");
  EXPECT_THAT(refused("plyx\n"), HasSubstr("file.ply:1: not a PLY file"));
  EXPECT_THAT(refused("ply\nformat ebcdic 1.0\n"), HasSubstr("file.ply:2: unknown PLY format"));
  EXPECT_THAT(refused(text_header + "element vertex -1\n"),
              HasSubstr(":5: the number of elements is negative"));
  EXPECT_THAT(refused(text_header + "element vertex x\n"), HasSubstr(":5: expected the number of elements"));
  EXPECT_THAT(refused(text_header + "property float x\n"),
              HasSubstr(":5: a property before the first element"));
  EXPECT_THAT(refused(text_header + "element face 1\nproperty list float int vertex_indices\n"),
              HasSubstr(":6: the length of a list"));
  EXPECT_THAT(refused(text_header + "element face 1\nproperty quux x\n"),
              HasSubstr(":6: unknown property type"));
  EXPECT_EQ(refused(text_header + vertex_header + "end_header\n" + corners), "file.ply: no triangles");
}

TEST(Ply, RefusesCountsThatTheFileCannotHold) {
  const std::string huge =
      text_header + "element vertex 123456789012\nproperty float x\nproperty float y\nproperty float z\n" +
      face_header;
  EXPECT_THAT(refused(huge + corners), HasSubstr("more than the file can hold"));
  EXPECT_THAT(refused(text_header + vertex_header + face_header + corners + "3 0 1 2\n400000000 0 1\n"),
              HasSubstr("a list of 400000000 items"));
  EXPECT_THAT(refused(text_header + vertex_header + face_header + corners + "3 0 1 2\n-3 0 1 2\n"),
              HasSubstr("negative length"));
  EXPECT_THAT(refused(text_header + vertex_header + face_header + corners + "3 0 1 2\n"),
              HasSubstr("ends before all elements"));
}

TEST(Ply, RefusesWhatIsLeftOver) {
  const std::string whole = text_header + vertex_header + face_header + corners + "3 0 1 2\n3 0 2 3\n";
  EXPECT_EQ(refused(whole), "accepted");
  EXPECT_THAT(refused(whole + "3 0 1 3\n"), HasSubstr(":18: the file goes on"));
  EXPECT_EQ(refused(whole + "\n \n"), "accepted");
}

TEST(Ply, RefusalsOfTextNameTheLine) {
  EXPECT_THAT(
      refused(text_header + vertex_header + face_header + "0 0 0\n1 0\n0 1 0\n0 0 1\n3 0 1 2\n3 0 2 3\n"),
      HasSubstr("file.ply:13: expected a number"));
  EXPECT_THAT(refused(text_header + vertex_header + face_header + corners + "3 0 1 4\n3 0 1 2\n"),
              HasSubstr("vertex index 4 is outside"));
  EXPECT_THAT(refused(text_header + vertex_header + face_header + corners + "3 0 1 -4\n3 0 1 2\n"),
              HasSubstr("file.ply:16: vertex index -4"));
}

} // namespace
} // namespace lamina
