// Inputs that once broke a reader, and a few of their kind: none may crash, hang or be taken for something
// else.

#include "core/mesh/prepare.h"
#include "tests/io/io_support.h"

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

} // namespace
} // namespace lamina
