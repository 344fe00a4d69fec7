#include "core/io/load.h"
#include "core/io/load_tet.h"
#include "core/io/read_vtk_surface.h"
#include "core/mesh/prepare.h"
#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::HasSubstr;

const std::string header = "# vtk DataFile Version 3.0\na title\nASCII\nDATASET POLYDATA\n";
const std::string cube_points = "POINTS 8 float\n0 0 0  1 0 0  1 1 0  0 1 0\n0 0 1  1 0 1  1 1 1  0 1 1\n";
const std::string cube_faces =
    "POLYGONS 6 30\n4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";

LoadedFile read(const std::string& text) {
  return read_vtk_surface(text, "a.vtk", {});
}

double volume_of(const LoadedFile& loaded) {
  const PreparedMesh prepared = prepare_mesh(loaded.meshes.at(0));
  EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
  EXPECT_EQ(prepared.report.turned_pieces, 0u);
  return prepared.report.volume_m3;
}

TEST(VtkSurface, ReadsPolygonsWhateverTheDataSayOfThem) {
  EXPECT_NEAR(volume_of(read(header + cube_points + cube_faces)), 1, 1e-12);
  EXPECT_NEAR(
      volume_of(read(header + cube_points + cube_faces + "POINT_DATA 8\nNORMALS n float\nnan nan nan\n")), 1,
      1e-12);
}

/// Front and back of a strip look the same way all along.
TEST(VtkSurface, ReadsTriangleStrips) {
  const LoadedFile loaded = read(header + cube_points +
                                 "TRIANGLE_STRIPS 3 21\n"
                                 "10 2 3 6 7 5 4 1 0 2 3\n" // four sides
                                 "4 3 0 7 4\n4 5 1 6 2\n");
  EXPECT_EQ(loaded.meshes.at(0).triangles.size(), 12u);
  EXPECT_NEAR(volume_of(loaded), 1, 1e-12);
}

TEST(VtkSurface, ReadsBinaryFilesOfVersion5) {
  test::Bytes file(true);
  file.text("# vtk DataFile Version 5.1\nt\nBINARY\nDATASET POLYDATA\nPOINTS 4 double\n");
  for (const double x : {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1})
    file.put(x);
  file.text("\nPOLYGONS 5 12\nOFFSETS vtktypeint64\n");
  for (const std::int64_t offset : {0, 3, 6, 9, 12})
    file.put(offset);
  file.text("\nCONNECTIVITY vtktypeint64\n");
  for (const std::int64_t corner : {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3})
    file.put(corner);
  EXPECT_NEAR(volume_of(read(file.str())), 1.0 / 6, 1e-12);
}

TEST(VtkSurface, RefusesWhatIsDamagedWithItsLine) {
  EXPECT_THAT(refusal([] { read(header + cube_points + "POLYGONS 1 4\n3 0 1 8\n"); }),
              HasSubstr("a.vtk:9: "));
  EXPECT_THAT(refusal([] { read(header + cube_points); }), HasSubstr("no triangles"));
  EXPECT_THAT(refusal([] { read(header + cube_points + "CELLS 1 4\n"); }), HasSubstr("found \"CELLS\""));
  EXPECT_THAT(refusal([] { read(header + "POINTS 2 float\n0 0 0 nan 0 0\n"); }), HasSubstr("not finite"));
}

TEST(VtkSurface, IsToldFromASolidByItsContent) {
  const test::TemporaryFolder folder;
  const auto file = folder.write("cube.vtk", header + cube_points + cube_faces);
  EXPECT_FALSE(is_tet_file(file));
  EXPECT_EQ(load_mesh_file(file).meshes.size(), 1u);
}

} // namespace
} // namespace lamina
