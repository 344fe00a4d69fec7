#include "core/io/import_file.h"

#include "core/io/child_process.h"
#include "core/io/import_stream.h"
#include "core/mesh/prepare.h"
#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::HasSubstr;

/// A tetrahedron as glTF whose buffer lies in a file; node 1 mirrors and moves a second copy.
std::string gltf(const std::string& buffer) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
  "nodes":[{"mesh":0,"name":"first"},{"mesh":0,"name":"second","translation":[5,0,0],"scale":[-2,1,1]}],
  "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
  "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,1,1]},
               {"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
  "bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
  "buffers":[{"byteLength":72,"uri":")" +
         buffer + R"("}]})";
}

std::string tetrahedron_buffer() {
  test::Bytes data(false);
  for (const float x : {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1})
    data.put<float>(x);
  for (const int i : {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3})
    data.put(static_cast<std::uint16_t>(i));
  return data.str();
}

class Import : public testing::Test {
protected:
  void SetUp() override { test::use_built_import_program(); }
  std::string refused(const std::filesystem::path& file) {
    return refusal([&] { load_mesh_file(file); });
  }
  test::TemporaryFolder folder_;
};

TEST_F(Import, ReadsGltfInMetresWithNodeTransformsAppliedAndFacesOutwards) {
  folder_.write("tetra.bin", tetrahedron_buffer());
  const LoadedFile loaded = load_mesh_file(folder_.write("tetra.gltf", gltf("tetra.bin")));
  EXPECT_EQ(loaded.metres_per_unit, 1);
  ASSERT_EQ(loaded.meshes.size(), 2u);
  EXPECT_EQ(loaded.meshes[0].name, "first");
  EXPECT_EQ(bounds(loaded.meshes[1]).min, Vec3(3, 0, 0));
  EXPECT_EQ(bounds(loaded.meshes[1]).max, Vec3(5, 1, 1));
  for (const TriangleMesh& mesh : loaded.meshes) {
    const PreparedMesh prepared = prepare_mesh(mesh);
    EXPECT_TRUE(prepared.report.accepted) << prepared.report.reason;
    EXPECT_EQ(prepared.report.turned_pieces, 0u) << "a mirrored node must not turn faces inwards";
  }
}

TEST_F(Import, RefusesBuffersThatAreMissingOrOutsideTheFolder) {
  EXPECT_THAT(refused(folder_.write("a.gltf", gltf("gone.bin"))), HasSubstr("gone.bin"));
  std::filesystem::create_directory(folder_.path() / "inner");
  folder_.write("outside.bin", tetrahedron_buffer());
  EXPECT_THAT(refused(folder_.write("inner/a.gltf", gltf("../outside.bin"))), HasSubstr("outside"));
  EXPECT_THAT(refused(folder_.write("inner/b.gltf", gltf("/etc/passwd"))), testing::Not("accepted"));
}

TEST_F(Import, RefusesDamagedFiles) {
  EXPECT_THAT(refused(folder_.write("a.glb", "glTF garbage")), HasSubstr("a.glb: cannot be read"));
  EXPECT_THAT(refused(folder_.write("a.dae", "<COLLADA")), HasSubstr("a.dae: cannot be read"));
  EXPECT_THAT(refused(folder_.write("a.fbx", "")), HasSubstr("a.fbx: "));
}

TEST_F(Import, SaysWhereItLookedForTheImportProgram) {
  unsetenv("LAMINA_IMPORT");
  EXPECT_THAT(refusal([] { find_import_program(); }), HasSubstr("LAMINA_IMPORT"));
  setenv("LAMINA_IMPORT", "/nowhere/lamina-import", 1);
  EXPECT_THAT(refused(folder_.write("a.glb", "glTF")), HasSubstr("cannot start /nowhere/lamina-import"));
}

TEST_F(Import, CrashesHangsAndNonsenseOfTheImporterAreRefusals) {
  const auto use = [&](const std::string& script) {
    const auto program = folder_.write("importer", "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    setenv("LAMINA_IMPORT", program.c_str(), 1);
  };
  const auto file = folder_.write("a.glb", "glTF");
  use("kill -SEGV $$");
  EXPECT_THAT(refused(file), HasSubstr("the importer failed on this file"));
  use("echo nonsense that is long enough");
  EXPECT_THAT(refused(file), HasSubstr("did not finish"));
  use("exit 0");
  EXPECT_THAT(refused(file), HasSubstr("did not finish"));
  use("exec sleep 1000");
  LoadOptions options;
  options.time_limit_s = 0.2;
  EXPECT_THAT(refusal([&] { load_mesh_file(file, options); }), HasSubstr("took longer"));
  options.time_limit_s = 1000;
  options.progress = [](double, const std::string& what) {
    return what.find("reading") == std::string::npos;
  };
  EXPECT_THROW(load_mesh_file(file, options), Cancelled);
}

TEST(ImportStream, EveryTruncationIsRefused) {
  test::Bytes data(false);
  data.put(import_magic).put(import_has_meshes).put(1.0).put(1u).put(4u).text("note");
  data.put(1u).put(3u).text("box").put(std::uint64_t{3}).put(std::uint64_t{1});
  for (int i = 0; i < 9; ++i)
    data.put(static_cast<double>(i));
  data.put(0u).put(1u).put(2u).put(0u).put(import_magic); // one triangle, no bones
  EXPECT_EQ(decode_import_stream(data.str(), "file").meshes[0].name, "box");
  for (std::size_t size = 0; size < data.str().size(); ++size)
    EXPECT_THROW(decode_import_stream(data.str().substr(0, size), "file"), InputError) << size;

  std::string outside = data.str();
  outside[outside.size() - 16] = 3; // the last corner
  EXPECT_THAT(refusal([&] { decode_import_stream(outside, "file"); }), HasSubstr("outside the vertex list"));
}

} // namespace
} // namespace lamina
