// Damaged states of a body that was cut: what remains is a state of the body, or is refused, as the fuzz
// target promises.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

// The fuzz target itself, linked here so that its promises are tried in every build.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lamina {
namespace {

void feed_cuts(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

TEST(DamagedCuts, AChangedNumberDoesNoHarm) {
  for (const char kind : {'\0', '\1', '\2', '\3'})
    for (int place = 0; place < 256; ++place)
      for (const char value : {'\0', '\1', '\x33', '\x7f', '\xff'})
        feed_cuts({'\3', static_cast<char>(place), static_cast<char>(kind << 6), value});
}

TEST(DamagedCuts, FirstInputsOfTheFuzzTargetDoNoHarm) {
  const auto folder = std::filesystem::path(LAMINA_SOURCE_DIR) / "tests/fuzz/corpus/fuzz_cuts";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    feed_cuts(std::string((std::istreambuf_iterator<char>(file)), {}));
    ++files;
  }
  EXPECT_GT(files, 0u);
}

} // namespace
} // namespace lamina
