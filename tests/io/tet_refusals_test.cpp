// What is refused, and with which words; what is mended with a note.

#include "core/io/load_tet.h"
#include "core/io/tet/read_gmsh.h"
#include "core/io/tet/read_medit.h"
#include "core/io/tet/read_tetgen.h"
#include "core/io/tet/read_vtk.h"
#include "core/io/tet/read_vtu.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/tet_surface.h"
#include "tests/io/io_support.h"
#include "tests/io/tet_formats.h"
#include "tests/mesh/mesh_support.h"
#include "tests/mesh/tet_support.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

std::string gmsh_refusal(const std::string& text) {
  return refusal([&] { read_gmsh(text, "a.msh"); });
}

TEST(TetRefusals, OfGmshNameTheLineAndTheReason) {
  const std::string text = test::gmsh2_text(test::two_tetrahedra());
  const auto words = [&](const std::string& old, const std::string& by) {
    return gmsh_refusal(replaced(text, old, by));
  };
  EXPECT_EQ(words("2.2 0 8", "3.0 0 8"),
            "a.msh:2: version 3.00 of the Gmsh format cannot be read: save the mesh as version 2.2 or 4.1");
  EXPECT_EQ(words("$Nodes\n5", "$Nodes\n500"),
            "a.msh:9: the number of nodes is 500, more than the file can hold");
  EXPECT_EQ(words("$Nodes\n5", "$Nodes\n4"), "a.msh:14: expected $EndNodes, found \"19\"");
  EXPECT_EQ(words("10 1 0 0", "7 1 0 0"), "a.msh:15: node number 7 is given twice");
  EXPECT_EQ(words("2 4 2 1 1 7", "2 4 2 1 1 8"),
            "a.msh:19: an element uses node 8, which the file does not have");
  EXPECT_EQ(words("2 4 2 1 1 7", "2 94 2 1 1 7"), "a.msh:19: element type 94 is not known");
  EXPECT_EQ(words("10 1 0 0", "10 1 nan 0"), "a.msh:11: a coordinate is not finite: \"nan\"");
  EXPECT_EQ(words("10 1 0 0", "10 1 0"), "a.msh:11: expected a coordinate, found the end of the line");
  EXPECT_EQ(words("10 1 0 0", "10 1 0 0 5"), "a.msh:11: more numbers in the line than belong to it");
  EXPECT_EQ(words("$EndElements", ""), "a.msh:22: the file ends where $EndElements is expected");
  EXPECT_EQ(words("$EndPhysicalNames", "$EndNames"), "a.msh:4: the section $PhysicalNames has no end");
  EXPECT_EQ(gmsh_refusal("solid\n"), "a.msh:1: expected a section such as $Nodes, found \"solid\"");
  EXPECT_EQ(gmsh_refusal(""), "a.msh:1: the file has no nodes");
}

TEST(TetRefusals, OfMeditNameTheLineAndTheReason) {
  const std::string text = test::medit_text(test::two_tetrahedra());
  const auto words = [&](const std::string& old, const std::string& by) {
    return refusal([&] { read_medit(replaced(text, old, by), "a.mesh"); });
  };
  EXPECT_EQ(words("Dimension 3", "Dimension 2"), "a.mesh:3: a mesh of dimension 2; it must have 3");
  EXPECT_EQ(words(" 1 2 3 4 1", " 1 2 3 6 1"),
            "a.mesh:16: vertex index 6 is outside the vertex list (5 vertices, counted from 1)");
  EXPECT_EQ(words("Tetrahedra\n2", "Tetrahedra\n-2"), "a.mesh:15: the number of cells is negative");
  EXPECT_EQ(words("Tetrahedra\n2", "Tetrahedra\n3"), "a.mesh:18: expected a vertex index, found \"End\"");
  EXPECT_EQ(words("MeshVersionFormatted", "Mesh"),
            "a.mesh:1: not a Medit file: it does not begin with MeshVersionFormatted");
}

TEST(TetRefusals, OfTetgenNameTheFileOfThePair) {
  const TetMesh mesh = test::two_tetrahedra();
  const std::string nodes = test::tetgen_nodes(mesh, 1), elements = test::tetgen_elements(mesh, 1);
  const auto words = [](const std::string& node_text, const std::string& element_text) {
    return refusal([&] { read_tetgen(node_text, "a.node", element_text, "a.ele"); });
  };
  EXPECT_EQ(words(replaced(nodes, "5 3 1", "5 2 1"), elements),
            "a.node:2: nodes of dimension 2; they must have 3");
  EXPECT_EQ(words(replaced(nodes, "\n3 ", "\n4 "), elements),
            "a.node:5: row 4 comes where row 3 is expected");
  EXPECT_EQ(words(nodes, replaced(elements, "1 1 2 3 4", "1 0 2 3 4")),
            "a.ele:2: node 0 is outside the node list (5 nodes, counted from 1)");
  EXPECT_EQ(words(nodes, replaced(elements, "2 4 0", "2 5 0")),
            "a.ele:1: tetrahedra of 5 nodes; they must have 4 or 10");
  EXPECT_EQ(words(nodes, ""), "a.ele:1: the file is empty");
}

