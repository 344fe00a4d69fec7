#include "ui/render/pictures/image.h"

#include "core/base/error.h"

#include <gtest/gtest.h>
#include <png.h>

#include <filesystem>
#include <string>

namespace lamina {
namespace {

std::filesystem::path scratch(const std::string& name) {
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  return std::filesystem::path(testing::TempDir()) / (std::string("lamina_") + test->name() + "_" + name);
}

Image small_image() {
  Image image{3, 2, {}};
  for (int i = 0; i < 3 * 2 * 4; ++i)
    image.rgba.push_back(static_cast<std::uint8_t>(i % 4 == 3 ? 255 : 10 * i));
  return image;
}

TEST(WritePng, IsReadBackByteForByte) {
  const Image image = small_image();
  const std::filesystem::path file = scratch("picture.png");
  write_png(file, image);

  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  ASSERT_TRUE(png_image_begin_read_from_file(&png, file.c_str()));
  png.format = PNG_FORMAT_RGBA;
  std::vector<std::uint8_t> bytes(PNG_IMAGE_SIZE(png));
  ASSERT_TRUE(png_image_finish_read(&png, nullptr, bytes.data(), 0, nullptr));
  EXPECT_EQ(png.width, 3u);
  EXPECT_EQ(png.height, 2u);
  EXPECT_EQ(bytes, image.rgba);
  std::filesystem::remove(file);
}

TEST(WritePng, NamesTheFileInAMissingFolder) {
  const std::filesystem::path file = scratch("no_such_folder") / "picture.png";
  try {
    write_png(file, small_image());
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos) << error.what();
  }
}

TEST(WritePng, SaysSoWhenTheDiskIsFullAndLeavesNothingBehind) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "/dev/full is not there to stand for a full disk";
  const std::filesystem::path file = scratch("full.png");
  std::filesystem::path part = file;
  part += ".part";
  std::filesystem::remove(part);
  std::filesystem::create_symlink("/dev/full", part);
  EXPECT_THROW(write_png(file, small_image()), InputError);
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_FALSE(std::filesystem::is_symlink(part));
}

} // namespace
} // namespace lamina
