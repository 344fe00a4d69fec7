// Every variant of every format, written in small and read back.

#include "core/io/load_tet.h"
#include "core/io/tet/read_medit.h"
#include "tests/io/io_support.h"
#include "tests/io/tet_formats.h"
#include "tests/mesh/tet_support.h"

namespace lamina {
namespace {

class TetRoundTrip : public testing::TestWithParam<test::TetVariant> {};

/// Writes a variant into the folder and returns the file to open; of a pair one that is named second.
std::filesystem::path write(const test::TemporaryFolder& folder, const test::TetVariant& variant,
                            const TetMesh& mesh) {
  std::string bytes = variant.write(mesh);
  if (variant.extension == ".ele") {
    const std::size_t end = bytes.find('\0');
    folder.write("solid.node", bytes.substr(0, end));
    bytes.erase(0, end + 1);
  }
  return folder.write("solid" + variant.extension, bytes);
}

TEST_P(TetRoundTrip, KeepsNodesAndTetrahedraToTheLastBit) {
  TetMesh mesh = test::tet_box(2, {0.1, 0.7, 1.0 / 3});
  mesh.nodes[13] += Vec3(1e-3, -1e-2, 1e-17);
  const test::TemporaryFolder folder;
  const std::filesystem::path file = write(folder, GetParam(), mesh);
  EXPECT_TRUE(is_tet_file(file));
  const LoadedTetFile loaded = load_tet_file(file);
  EXPECT_EQ(loaded.mesh.name, "solid");
  EXPECT_EQ(loaded.mesh.nodes, mesh.nodes);
  EXPECT_EQ(loaded.mesh.tetrahedra, mesh.tetrahedra);
  EXPECT_TRUE(loaded.notes.empty()) << loaded.notes.front();
}

INSTANTIATE_TEST_SUITE_P(Variants, TetRoundTrip, testing::ValuesIn(test::tet_variants()),
                         [](const auto& variant) { return variant.param.name; });

TEST(TetRoundTripOfPairs, EitherFileOfAPairOpensBoth) {
  const TetMesh mesh = test::two_tetrahedra();
  const test::TemporaryFolder folder;
  const auto nodes = folder.write("a.1.node", test::tetgen_nodes(mesh, 1));
  const auto elements = folder.write("a.1.ele", test::tetgen_elements(mesh, 1));
  for (const auto& file : {nodes, elements})
    EXPECT_EQ(load_tet_file(file).mesh.tetrahedra, mesh.tetrahedra);
  std::filesystem::remove(elements);
  EXPECT_NE(
      test::refusal([&] { load_tet_file(nodes); }).find("needs the other file of the pair, \"a.1.ele\""),
      std::string::npos);
}

TEST(TetFiles, OfTextMayHaveOtherLineEnds) {
  const TetMesh mesh = test::two_tetrahedra();
  const test::TemporaryFolder folder;
  for (const auto& write : {test::gmsh1_text, test::gmsh2_text, test::gmsh4_text, test::medit_text}) {
    std::string windows;
    for (const char c : write(mesh))
      windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
    EXPECT_EQ(load_tet_file(folder.write("solid.dat", windows)).mesh.tetrahedra, mesh.tetrahedra);
  }
}

TEST(TetFiles, AreKnownByContentWhereTheExtensionSaysNothing) {
  const TetMesh mesh = test::two_tetrahedra();
  const test::TemporaryFolder folder;
  for (const test::TetVariant& variant : test::tet_variants()) {
    if (variant.extension == ".ele")
      continue;
    const auto file = folder.write("solid.dat", variant.write(mesh));
    EXPECT_TRUE(is_tet_file(file)) << variant.name;
    EXPECT_EQ(load_tet_file(file).mesh.tetrahedra, mesh.tetrahedra) << variant.name;
  }
  EXPECT_FALSE(is_tet_file(folder.write("mesh.obj", "v 0 0 0\n")));
  EXPECT_FALSE(is_tet_file(folder.path()));
  EXPECT_FALSE(is_tet_file(folder.path() / "absent.off"));
}

TEST(TetFiles, StopReadingWhenTheProgressAsksForIt) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("solid.vtu", test::VtuWriter({}).file(test::two_tetrahedra()));
  LoadOptions options;
  options.progress = [](double, const std::string&) { return false; };
  EXPECT_THROW(load_tet_file(file, options), Cancelled);
}

/// Medit files are words; where lines end does not matter.
TEST(TetRoundTrip, MeditFilesMayBeOneLineOrOneWordALine) {
  std::string text = test::medit_text(test::two_tetrahedra());
  const std::string comment = "# a comment\n";
  text.erase(text.find(comment), comment.size());
  const TetFile expected = read_medit(text, "a.mesh");
  for (const char end : {' ', '\n'}) {
    std::string other = text;
    std::replace_if(
        other.begin(), other.end(), [](char c) { return c == ' ' || c == '\n'; }, end);
    const TetFile read = read_medit(other, "a.mesh");
    EXPECT_EQ(read.mesh.nodes, expected.mesh.nodes);
    EXPECT_EQ(read.mesh.tetrahedra, expected.mesh.tetrahedra);
  }
  const TetFile passed_over =
      read_medit("MeshVersionFormatted 2 Dimension 3 Vertices 4 0 0 0 1 1D0 0 0 1 0 1 0 1 0 0 1 1 "
                 "Triangles 2 1 2 3 5 1 2 4 5 Edges 1 1 2 3 Tetrahedra 1 1 2 3 4 9 End",
                 "a.mesh");
  EXPECT_EQ(passed_over.mesh.tetrahedra.size(), 1u);
  EXPECT_EQ(passed_over.mesh.nodes[1], Vec3(1, 0, 0));
}

} // namespace
} // namespace lamina