TEST(TetRefusals, OfVtkNameTheLineAndTheReason) {
  const std::string text = test::vtk_file(test::two_tetrahedra(), false, false);
  const auto words = [&](const std::string& old, const std::string& by) {
    return refusal([&] { read_vtk(replaced(text, old, by), "a.vtk"); });
  };
  EXPECT_THAT(words("UNSTRUCTURED_GRID", "POLYDATA"),
              HasSubstr("a.vtk:4: holds a data set of kind \"POLYDATA\""));
  EXPECT_EQ(words("3 0 1 2", "3 0 1 5"),
            "a.vtk:11: node index 5 is outside the list of points (5 points, counted from 0)");
  EXPECT_THAT(words("CELL_TYPES 3", "CELL_TYPES 2"), HasSubstr("2 cell types for 3 cells"));
  EXPECT_THAT(words("5 10 10", "5 10 42"), HasSubstr("1 polyhedra of a kind that cannot be cut"));
  EXPECT_THAT(words("5 10 10", "5 10 99"), HasSubstr("cell type 99 of cell 2 is not known"));
  EXPECT_THAT(words("5 10 10", "5 10 12"), HasSubstr("cell 2 of type 12 has 4 nodes"));
  EXPECT_THAT(words("5 10 10", "5 5 5"), HasSubstr("holds a surface (3 faces) and no tetrahedra"));
}

TEST(TetRefusals, OfVtuNameTheLineOrTheArray) {
  const TetMesh mesh = test::two_tetrahedra();
  const auto words = [](const std::string& text) { return refusal([&] { read_vtu(text, "a.vtu"); }); };
  const std::string text = test::VtuWriter({}).file(mesh);
  EXPECT_THAT(words(replaced(text, "</Cells>", "</Cell>")), HasSubstr("is no XML that can be read"));
  EXPECT_THAT(words(replaced(text, "type=\"UnstructuredGrid\"", "type=\"PolyData\"")),
              HasSubstr("a.vtu:2: holds a data set of type \"PolyData\""));
  EXPECT_THAT(words(replaced(text, "NumberOfPoints=\"5\"", "NumberOfPoints=\"x\"")),
              HasSubstr("a.vtu:4: NumberOfPoints is no number: \"x\""));
  EXPECT_THAT(words(replaced(text, "Name=\"types\"", "Name=\"kinds\"")), HasSubstr("no array \"types\""));
  EXPECT_THAT(words(replaced(text, "5 10 10", "5 10 ten")),
              HasSubstr("a.vtu:17: expected a cell type, found \"ten\""));

  const std::string packed = test::VtuWriter({test::VtuStyle::appended_raw, false, true}).file(mesh);
  EXPECT_THAT(words(replaced(packed, "vtkZLib", "vtkLZ4")),
              HasSubstr("save it with zlib or without compression"));
  EXPECT_THAT(words(replaced(packed, "NumberOfPoints=\"5\"", "NumberOfPoints=\"6\"")),
              HasSubstr("the array \"Points\" holds 120 bytes where 144 belong to it"));
  EXPECT_THAT(words(packed.substr(0, packed.size() - 35)),
              HasSubstr("ends too early: the file may be cut off"));
}

TEST(TetRefusals, OfALieAboutTheSizeComeBeforeMemoryIsTaken) {
  // Sixty million points in one block of a few bytes, which deflate cannot have made.
  std::string text =
      "<VTKFile type=\"UnstructuredGrid\" header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">"
      "<UnstructuredGrid><Piece NumberOfPoints=\"60000000\" NumberOfCells=\"1\"><Points>"
      "<DataArray type=\"Float64\" format=\"binary\">";
  test::Bytes header(false);
  for (const std::uint64_t value : {1u, 1440000000u, 0u, 8u})
    header.put(std::uint64_t{value});
  text += test::base64(header.str()) + test::base64("12345678");
  text += "</DataArray></Points></Piece></UnstructuredGrid></VTKFile>";
  EXPECT_THAT(refusal([&] { read_vtu(text, "a.vtu"); }), HasSubstr("is too short for the 1440000000 bytes"));
}

