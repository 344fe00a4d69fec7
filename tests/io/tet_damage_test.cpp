// Small files of each variant, cut off at each byte and with each byte changed: what remains is read or
// refused, and holds what the fuzz target promises.

#include "core/io/load_tet.h"
#include "tests/io/io_support.h"
#include "tests/io/tet_formats.h"
#include "tests/mesh/tet_support.h"

// The fuzz target itself, linked here so that its promises are tried in every build.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lamina {
namespace {

void feed(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

class TetDamage : public testing::TestWithParam<test::TetVariant> {
protected:
  std::string bytes_ = static_cast<char>(GetParam().reader) + GetParam().write(test::two_tetrahedra());
};

TEST_P(TetDamage, CutOffAnywhereDoesNoHarm) {
  for (std::size_t size = 0; size <= bytes_.size(); ++size)
    feed(bytes_.substr(0, size));
}

TEST_P(TetDamage, AChangedByteDoesNoHarm) {
  for (std::size_t i = 1; i < bytes_.size(); ++i) {
    const char old = bytes_[i];
    for (const char changed : {static_cast<char>(old ^ 1), static_cast<char>(old ^ 0x80),
                               static_cast<char>(~old), '\0', '9', '-', ' ', '\n'}) {
      bytes_[i] = changed;
      feed(bytes_);
    }
    bytes_[i] = old;
  }
}

TEST_P(TetDamage, AMissingByteDoesNoHarm) {
  for (std::size_t i = 1; i < bytes_.size(); ++i)
    feed(bytes_.substr(0, i) + bytes_.substr(i + 1));
}

INSTANTIATE_TEST_SUITE_P(Variants, TetDamage, testing::ValuesIn(test::tet_variants()),
                         [](const auto& variant) { return variant.param.name; });

TEST(TetFuzzTarget, HoldsItsPromisesForItsFirstInputs) {
  const auto folder = std::filesystem::path(LAMINA_SOURCE_DIR) / "tests/fuzz/corpus/fuzz_tet";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    feed(std::string((std::istreambuf_iterator<char>(file)), {}));
    ++files;
  }
  EXPECT_GT(files, 0u);
}

} // namespace
} // namespace lamina
