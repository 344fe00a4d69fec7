#include "ui/render/bodies/body_colours.h"

#include "core/edit/scene_edits.h"
#include "tests/ui/render/small_scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace lamina {
namespace {

Scene named(const std::vector<std::string>& names) {
  Scene scene;
  for (const std::string& name : names) {
    scene.bodies.emplace_back();
    scene.bodies.back().name = name;
  }
  return scene;
}

std::vector<BodyInfo> infos_of(const Scene& scene) {
  std::vector<BodyInfo> infos;
  for (const SceneBody& body : scene.bodies) {
    infos.emplace_back();
    infos.back().name = body.name;
    infos.back().kind = body.kind;
    infos.back().colour = body.colour;
  }
  return infos;
}

std::vector<Colour> shown(const Scene& scene) {
  return body_colours(infos_of(scene));
}

const std::vector<std::string> ten = {"box",  "box 2", "ball", "crate", "drum",
                                      "ring", "gear",  "lid",  "plate", "scan of a bone"};

TEST(BodyColours, AreThoseThatTheSceneStates) {
  Scene scene = named(ten);
  scene.bodies[3].colour = Colour{0.1f, 0.2f, 0.3f};
  EXPECT_EQ(shown(scene)[3], (Colour{0.1f, 0.2f, 0.3f}));
}

TEST(BodyColours, NoTwoBodiesShareOneThatTheSceneDoesNotState) {
  Scene scene;
  for (int i = 0; i < 300; ++i) {
    scene.bodies.emplace_back();
    scene.bodies.back().name = i % 3 ? "box " + std::to_string(i) : "ball " + std::to_string(i % 7 * i);
  }
  scene.bodies[5].colour = shown(scene)[4];
  std::set<Colour> different;
  for (const Colour& colour : shown(scene))
    different.insert(colour);
  EXPECT_EQ(different.size(), scene.bodies.size());
}

// A distance of a tenth of the cube's side is seen at a glance where colours lie side by side.
TEST(BodyColours, AFewBodiesAreToldApartAlsoFromWhatIsStated) {
  Scene scene = named({ten.begin(), ten.begin() + 6});
  scene.bodies[0].colour = shown(scene)[1];
  const std::vector<Colour> colours = shown(scene);
  for (std::size_t a = 0; a < colours.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      EXPECT_GT(std::hypot(colours[a][0] - colours[b][0], colours[a][1] - colours[b][1],
                           colours[a][2] - colours[b][2]),
                0.1)
          << a << ", " << b;
}

TEST(BodyColours, DoNotDependOnKinds) {
  Scene scene = named(ten);
  const std::vector<Colour> before = shown(scene);
  scene.bodies[1].kind = BodyKind::fixed;
  scene.bodies[4].kind = BodyKind::soft;
  EXPECT_EQ(shown(scene), before);
}

TEST(BodyColours, OfAFloorAndOtherOneSidedSurfacesArePaleGrey) {
  const Snapshot snapshot =
      test::snapshot_of({{test::thick_ground(10, 5), Vec3::Zero(), {}, BodyKind::fixed}});
  const Colour colour = body_colours(*snapshot.infos)[0];
  EXPECT_LT(*std::max_element(colour.begin(), colour.end()) - *std::min_element(colour.begin(), colour.end()),
            0.15f);
}

TEST(BodyColours, OnceStatedStayWhateverBodyIsDeletedOrRenamed) {
  const Scene scene = with_stated_colours(named(ten));
  EXPECT_EQ(shown(scene), shown(named(ten))) << "stating them changes nothing";
  for (std::size_t gone = 0; gone < ten.size(); ++gone) {
    Scene rest = with_stated_colours(scene, edited(scene, remove_body(scene, gone)));
    if (gone > 0)
      rest = with_stated_colours(rest, edited(rest, rename_body(rest, 0, "somebody else")));
    std::vector<Colour> expected = shown(scene);
    expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(gone));
    EXPECT_EQ(shown(rest), expected) << ten[gone];
  }
}

TEST(BodyColours, OfACopyIsItsOwn) {
  const Scene scene = with_stated_colours(named(ten));
  Scene more = scene;
  more.bodies.push_back(scene.bodies[2]);
  more.bodies.back().name = "ball 2";
  more = with_stated_colours(scene, more);
  const std::vector<Colour> colours = shown(more);
  EXPECT_EQ(std::set<Colour>(colours.begin(), colours.end()).size(), colours.size());
  EXPECT_EQ(std::vector<Colour>(colours.begin(), colours.end() - 1), shown(scene));
}

TEST(BodyColours, AreWholeBytesSoThatFilesHoldThemExactly) {
  for (const Colour& colour : shown(named(ten)))
    for (const float part : colour)
      EXPECT_EQ(part, std::round(255 * part) / 255.0f);
}

} // namespace
} // namespace lamina