TEST(TetRefusals, OfFilesOfOtherProgramsSayWhatTheyAre) {
  const test::TemporaryFolder folder;
  const auto words = [&](const std::string& name, const std::string& bytes) {
    return refusal([&] { load_tet_file(folder.write(name, bytes)); });
  };
  EXPECT_THAT(words("a.mesh", std::string("\1\0\0\0\2\0\0\0", 8)), HasSubstr("a binary Medit file"));
  EXPECT_THAT(words("a.mesh", "MFEM mesh v1.0\n"), HasSubstr("an MFEM mesh"));
  EXPECT_THAT(words("a.xyz", "1 2 3\n"), HasSubstr("known are .msh .mesh .node .ele .vtk .vtu"));
  EXPECT_THAT(refusal([&] { load_tet_file(folder.path() / "absent.msh"); }), HasSubstr("absent.msh"));
}

TEST(TetRefusals, OfBadGeometryNameTheFile) {
  const test::TemporaryFolder folder;
  const auto words_on = [&](const TetMesh& mesh) {
    const auto file = folder.write("a.mesh", test::medit_text(mesh));
    const std::string words = refusal([&] { load_tet_file(file); });
    EXPECT_TRUE(words.starts_with(file.string() + ": ")) << words;
    return words;
  };
  TetMesh inverted = test::tet_box(2);
  inverted.nodes[13] = {0.5, 0.5, 1.4};
  EXPECT_THAT(words_on(inverted), HasSubstr("remesh"));
  TetMesh glued = test::two_tetrahedra();
  glued.nodes.emplace_back(0.3, 0.3, 0.4);
  glued.tetrahedra.push_back({0, 1, 2, 5});
  EXPECT_THAT(words_on(glued), HasSubstr("shared by more than two tetrahedra"));
  TetMesh flat = test::tet_box(2);
  for (Vec3& node : flat.nodes)
    node.z() = 0.25 * node.x();
  EXPECT_THAT(words_on(flat), HasSubstr("all tetrahedra are flat"));
}

/// A grid of VTK cells, one of each solid shape, glued together: a cube, a prism on its side and a pyramid on
/// top.
std::string mixed_grid(const std::string& cube) {
  return "# vtk DataFile Version 3.0\nmixed\nASCII\nDATASET UNSTRUCTURED_GRID\nPOINTS 11 double\n"
         "0 0 0  1 0 0  1 1 0  0 1 0  0 0 1  1 0 1  1 1 1  0 1 1  2 0 0  2 0 1  0.5 0.5 2\n"
         "CELLS 3 22\n" +
         cube + "6 1 2 8 5 6 9\n5 4 5 6 7 10\nCELL_TYPES 3\n" + (cube.starts_with("8 0 1 2") ? "12" : "11") +
         " 13 14\n";
}

TEST(TetCutting, OfMixedCellsFitsAtTheirSharedFaces) {
  for (const char* cube : {"8 0 1 2 3 4 5 6 7\n", "8 0 1 3 2 4 5 7 6\n"}) {
    const TetFile file = read_vtk(mixed_grid(cube), "a.vtk");
    EXPECT_THAT(file.notes,
                ElementsAre("1 hexahedra were cut into tetrahedra", "1 prisms were cut into tetrahedra",
                            "1 pyramids were cut into tetrahedra"));
    EXPECT_EQ(file.mesh.tetrahedra.size(), 6u + 3u + 2u);
    const PreparedTets prepared = prepare_tets(file.mesh);
    EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
    EXPECT_EQ(prepared.report.turned, 0u);
    EXPECT_NEAR(prepared.report.volume_m3, 1 + 0.5 + 1.0 / 3, 1e-14);
    std::vector<std::uint32_t> nodes;
    const TriangleMesh surface = boundary_surface(prepared.mesh, nodes);
    EXPECT_TRUE(test::is_closed_manifold(surface));

    // Outside are four faces of the cube, four of the prism and the four sides of the pyramid: had a shared
    // face been cut in two ways, its triangles would be among them.
    EXPECT_EQ(surface.triangles.size(), 4u * 2 + 2 * 2 + 2 * 1 + 4u);
  }
}

TEST(TetCutting, ReducesSecondOrderToCorners) {
  const std::string nodes = test::tetgen_nodes(test::two_tetrahedra(), 0);
  const std::string elements = "2 10 1\n0 0 1 2 3 4 4 4 4 4 4 0.5\n1 0 2 1 4 3 3 3 3 3 3 0.5\n";
  const TetFile file = read_tetgen(nodes, "a.node", elements, "a.ele");
  EXPECT_EQ(file.mesh.tetrahedra, test::two_tetrahedra().tetrahedra);
  EXPECT_THAT(file.notes,
              ElementsAre("2 elements of second or higher order are used with straight edges, by their "
                          "corners"));
}

} // namespace
} // namespace lamina
