#include "core/contact/ldi/image_evidence.h"
#include "tests/support/contact_by.h"
#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/bodies/inside_lines.h"
#include "ui/render/bodies/skin_field.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/picking/pick.h"
#include "ui/render/pictures/offscreen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace lamina {
namespace {

using test::count_different;

constexpr std::array<float, 3> red{0.8f, 0.05f, 0.05f};

std::shared_ptr<const std::vector<Vec3>> moved(const PreparedMesh& mesh, const Vec3& by) {
  auto positions = std::make_shared<std::vector<Vec3>>(mesh.mesh.vertices);
  for (Vec3& position : *positions)
    position += by;
  return positions;
}

/// A soft body at a place, with the same strain and stress all over.
Snapshot strained(const Vec3& at, float strain, float stress,
                  const std::optional<std::array<float, 3>>& colour = red) {
  const auto mesh = test::prepared(test::round_sphere(0.8));
  Snapshot snapshot = test::snapshot_of({{mesh, Vec3::Zero(), colour, BodyKind::soft}});
  snapshot.bodies[0].positions = moved(*mesh, at);
  auto inside = std::make_shared<BodyInside>();
  inside->strain.assign(mesh->mesh.vertices.size(), strain);
  inside->stress.assign(mesh->mesh.vertices.size(), stress);
  inside->nodes = {at, at + Vec3(0.3, 0, 0), at + Vec3(0, 0.3, 0)};
  inside->edges = {{0, 1}, {1, 2}, {2, 0}};
  snapshot.bodies[0].inside = inside;
  return snapshot;
}

class DeformingPicture : public test::Drawing {
protected:
  void SetUp() override {
    Drawing::SetUp();
    view.grid = view.shadows = false;
    CameraView from;
    from.eye = Vec3(0, 0, 5);
    camera = Camera(from);
  }
  Image draw(const Snapshot& snapshot) { return renderer->render(snapshot, camera, view, 320, 240); }
  // Two steps: the middle facet of the sphere is turned a little from the eye.
  static void expect_in_the_middle(const Image& image, const Colour& colour) {
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(image.pixel(160, 120)[k], 255 * colour[k], 2) << k;
  }

