#include "core/mesh/rig.h"
#include "tests/io/io_support.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

using test::refusal;
using testing::HasSubstr;

class SkinnedModels : public testing::Test {
protected:
  void SetUp() override {
    test::use_built_import_program();
    folder_ = test::models_folder();
    if (folder_.empty())
      GTEST_SKIP() << "the shared models are absent: set LAMINA_MODELS to their folder";
    folder_ /= "skinned";
  }
  std::filesystem::path folder_;
};

struct Expected {
  const char* file;
  std::size_t bones, animations; ///< as MODELS.md lists them
};

TEST_F(SkinnedModels, BringTheirBonesAndAnimations) {
  for (const Expected& expected : {Expected{"CesiumMan/CesiumMan.gltf", 19, 1}, Expected{"Fox.glb", 24, 3}}) {
    SCOPED_TRACE(expected.file);
    const LoadedFile loaded = load_mesh_file(folder_ / expected.file);
    ASSERT_TRUE(loaded.rig);
    EXPECT_EQ(loaded.rig->bones.size(), expected.bones);
    EXPECT_EQ(loaded.rig->animations.size(), expected.animations);
    std::size_t vertices = 0;
    for (const TriangleMesh& mesh : loaded.meshes)
      vertices += mesh.vertices.size();
    EXPECT_NO_THROW(check_rig(*loaded.rig, vertices));
  }
}

TEST_F(SkinnedModels, EveryFileHasBonesOrIsRefusedWithAReason) {
  for (const char* file :
       {"03_skinned_cylinder.gltf", "simple_skin.gltf", "animation_with_skeleton.fbx", "huesitos.fbx"}) {
    SCOPED_TRACE(file);
    const LoadedFile loaded = load_mesh_file(folder_ / file);
    ASSERT_TRUE(loaded.rig);
    EXPECT_GE(loaded.rig->bones.size(), 2u);
  }
  EXPECT_THAT(refusal([&] { load_mesh_file(folder_ / "manWalking.bvh"); }), HasSubstr("BVH"));
}

TEST_F(SkinnedModels, BonesLieWhereTheMeshIs) {
  const LoadedFile loaded = load_mesh_file(folder_ / "Fox.glb");
  ASSERT_TRUE(loaded.rig);
  Box box = bounds(loaded.meshes[0]);
  const Vec3 slack = Vec3::Constant(0.2 * box.size().maxCoeff());
  box.include(Box{box.min - slack, box.max + slack});
  for (const Bone& bone : loaded.rig->bones)
    EXPECT_TRUE((bone.head.array() >= box.min.array()).all() && (bone.head.array() <= box.max.array()).all())
        << bone.name;
}

} // namespace
} // namespace lamina
