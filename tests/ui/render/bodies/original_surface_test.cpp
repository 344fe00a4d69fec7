// Bodies filled with tetrahedra are drawn by the surface that they came with, as long as they are whole.

#include "core/mesh/original_surface.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"
#include "tests/ui/render/bodies/drawn_and_traced.h"

#include <gtest/gtest.h>

#include <string>

namespace lamina {
namespace {

/// Smooth shading and rounding may tell pixels apart by so much.
constexpr int alike = 3;

std::shared_ptr<const Scene> box_scene(const std::string& members) {
  Scene scene = parse_scene(
      R"({"gravity": 0, "bodies": [{"name": "box", "recipe": {"shape": "box", "y": 0.7, "z": 0.53},
          "colour": "#c04020", )" +
          members + "}]}",
      "folder/scene.json");
  load_scene_meshes(scene);
  return std::make_shared<const Scene>(std::move(scene));
}

/// The same with nothing but the surface that contact sees.
std::shared_ptr<const Snapshot> without_original(const Snapshot& snapshot) {
  auto bare = std::make_shared<Snapshot>(snapshot);
  auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
  auto mesh = std::make_shared<PreparedMesh>(*infos->at(0).mesh);
  mesh->original = nullptr;
  infos->at(0).mesh = std::move(mesh);
  bare->infos = std::move(infos);
  return bare;
}

class OriginalSurfacePicture : public test::DrawnAndTraced {
protected:
  OriginalSurfacePicture() : DrawnAndTraced({400, 300}, {1.1, 0.9, 1.6}) {}
};

TEST_F(OriginalSurfacePicture, ABoxOfTetrahedraHasTheEdgesOfTheBox) {
  const auto plain = Simulation(box_scene("\"kind\": \"rigid\"")).snapshot({});
  for (const char* kind : {"rigid", "soft"}) {
    SCOPED_TRACE(kind);
    const auto filled =
        Simulation(box_scene("\"tetrahedra\": 6, \"kind\": \"" + std::string(kind) + "\"")).snapshot({});
    EXPECT_LT(test::count_different(drawn(*filled), drawn(*plain), alike), 10);
    EXPECT_LT(test::count_different(traced(filled), traced(plain), alike), 10);
    const auto bare = without_original(*filled);
    EXPECT_GT(test::count_different(drawn(*bare), drawn(*plain), alike), 300) << "its edges are slanted";
    EXPECT_GT(test::count_different(traced(bare), traced(plain), alike), 300);
  }
}

TEST_F(OriginalSurfacePicture, WhatLiesOnTheContactSurfaceIsShownOnIt) {
  const auto filled = Simulation(box_scene(R"("tetrahedra": 6, "kind": "soft")")).snapshot({.inside = true});
  const auto bare = without_original(*filled);
  const auto expect_same = [&] {
    EXPECT_EQ(test::count_different(drawn(*filled), drawn(*bare), 0), 0);
    static_cast<ViewModes&>(view) = ViewModes();
    view.grid = false;
  };
  view.inside = true;
  expect_same();
  view.contacts = true;
  expect_same();
  view.skin = SkinColour::strain;
  expect_same();
  EXPECT_GT(test::count_different(drawn(*filled), drawn(*bare), alike), 300) << "and hidden again";
}

TEST_F(OriginalSurfacePicture, AMovedBodyTakesItAlong) {
  // Without gravity the body goes on as it is, and its picture is that of the box there.
  const std::string fast = R"("velocity": [0.4, 0.2, 0], "kind": )";
  Simulation plain(box_scene(fast + "\"rigid\"")), filled(box_scene(fast + R"("soft", "tetrahedra": 6)"));
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(plain.step());
    ASSERT_TRUE(filled.step());
  }
  EXPECT_LT(test::count_different(drawn(*filled.snapshot({})), drawn(*plain.snapshot({})), alike), 20);
}

TEST(OriginalSurface, IsGoneOnceTheBodyIsCutAndComesBackWithTheCut) {
  Simulation simulation(box_scene(R"("tetrahedra": 5, "kind": "soft")"));
  const auto original = [&simulation] { return (*simulation.snapshot({})->infos)[0].mesh->original; };
  const auto before = original();
  ASSERT_TRUE(before);
  simulation.apply(CutBodies{{0}, {{Vec3(0.02, -10, -10), Vec3(0.02, 20, 0), Vec3(0.02, -10, 10)}}});
  EXPECT_GT((*simulation.snapshot({})->infos)[0].pieces, 1u);
  EXPECT_FALSE(original()) << "the surface of the pieces is another one";
  simulation.apply(UndoCut{});
  EXPECT_EQ(original(), before);
}

} // namespace
} // namespace lamina
