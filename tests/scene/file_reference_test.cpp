#include "core/scene/file_reference.h"

#include "core/base/error.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

TEST(FileReference, IsThePathAsLongAsThatIsText) {
  for (const std::string path : {"a.obj", "../my part.obj", "größe.ply", "50%.stl", "/abs/a%20b.obj"}) {
    EXPECT_EQ(file_reference(path), path);
    EXPECT_EQ(referenced_file(path), path);
  }
}

/// Every byte that a file name can have comes back.
TEST(FileReference, BringsBackNamesThatAreNoText) {
  std::string every = "dir/";
  for (int byte = 1; byte < 256; ++byte)
    if (byte != '/')
      every += static_cast<char>(byte);
  for (const std::string& path : {std::string("na\xffme.obj"), std::string("file:odd.obj"), every}) {
    const std::string reference = file_reference(path);
    EXPECT_TRUE(reference.starts_with("file:"));
    EXPECT_EQ(referenced_file(reference).native(), path);
  }
  EXPECT_EQ(file_reference("na\xffme 1.obj"), "file:na%FFme%201.obj");
}

TEST(FileReference, HasTwoDigitsBehindEachPercentSign) {
  for (const char* wrong : {"file:a%", "file:a%4", "file:a%zz", "file:a%4z"})
    EXPECT_THROW(referenced_file(wrong), InputError) << wrong;
}

} // namespace
} // namespace lamina