  ViewOptions view;
  Camera camera;
};

TEST_F(DeformingPicture, ABodyHasTheColourOfItsScaleWhereItFacesTheEye) {
  view.skin = SkinColour::strain;
  expect_in_the_middle(draw(strained(Vec3::Zero(), 0.04f, 0)), ramp_colour(0.8));
  EXPECT_DOUBLE_EQ(renderer->scales().skin_top, 0.05);
  view.skin = SkinColour::stress;
  expect_in_the_middle(draw(strained(Vec3::Zero(), 0.04f, 600)), ramp_colour(0.6));
  EXPECT_DOUBLE_EQ(renderer->scales().skin_top, 1000);
}

TEST_F(DeformingPicture, ShadowsOnTheSkinAreNotMistakenForValues) {
  Snapshot snapshot = strained(Vec3::Zero(), 0.04f, 0);
  view.skin = SkinColour::strain;
  view.quality = Quality::high;
  const Image without = draw(snapshot);
  view.shadows = true;
  EXPECT_EQ(count_different(draw(snapshot), without, 1), 0);
}

TEST_F(DeformingPicture, WithoutNumbersABodyKeepsItsColour) {
  Snapshot snapshot = strained(Vec3::Zero(), 0.04f, 0);
  const Image plain = draw(snapshot);
  view.skin = SkinColour::strain;
  ASSERT_GT(count_different(draw(snapshot), plain, 20), 1000);
  view.skin = SkinColour::overlap;
  EXPECT_EQ(count_different(draw(snapshot), plain, 0), 0);
  EXPECT_EQ(renderer->scales().skin_top, 0);
  view.skin = SkinColour::strain;
  auto inside = std::make_shared<BodyInside>(*snapshot.bodies[0].inside);
  inside->strain.pop_back();
  snapshot.bodies[0].inside = inside;
  EXPECT_EQ(count_different(draw(snapshot), plain, 0), 0) << "a field of another size";
}

TEST_F(DeformingPicture, TheOverlapAtRestColoursTheSkin) {
  Snapshot snapshot = strained(Vec3::Zero(), 0, 0);
  auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
  auto offset = std::make_shared<std::vector<float>>(snapshot.bodies[0].positions->size(), 0.0018f);
  (*infos)[0].self_offset = offset;
  snapshot.infos = infos;
  view.skin = SkinColour::overlap;
  expect_in_the_middle(draw(snapshot), ramp_colour(0.9));
  EXPECT_NEAR(renderer->scales().skin_top, 0.002, 1e-9);
}

TEST_F(DeformingPicture, FollowsEachSnapshotAsIfItWereTheFirst) {
  view.shadows = true;
  for (const bool strain : {false, true, false}) {
    view.skin = strain ? SkinColour::strain : SkinColour::none;
    for (const double x : {-0.5, 0.0, 0.7}) {
      const Snapshot snapshot = strained(Vec3(x, 0, 0), 0.05f, 0);
      OffscreenRenderer fresh;
      EXPECT_EQ(draw(snapshot).rgba, fresh.render(snapshot, camera, view, 320, 240).rgba);
    }
  }
}

TEST_F(DeformingPicture, ItsShadowIsThatOfARigidBodyOfTheSameShape) {
  const auto ground = test::thick_ground(10, 5);
  const auto ball = test::prepared(test::round_sphere(0.4));
  const Vec3 at(0.3, 0.7, -0.2);
  const Snapshot rigid = test::snapshot_of({{ground, Vec3::Zero(), {}, BodyKind::fixed}, {ball, at, red}});
  Snapshot soft = test::snapshot_of(
      {{ground, Vec3::Zero(), {}, BodyKind::fixed}, {ball, Vec3::Zero(), red, BodyKind::soft}});
  soft.bodies[1].positions = moved(*ball, at);
  view.shadows = true;
  view.quality = Quality::high;
  camera = Camera();
  // Single precision may put pixels along outlines on the other side.
  EXPECT_LT(count_different(draw(rigid), draw(soft), 12), 60);
  EXPECT_GT(
      count_different(draw(soft), draw(test::snapshot_of({{ground, Vec3::Zero(), {}, BodyKind::fixed}})), 12),
      1000);
}

TEST_F(DeformingPicture, EdgesInsideShineThroughTheBody) {
  Snapshot snapshot = strained(Vec3::Zero(), 0, 0);
  const Image plain = draw(snapshot);
  for (const bool see_through : {true, false}) {
    view.see_through = see_through;
    view.inside = false;
    view.contacts = see_through; // as faint as with its inside
    const Image without = draw(snapshot);
    view.inside = true;
    view.contacts = false;
    const auto middle = camera.project(Vec3(0.15, 0, 0), {320, 240});
    const Image with = draw(snapshot);
    EXPECT_GT(count_different(with, without, 8), 60) << "see-through: " << see_through;
    const auto at = [&](const Image& image) {
      return int(image.pixel(int(middle->x()), int(middle->y()))[0]);
    };
    EXPECT_LT(at(with), at(without) - 8) << "dark edges on light";
  }
}

TEST_F(DeformingPicture, ContactsOfABodyWithItselfAreDrawnLikeAnyOthers) {
  Snapshot snapshot = strained(Vec3::Zero(), 0, 0);
  snapshot.pairs.push_back(
      test::pixel_layer(test::plain_region(Vec3(-0.3, -0.3, -0.3), Vec3(0.6, 0.6, 0.6), {6, 6, 6}), 2));
  std::vector<ContactPixelPair> kept;
  view.contacts = true;
  view.layer_axis = 2;
  for (const ContactView how : {ContactView::pixels, ContactView::layers, ContactView::volume}) {
    view.contact_view = how;
    snapshot.pairs[0].contacts.body = {0, 1};
    const Image two = draw(snapshot);
    snapshot.pairs[0].contacts.body = {0, 0};
    const Image one = draw(snapshot);
    // The colour of a volume is that of its pair.
    if (how != ContactView::volume) {
      EXPECT_EQ(count_different(one, two, 0), 0);
    }
    snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().pixels.swap(kept);
    const Image none = draw(snapshot);
    snapshot.pairs[0].contacts.evidence.add<ImageEvidence>().pixels.swap(kept);
    EXPECT_GT(count_different(one, none, 8), 500) << int(how);
  }
}

VertexAreas areas;

TEST(SkinField, BelongsToBodiesThatDeformAndHasANumberForEachVertex) {
  const Snapshot snapshot = strained(Vec3::Zero(), 0.1f, 5);
  EXPECT_EQ(skin_field(snapshot, 0, SkinColour::strain, areas).size(), snapshot.bodies[0].positions->size());
  EXPECT_EQ(skin_field(snapshot, 0, SkinColour::stress, areas)[3], 5);
  for (const SkinColour skin : {SkinColour::none, SkinColour::pressure, SkinColour::overlap})
    EXPECT_TRUE(skin_field(snapshot, 0, skin, areas).empty());
  EXPECT_TRUE(skin_field(snapshot, 7, SkinColour::strain, areas).empty());
  EXPECT_EQ(upper_field_value(test::snapshot_of({}), SkinColour::stress, areas), 0);
}

TEST(SkinField, ItsTopIsBelowTheFewGreatestAndAboveWhatIsTooSmallToMatter) {
  Snapshot snapshot = strained(Vec3::Zero(), 0.1f, 5);
  auto inside = std::make_shared<BodyInside>(*snapshot.bodies[0].inside);
  for (std::size_t i = 0; i < inside->strain.size() / 100; ++i)
    inside->strain[50 * i] = 9;
  inside->strain[1] = std::numeric_limits<float>::quiet_NaN();
  snapshot.bodies[0].inside = inside;
  EXPECT_NEAR(upper_field_value(snapshot, SkinColour::strain, areas), 0.1, 1e-6);
  EXPECT_EQ(upper_field_value(strained(Vec3::Zero(), 1e-7f, 1e-9f), SkinColour::strain, areas), 1e-3);
  const double softest = Material().young_modulus;
  EXPECT_DOUBLE_EQ(upper_field_value(strained(Vec3::Zero(), 1e-7f, 1e-9f), SkinColour::stress, areas),
                   1e-3 * softest);
}

// Every triangle is shared out whole, so the parts add up to the surface; single precision leaves 1e-7 of it.
TEST(SkinField, SamplingSharesTheSurfaceOutToTheVerticesOfEveryBodyButFloors) {
  const Vec3 size(1, 2, 3);
  const Snapshot snapshot = test::snapshot_of({{test::prepared(test::plain_box(size)), Vec3(5, 5, 5), {}}});
  const std::span<const float> field = skin_field(snapshot, 0, SkinColour::sampling, areas);
  ASSERT_EQ(field.size(), 8u);
  double sum = 0;
  for (const float value : field)
    sum += double(value);
  EXPECT_NEAR(sum, 2 * (1 * 2 + 2 * 3 + 3 * 1), 1e-5);
  // Of three faces at each corner: half of the triangles' corners lie there or at the neighbours.
  EXPECT_GT(*std::min_element(field.begin(), field.end()), 0);
  const double top = upper_field_value(snapshot, SkinColour::sampling, areas);
  EXPECT_LE(top, double(*std::max_element(field.begin(), field.end())));
  EXPECT_GT(top, 22.0 / 8);
}

TEST_F(DeformingPicture, SamplingColoursBodiesThatKeepTheirShapeTooAndPlainIsPlainAgain) {
  const Snapshot snapshot =
      test::snapshot_of({{test::prepared(test::plain_box(Vec3::Ones())), Vec3::Zero(), {}}});
  const Image plain = draw(snapshot);
  view.skin = SkinColour::sampling;
  EXPECT_GT(count_different(draw(snapshot), plain, 20), 1000);
  EXPECT_GT(renderer->scales().skin_top, 0);
  view.skin = SkinColour::none;
  EXPECT_EQ(count_different(draw(snapshot), plain, 0), 0);
}

TEST(InsideLines, AreTheEdgesAndForBonesTheirJoints) {
  Snapshot snapshot = strained(Vec3(1, 2, 3), 0, 0);
  EXPECT_EQ(inside_lines(snapshot, false).size(), 3u);
  auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
  (*infos)[0].kind = BodyKind::skinned;
  snapshot.infos = infos;
  const std::vector<Line> lines = inside_lines(snapshot, true);
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[1].from, Vec3(1.3, 2, 3));
  EXPECT_EQ(lines[1].to, Vec3(1, 2.3, 3));
  EXPECT_EQ(lines[3].from, lines[3].to);
  EXPECT_GT(lines[3].width, lines[0].width);

