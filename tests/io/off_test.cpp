#include "core/io/read_off.h"

#include "tests/io/io_support.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

LoadedFile read(const std::string& text) {
  return read_off(text, "file.off");
}
std::string refused(const std::string& text) {
  return refusal([&] { read(text); });
}

const std::string corners = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n";

TEST(Off, ReadsPlainFilesWithCommentsAndBlankLines) {
  const LoadedFile loaded =
      read("# made by hand\nOFF # keyword\n\n4 2 0\n" + corners + "\n3 0 1 2 # a face\n3 0 2 3 255 0 0\n");
  EXPECT_EQ(loaded.meshes[0].vertices.size(), 4u);
  EXPECT_THAT(loaded.meshes[0].triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
  EXPECT_THAT(loaded.notes, IsEmpty());
}

TEST(Off, CountsMayFollowTheKeyword) {
  for (const char* start : {"OFF 4 1 0\n", "OFF4 1 0\n", "  OFF\t4 1\n", "OFF\n4 1\n", "OFF\r\n4 1 6\r\n"})
    EXPECT_EQ(read(start + corners + "3 0 1 2\n").meshes[0].triangles.size(), 1u) << start;
}

TEST(Off, VariantsCarryNumbersThatAreIgnored) {
  EXPECT_THAT(read("COFF\n3 1 0\n0 0 0 255 0 0 255\n1 0 0 1 1 1 1\n0 1 0 0 0 0 1\n3 0 1 2\n").notes,
              IsEmpty());
  EXPECT_THAT(read("STCNOFF\n3 1 0\n0 0 0 0 0 1 1 0 0 1 0.5 0.5\n1 0 0 0 0 1\n0 1 0 0 0 1\n3 0 1 2\n").notes,
              IsEmpty());
  EXPECT_THAT(read("OFF\n3 1 0\n0 0 0 9\n1 0 0\n0 1 0\n3 0 1 2\n").notes,
              ElementsAre(HasSubstr("after the coordinates")));
}

TEST(Off, RefusesWhatItCannotReadAndSaysWhy) {
  EXPECT_THAT(refused("OFF BINARY\n\1\2\3"), HasSubstr("binary OFF cannot be read; convert"));
  EXPECT_THAT(refused("4OFF\n4 1 0\n"), HasSubstr("only three-dimensional"));
  EXPECT_THAT(refused("nOFF\n4\n4 1 0\n"), HasSubstr("only three-dimensional"));
  EXPECT_THAT(refused("XOFF\n4 1 0\n"), HasSubstr("unknown variant"));
  EXPECT_THAT(refused("hello\n"), HasSubstr("file.off:1: not an OFF file"));
  EXPECT_THAT(refused(""), HasSubstr("empty"));
}

TEST(Off, RefusalsNameTheLine) {
  EXPECT_THAT(refused("OFF\n4 1 0\n" + corners + "3 0 1 4\n"),
              HasSubstr("file.off:7: vertex index 4 is outside"));
  EXPECT_THAT(refused("OFF\n4 1 0\n" + corners + "3 0 1 -1\n"), HasSubstr("file.off:7: vertex index -1"));
  EXPECT_THAT(refused("OFF\n4 1 0\n" + corners + "3 0 1\n"),
              HasSubstr("file.off:7: expected a vertex index"));
  EXPECT_THAT(refused("OFF\n5 1 0\n" + corners + "3 0 1 2\n"),
              HasSubstr("file.off:8: the file ends after 0 of 1 faces"));
  EXPECT_THAT(refused("OFF\n3 1 0\n" + corners + "3 0 1 2\n"), HasSubstr("file.off:"));
  EXPECT_THAT(refused("OFF\n4 2 0\n" + corners + "3 0 1 2\n"), HasSubstr("ends after 1 of 2 faces"));
  EXPECT_THAT(refused("OFF\n4 1 0\n" + corners + "3 0 1 2\n3 0 1 3\n"),
              HasSubstr("file.off:8: the file goes on"));
  EXPECT_THAT(refused("OFF\n99999999 1 0\n" + corners),
              HasSubstr("file.off:2: the number of vertices is 99999999, more than the file can hold"));
  EXPECT_THAT(refused("OFF\n4 1 0\n" + corners + "4000000 0 1 2\n"),
              HasSubstr("file.off:7: the number of corners"));
  EXPECT_EQ(refused("OFF\n4 0 0\n" + corners), "file.off: no triangles");
}

} // namespace
} // namespace lamina
