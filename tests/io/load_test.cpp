#include "core/io/load.h"

#include "core/mesh/procedural.h"
#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

#include <gmock/gmock.h>

#include <sys/stat.h>

namespace lamina {
namespace {

using test::refusal;
using testing::ElementsAre;
using testing::HasSubstr;

std::string refused(const std::filesystem::path& file) {
  return refusal([&] { load_mesh_file(file); });
}

TEST(LoadMeshFile, ChoosesTheReaderByExtensionInAnyCase) {
  const test::TemporaryFolder folder;
  const TriangleMesh box = make_box({1, 1, 1});
  for (const auto& [name, content] :
       {std::pair("a.OBJ", test::obj_text(box)), std::pair("a.Ply", test::ply_text(box)),
        std::pair("a.off", test::off_text(box)), std::pair("a.STL", test::stl_text(box, "a"))})
    EXPECT_EQ(load_mesh_file(folder.write(name, content)).meshes[0].triangles.size(), 12u) << name;
}

TEST(LoadMeshFile, ContentWinsOverExtensionWhereItIsCertain) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(load_mesh_file(folder.write("a.stl", test::ply_binary(make_box({1, 1, 1}), true)))
                .meshes[0]
                .vertices.size(),
            8u);
}

TEST(LoadMeshFile, SplitsPiecesOnRequest) {
  const test::TemporaryFolder folder;
  std::string two = test::obj_text(make_box({1, 1, 1}));
  two += "v 5 0 0\nv 6 0 0\nv 5 1 0\nv 5 0 1\nf 9 11 10\nf 9 10 12\nf 10 11 12\nf 11 9 12\n";
  const auto file = folder.write("two.obj", two);
  EXPECT_EQ(load_mesh_file(file).meshes.size(), 1u);
  LoadOptions options;
  options.split_pieces = true;
  EXPECT_EQ(load_mesh_file(file, options).meshes.size(), 2u);
}

TEST(LoadMeshFile, NotesAMissingMaterialFileOnly) {
  const test::TemporaryFolder folder;
  const std::string triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  folder.write("here.mtl", "");
  EXPECT_TRUE(load_mesh_file(folder.write("a.obj", "mtllib here.mtl\n" + triangle)).notes.empty());
  EXPECT_THAT(load_mesh_file(folder.write("b.obj", "mtllib gone.mtl\n" + triangle)).notes,
              ElementsAre(HasSubstr("\"gone.mtl\" is missing")));
}

TEST(LoadMeshFile, RefusesWhatIsNoFileOrOfNoKnownKind) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(refused(folder.path() / "none.obj"), HasSubstr("cannot be opened: No such file"));
  EXPECT_THAT(refused(folder.path()), HasSubstr("is a folder"));
  EXPECT_THAT(refused("/dev/zero"), HasSubstr("is not a regular file"));
  ASSERT_EQ(mkfifo((folder.path() / "pipe.obj").c_str(), 0600), 0);
  EXPECT_THAT(refused(folder.path() / "pipe.obj"), HasSubstr("is not a regular file"));
  EXPECT_THAT(refused(folder.write("a.docx", "PK")),
              HasSubstr("\".docx\" cannot be opened; known are .obj .ply"));
  EXPECT_THAT(refused(folder.write("nothing", "x")), HasSubstr("without extension"));
}

TEST(LoadMeshFile, SaysWhatItRecognisesButCannotRead) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(refused(folder.write("a.vtu", "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\">")),
              HasSubstr("is a VTK XML file"));
  EXPECT_THAT(refused(folder.write("a.vtk", "<VTKFile>")), HasSubstr("is a VTK XML file"));
  EXPECT_THAT(refused(folder.write("b.vtk", "# vtk DataFile Version 3.0\n")),
              HasSubstr("is a legacy VTK file"));
  EXPECT_THAT(refused(folder.write("a.msh", "$MeshFormat\n4.1 0 8\n")), HasSubstr("is a Gmsh file"));
  EXPECT_THAT(refused(folder.write("a.obj", "\x89PNG\r\n")), HasSubstr("is a picture"));
}

TEST(LoadMeshFile, RefusesFilesThatWouldTakeTooMuchMemory) {
  // A sparse file: two gibibytes long, nothing on the disk.
  const test::TemporaryFolder folder;
  const auto file = folder.write("large.obj", "");
  std::filesystem::resize_file(file, std::uintmax_t{2} << 30);
  EXPECT_THAT(refused(file), HasSubstr("is larger than 1024 MiB"));
}

TEST(LoadMeshFile, StopsWhenTheProgressAsks) {
  const test::TemporaryFolder folder;
  LoadOptions options;
  options.progress = [](double, const std::string&) { return false; };
  EXPECT_THROW(load_mesh_file(folder.write("a.obj", "v 0 0 0\n"), options), Cancelled);
}

TEST(MeshExtensions, BeginWithTheOwnReaders) {
  const std::vector<std::string>& all = mesh_extensions();
  EXPECT_THAT(std::vector<std::string>(all.begin(), all.begin() + 4),
              ElementsAre(".obj", ".ply", ".off", ".stl"));
}

} // namespace
} // namespace lamina