  auto broken = std::make_shared<BodyInside>(*snapshot.bodies[0].inside);
  broken->edges.push_back({0, 99});
  broken->nodes[2].x() = std::nan("");
  snapshot.bodies[0].inside = broken;
  EXPECT_EQ(inside_lines(snapshot, true).size(), 1u + 2u) << "an edge and two joints are sound";
  snapshot.bodies[0].inside.reset();
  EXPECT_TRUE(inside_lines(snapshot, true).empty());
}

TEST(OverlayLines, TheRegionHeldIsDotsThatFadeWithTheHold) {
  Snapshot snapshot;
  DragState drag;
  const std::size_t spring = (snapshot.drags = {drag}, drag_lines(snapshot).size());
  drag.held = {{Vec3(1, 0, 0), 1}, {Vec3(2, 0, 0), 0.25}, {Vec3::Constant(std::nan("")), 1}};
  snapshot.drags = {drag};
  const std::vector<Line> lines = drag_lines(snapshot);
  ASSERT_EQ(lines.size(), spring + 2);
  EXPECT_EQ(lines[0].from, Vec3(1, 0, 0));
  EXPECT_GT(lines[0].width, lines[1].width);
  EXPECT_GT(lines[0].opacity, lines[1].opacity);
}

TEST(LegendEntries, GiveStrainInPerCentStressInPascalAndOverlapInMetres) {
  const Snapshot snapshot = strained(Vec3::Zero(), 0.04f, 2e3f);
  ViewOptions options;
  options.grid = false;
  const auto skin = [&](SkinColour colour, double top) {
    options.skin = colour;
    ShownScales scales;
    scales.skin_top = top;
    return legend_entries(snapshot, options, scales).at(0);
  };
  EXPECT_EQ(skin(SkinColour::strain, 0.05).items.at(1).word, "≥ 5 %");
  EXPECT_EQ(skin(SkinColour::stress, 2000).items.at(1).word, "≥ 2 kPa");
  EXPECT_EQ(skin(SkinColour::overlap, 0.002).items.at(1).word, "≥ 2 mm");
  EXPECT_EQ(skin(SkinColour::sampling, 2e-6).items.at(1).word, "≥ 2 mm²");
  EXPECT_EQ(skin(SkinColour::sampling, 5e-4).items.at(1).word, "≥ 5 cm²");
  EXPECT_EQ(skin(SkinColour::sampling, 0).text, "area per vertex: none");
  EXPECT_EQ(skin(SkinColour::overlap, 0).text, "overlap at rest: none");
  options.skin = SkinColour::none;
  options.inside = true;
  EXPECT_EQ(legend_entries(snapshot, options, {}).at(0).text, "tetrahedra");
  EXPECT_EQ(legend_entries(Snapshot{}, options, {}).at(0).text, "inside: nothing here deforms");
}

