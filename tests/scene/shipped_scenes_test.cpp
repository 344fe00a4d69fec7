#include "core/base/error.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "core/settings/setting_list.h"
#include "tests/scene/scene_support.h"
#include "tests/settings/published_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <set>

namespace lamina {
namespace {

using testing::HasSubstr;

const std::filesystem::path scenes = std::filesystem::path(LAMINA_SOURCE_DIR) / "scenes";

std::vector<std::string> shipped() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(scenes))
    if (entry.path().extension() == ".json")
      names.push_back(entry.path().stem().string());
  return names;
}

class ShippedScene : public testing::TestWithParam<std::string> {};

TEST_P(ShippedScene, LoadsSaysWhatToLookForAndReadsBack) {
  const std::filesystem::path file = scenes / (GetParam() + ".json");
  const Scene scene = open_scene(std::span<const std::filesystem::path>(&file, 1));
  EXPECT_FALSE(scene.title.empty());
  EXPECT_THAT(scene.look_for, testing::EndsWith("."));
  EXPECT_TRUE(scene.notes.empty()) << scene.notes.front();
  EXPECT_TRUE(std::any_of(scene.bodies.begin(), scene.bodies.end(),
                          [](const SceneBody& body) { return body.kind != BodyKind::fixed; }));
  for (const SceneBody& body : scene.bodies)
    EXPECT_TRUE(body.mesh && body.mesh->report.accepted) << body.name;
  Scene back = parse_scene(write_scene(scene, scenes), scenes / "other.json");
  if (!scene.camera_given)
    back.camera = scene.camera;
  expect_same_scene(scene, back);
}

INSTANTIATE_TEST_SUITE_P(All, ShippedScene, testing::ValuesIn(shipped()), [](const auto& parameter) {
  std::string name = parameter.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ShippedScenes, AreFoundByNameAndMisspeltOnesNameTheNearest) {
  EXPECT_TRUE(std::filesystem::exists(resolve_scene_name("heap")));
  EXPECT_EQ(resolve_scene_name((scenes / "heap.json").string()), scenes / "heap.json");
  try {
    resolve_scene_name("haep");
    FAIL() << "found a scene that is not there";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"heap\"?"));
  }
  EXPECT_THROW(resolve_scene_name("folder/none.obj"), InputError);
}

TEST(ShippedScenes, TheFolderCanBeNamedByTheEnvironment) {
  const TemporaryFolder folder;
  folder.write("mine.json", "{}");
  setenv("LAMINA_SCENES", folder.path().c_str(), 1);
  EXPECT_EQ(resolve_scene_name("mine"), folder.path() / "mine.json");
  unsetenv("LAMINA_SCENES");
}

TEST(SceneSchema, IsPublished) {
  expect_published("docs/scene.schema.json", scene_schema());
}

TEST(SceneSchema, KnowsEverySettingAndRecipe) {
  const auto schema = nlohmann::json::parse(scene_schema());
  const auto& settings = schema["$defs"]["settings"]["properties"];
  EXPECT_EQ(settings.size(), setting_list().size());
  for (const Setting& setting : setting_list())
    EXPECT_TRUE(settings.contains(setting.name)) << setting.name;
  EXPECT_EQ(schema["$defs"]["recipe"]["oneOf"].size(), recipe_shapes().size());
}

/// Collects every "#/$defs/…" that a schema refers to.
void collect_references(const nlohmann::json& value, std::set<std::string>& references) {
  if (value.is_object() && value.contains("$ref"))
    references.insert(value["$ref"].get<std::string>().substr(1));
  for (const auto& member : value)
    if (member.is_structured())
      collect_references(member, references);
}

TEST(SceneSchema, EveryReferenceLeadsSomewhere) {
  const auto schema = nlohmann::json::parse(scene_schema());
  std::set<std::string> references;
  collect_references(schema, references);
  EXPECT_GE(references.size(), 8u);
  for (const std::string& reference : references)
    EXPECT_TRUE(schema.contains(nlohmann::json::json_pointer(reference))) << reference;
}

} // namespace
} // namespace lamina
