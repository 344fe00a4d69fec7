#include "gpu/opengl/opengl_device.h"
#include "tests/gpu/devices.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace lamina::test {
namespace {

/// What a command says, and whether it ends with 0.
struct Said {
  std::string words;
  bool well = false;
};

Said run(const std::string& command) {
  Said said;
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe)
    return said;
  std::array<char, 4096> part;
  for (std::size_t size; (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    said.words.append(part.data(), size);
  said.well = pclose(pipe) == 0;
  return said;
}

class ShaderTexts : public OpenglTest {
protected:
  void SetUp() override {
    OpenglTest::SetUp();
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  /// Writes the text of every shader that a device builds; returns how many they are.
  int write_all() {
    int count = 0;
    gpu::OpenglSettings settings;
    settings.contacts = true;
    settings.before_shader = [&](const std::string& name, const std::string& text) {
      std::ofstream(folder_ / (std::to_string(count++) + ".comp")) << text << "// " << name << "\n";
    };
    gpu::make_opengl_device(settings);
    return count;
  }

  const std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() / ("lamina-shaders-" + std::to_string(getpid()));
};

/// Mesa takes what other drivers refuse, a struct that is declared twice for instance, or a member that is
/// named as a method is. Khronos' own compiler stands for those drivers.
TEST_F(ShaderTexts, AreTakenByTheReferenceCompiler) {
  if (!run("glslangValidator --version").well)
    GTEST_SKIP() << "glslangValidator is not installed";
  EXPECT_GT(write_all(), 30);
  const Said said = run("cd '" + folder_.string() + "' && glslangValidator *.comp");
  EXPECT_TRUE(said.well) << said.words;
}

} // namespace
} // namespace lamina::test