TEST(PairName, SaysWhenABodyMeetsItself) {
  Snapshot snapshot = test::snapshot_of({{nullptr, Vec3::Zero(), {}}, {nullptr, Vec3::Zero(), {}}});
  auto infos = std::make_shared<std::vector<BodyInfo>>(*snapshot.infos);
  (*infos)[0].name = "rope";
  (*infos)[1].name = "hook";
  snapshot.infos = infos;
  EXPECT_EQ(pair_name(snapshot, {0, 1}), "rope / hook");
  EXPECT_EQ(pair_name(snapshot, {0, 0}), "rope with itself");
}

TEST(ViewModes, AskForPixelsAndInsidesOnlyWhereSomethingShowsThem) {
  ViewModes modes;
  EXPECT_EQ(needed_extras(modes, test::contact_by("ldi")), SnapshotExtras());
  modes.skin = SkinColour::strain;
  EXPECT_EQ(needed_extras(modes, test::contact_by("ldi")), SnapshotExtras{.inside = true});
  modes.skin = SkinColour::overlap;
  EXPECT_EQ(needed_extras(modes, test::contact_by("ldi")), SnapshotExtras());
  modes.inside = true;
  EXPECT_TRUE(needed_extras(modes, test::contact_by("ldi")).inside);
}

TEST(ViewModes, AskForPixelsWithTheProcessorOnlyWhereItMakesSomethingOfThem) {
  ViewModes modes;
  modes.contacts = true;
  for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers}) {
    modes.contact_view = view;
    EXPECT_EQ(needed_extras(modes, test::contact_by("ldi")), SnapshotExtras{.drawn = true});
  }
  modes.skin = SkinColour::friction;
  EXPECT_EQ(needed_extras(modes, test::contact_by("ldi")), SnapshotExtras{.pixels = true});
}

TEST(ViewModes, AskForPixelsToDrawForcesOfCellsAndVertices) {
  ViewModes modes;
  modes.forces = true;
  modes.force_level = ForceLevel::body;
  EXPECT_FALSE(needed_extras(modes, test::contact_by("ldi")).pixels);
  for (const ForceLevel level : {ForceLevel::cell, ForceLevel::vertex}) {
    modes.force_level = level;
    EXPECT_TRUE(needed_extras(modes, test::contact_by("ldi")).pixels);
  }
}

} // namespace
} // namespace lamina
