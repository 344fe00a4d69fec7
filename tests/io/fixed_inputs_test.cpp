// Inputs that once broke a reader, and a few of their kind: none may crash, hang or be taken for something
// else.

#include "core/mesh/prepare.h"
#include "tests/io/io_support.h"

// The fuzz target itself, linked here so that its first inputs are tried in every build.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace lamina {
namespace {

TEST(FixedInputs, AreRefusedOrReadWithoutHarm) {
  test::use_built_import_program();
  std::size_t files = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(std::filesystem::path(LAMINA_SOURCE_DIR) / "tests/data/mesh")) {
    SCOPED_TRACE(entry.path());
    ++files;
    try {
      for (const TriangleMesh& mesh : load_mesh_file(entry.path()).meshes)
        prepare_mesh(mesh);
    } catch (const InputError& error) {
      EXPECT_STRNE(error.what(), "");
    }
  }
  EXPECT_GT(files, 0u);
}

TEST(FixedInputs, TheFuzzersFirstInputsHoldItsPromises) {
  const auto folder = std::filesystem::path(LAMINA_SOURCE_DIR) / "tests/fuzz/corpus/fuzz_mesh";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    SCOPED_TRACE(entry.path());
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)), {});
    EXPECT_EQ(LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), 0);
  }
}

} // namespace
} // namespace lamina
