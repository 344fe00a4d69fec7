#include "core/base/error.h"
#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/picking/pick.h"
#include "ui/render/picking/pick_evidence.h"
#include "ui/render/pictures/offscreen.h"
#include "ui/render/scene_renderer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <set>

namespace lamina {
namespace {

using test::count_different;
using test::Placed;

constexpr std::array<float, 3> red{0.8f, 0.05f, 0.05f}, green{0.05f, 0.8f, 0.05f}, blue{0.05f, 0.05f, 0.8f};

/// Red 0, green 1, blue 2, or −1 where no channel stands out.
int strongest(const std::uint8_t* pixel) {
  for (int k = 0; k < 3; ++k)
    if (pixel[k] > 2 * pixel[(k + 1) % 3] && pixel[k] > 2 * pixel[(k + 2) % 3])
      return k;
  return -1;
}

long count_strongest(const Image& image, int channel) {
  long count = 0;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x)
      count += strongest(image.pixel(x, y)) == channel;
  return count;
}

/// Looks along −z at the origin from this far, so that x runs to the right and y up in the picture.
Camera facing(double distance) {
  CameraView view;
  view.eye = Vec3(0, 0, distance);
  return Camera(view);
}

class Picture : public test::Drawing {
protected:
  void SetUp() override {
    Drawing::SetUp();
    plain.grid = plain.shadows = false;
  }
  Image draw(const Snapshot& snapshot, const Camera& camera) {
    return renderer->render(snapshot, camera, plain, 400, 300);
  }

  ViewOptions plain;
  ViewSize size{400, 300};
};

TEST_F(Picture, ASphereCoversThePixelsThatProjectionSays) {
  const double radius = 0.8, distance = 5;
  const Snapshot snapshot =
      test::snapshot_of({{test::prepared(test::round_sphere(radius)), Vec3::Zero(), red}});
  const Camera camera = facing(distance);
  const double focal = 0.5 * size.height / std::tan(0.5 * camera.field_of_view());
  const double outline = focal * radius / std::sqrt(distance * distance - radius * radius);
  const double area = M_PI * outline * outline;
  // Pixels on the outline are partly covered and may count or not: at most one for each pixel of its length.
  EXPECT_NEAR(double(count_strongest(draw(snapshot, camera), 0)), area, 2 * M_PI * outline);
}

TEST_F(Picture, TheFrontMostBodyWins) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  const Camera camera = facing(5);
  for (const double near : {1.5, -1.5}) {
    const Snapshot snapshot =
        test::snapshot_of({{box, Vec3(0, 0, near), red}, {box, Vec3(0.2, 0, -near), blue}});
    EXPECT_EQ(strongest(draw(snapshot, camera).pixel(200, 150)), near > 0 ? 0 : 2);
  }
}

TEST_F(Picture, RaysPickTheBodyThatThePictureShows) {
  const auto box = test::prepared(test::plain_box(Vec3(0.7, 0.7, 0.7)));
  const auto sphere = test::prepared(test::round_sphere(0.5));
  Snapshot snapshot = test::snapshot_of({{box, Vec3(-0.5, 0, 0), red},
                                         {sphere, Vec3(0.1, 0.2, 0.3), green},
                                         {box, Vec3(0.6, -0.3, -0.4), blue}});
  snapshot.bodies[0].mesh_pose.orientation = Eigen::AngleAxisd(0.6, Vec3(1, 2, 3).normalized());
  Camera camera;
  camera.orbit(0.5, 0.1);
  const Image image = draw(snapshot, camera);
  Picker picker;
  int agreed = 0, looked_at = 0, hits = 0;
  for (int y = 2; y < size.height; y += 5)
    for (int x = 2; x < size.width; x += 5) {
      const auto hit = picker.body(snapshot, camera.ray(x + 0.5, y + 0.5, size));
      hits += hit.has_value();
      ++looked_at;
      agreed += strongest(image.pixel(x, y)) == (hit ? int(hit->body) : -1);
    }
  // Where outlines cross a pixel the picture shows a mixture: they cover a few hundred of 120,000 pixels.
  EXPECT_GT(hits, 200);
  EXPECT_GT(agreed, looked_at - looked_at / 100);
}

TEST_F(Picture, PicturesAreTheRightWayUpAndRound) {
  const auto box = test::prepared(test::plain_box(Vec3(0.4, 0.4, 0.4)));
  const Snapshot snapshot = test::snapshot_of({{box, Vec3(1, 0, 0), red}, {box, Vec3(0, 0.8, 0), blue}});
  const Camera camera = facing(5);
  const Image image = draw(snapshot, camera);
  const auto right = camera.project(Vec3(1, 0, 0), size), top = camera.project(Vec3(0, 0.8, 0), size);
  EXPECT_EQ(strongest(image.pixel(int(right->x()), int(right->y()))), 0);
  EXPECT_EQ(strongest(image.pixel(int(top->x()), int(top->y()))), 2);
  EXPECT_GT(right->x(), 250);
  EXPECT_LT(top->y(), 100);
}

TEST_F(Picture, ContactPixelsAreRedForXGreenForYBlueForZ) {
  const std::array<Vec3, 3> eyes{Vec3(5, 0, 0), Vec3(0, 5, 0.001), Vec3(0, 0, 5)};
  plain.contacts = true;
  for (int axis = 0; axis < 3; ++axis) {
    Snapshot snapshot;
    snapshot.pairs.push_back(
        test::pixel_layer(test::plain_region(Vec3(-0.5, -0.5, -0.5), Vec3::Ones(), {4, 4, 4}), axis));
    CameraView view;
    view.eye = eyes[static_cast<std::size_t>(axis)];
    const Camera camera(view);
    const Image image = draw(snapshot, camera);
    EXPECT_EQ(strongest(image.pixel(200, 150)), axis);

    // The nearer layer is a square of 1 m at 4.5 m; its outline may count or not.
    const double side = 0.5 * size.height / std::tan(0.5 * camera.field_of_view()) / 4.5;
    EXPECT_NEAR(double(count_strongest(image, axis)), side * side, 4 * side);
  }
}

TEST_F(Picture, PixelsInsideABodyShineThrough) {
  Snapshot snapshot = test::snapshot_of(
      {{test::prepared(test::plain_box(Vec3(2, 2, 2))), Vec3::Zero(), {{0.6f, 0.6f, 0.6f}}}});
  snapshot.pairs.push_back(
      test::pixel_layer(test::plain_region(Vec3(-0.5, -0.5, -0.5), Vec3::Ones(), {4, 4, 4}), 0));
  CameraView view;
  view.eye = Vec3(6, 0, 0);
  plain.contacts = true;
  for (const bool ghosts : {true, false}) {
    plain.see_through = ghosts;
    const Image image = draw(snapshot, Camera(view));
    const std::uint8_t* centre = image.pixel(200, 150);
    EXPECT_GT(centre[0], centre[1] + 20) << "see-through bodies: " << ghosts;
  }
}

TEST_F(Picture, TheVolumeOfTwoOverlappingBoxesCoversExactlyThePixelsOfItsOutline) {
  // Along z the intersection is 0.6 x 0.4 m, its front side at z = 0.25 m.
  Snapshot snapshot;
  snapshot.pairs.push_back(
      test::pixel_layer(test::plain_region(Vec3(-0.2, -0.3, -0.25), Vec3(0.6, 0.4, 0.5), {8, 8, 8}), 2));
  plain.contacts = true;
  plain.contact_view = ContactView::volume;
  const Camera camera = facing(5);
  const Image empty = draw(Snapshot{}, camera), image = draw(snapshot, camera);
  const auto low = camera.project(Vec3(-0.2, -0.3, 0.25), size),
             high = camera.project(Vec3(0.4, 0.1, 0.25), size);
  long missing = 0, beyond = 0;
  for (int y = 0; y < 300; ++y)
    for (int x = 0; x < 400; ++x) {
      const bool inside = x > low->x() && x + 1 < high->x() && y > high->y() && y + 1 < low->y();
      const bool outside = x + 1 < low->x() || x > high->x() || y + 1 < high->y() || y > low->y();
      const bool drawn = std::abs(int(image.pixel(x, y)[1]) - int(empty.pixel(x, y)[1])) > 3;
      missing += inside && !drawn;
      beyond += outside && drawn;
    }
  EXPECT_EQ(missing, 0);
  EXPECT_EQ(beyond, 0);
}

TEST_F(Picture, ACutRemovesWhatLiesInFrontOfItAndNothingBehind) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  const Snapshot snapshot =
      test::snapshot_of({{box, Vec3(-0.8, 0, 1.2), red}, {box, Vec3(0.8, 0, -1.2), blue}});
  const Camera camera = facing(6);
  const Image whole = draw(snapshot, camera);
  ASSERT_GT(count_strongest(whole, 0), 1000);
  plain.cut = CutAxis::z;
  plain.cut_position = 0;
  const Image in_front = draw(snapshot, camera);
  EXPECT_EQ(count_strongest(in_front, 0), 0);
  EXPECT_EQ(count_strongest(in_front, 2), count_strongest(whole, 2));
  // Seen from the other side, the other box is in front.
  CameraView behind;
  behind.eye = Vec3(0, 0, -6);
  const Image from_behind = draw(snapshot, Camera(behind));
  EXPECT_GT(count_strongest(from_behind, 0), 1000);
  EXPECT_EQ(count_strongest(from_behind, 2), 0);
}

TEST_F(Picture, ACutThroughASolidShowsItsInsideInAFlatColour) {
  const Snapshot snapshot = test::snapshot_of({{test::prepared(test::round_sphere(0.8)), Vec3::Zero(), red}});
  plain.cut = CutAxis::z;
  const Image image = draw(snapshot, facing(5));
  // Two tones alone, of the cap and its stripes, where a lit sphere has hundreds.
  std::set<int> tones;
  for (int y = 140; y < 160; ++y)
    for (int x = 190; x < 210; ++x)
      tones.insert(image.pixel(x, y)[0]);
  EXPECT_EQ(strongest(image.pixel(200, 150)), 0);
  EXPECT_LE(tones.size(), 4u);
}

TEST_F(Picture, ThePressureOnTheSkinHasTheColoursOfItsScale) {
  // The top of a box under two cells, one with the largest pressure of the range and one with none.
  Snapshot snapshot =
      test::snapshot_of({{test::prepared(test::plain_box(Vec3(2, 1, 2))), Vec3(0, -0.5, 0), red}});
  PairState pair =
      test::pixel_layer(test::plain_region(Vec3(-0.5, -0.1, -0.5), Vec3(1, 0.1, 1), {8, 8, 8}), 1);
  pair.pressure = {5000, 0};
  pair.contacts.contacts.resize(2);
  pair.contacts.contacts[1].cell = 1;
  pair.contacts.contacts[0].cell = 0;
  for (ContactPixelPair& pixel : pair.contacts.evidence.add<ImageEvidence>().pixels) {
    pixel.cell.fill(pixel.lower.x() < 0 ? 0 : 1);
    pixel.triangle = {6, 6}; // of the top
    pixel.area = 1.0 / 64;
  }
  snapshot.pairs.push_back(pair);
  plain.skin = SkinColour::pressure;
  plain.see_through = false;
  CameraView above;
  above.eye = Vec3(0, 5, 0.01);
  const Camera camera(above);
  const Image image = draw(snapshot, camera);
  EXPECT_EQ(renderer->scales().skin_top, 5000);
  for (const double x : {-0.25, 0.25}) {
    const auto at = camera.project(Vec3(x, 0, 0.2), size);
    const Colour expected = ramp_colour(x < 0 ? 1 : 0);
    for (std::size_t k = 0; k < 3; ++k)
      EXPECT_NEAR(image.pixel(int(at->x()), int(at->y()))[k], 255 * expected[k], 2);
  }
}

TEST_F(Picture, EveryQualityAndResolutionShowsTheSameScene) {
  const Snapshot snapshot =
      test::snapshot_of({{test::thick_ground(10, 5), Vec3::Zero(), {}, BodyKind::fixed},
                         {test::prepared(test::plain_box(Vec3::Ones())), Vec3(0, 0.5, 0), blue}});
  ViewOptions options;
  const Image medium = renderer->render(snapshot, Camera(), options, 400, 300);
  const long covered = count_strongest(medium, 2);
  for (const Quality quality : {Quality::low, Quality::high})
    for (const double resolution : {1.0, 0.5}) {
      options.quality = quality;
      options.resolution = resolution;
      const Image image = renderer->render(snapshot, Camera(), options, 400, 300);
      // Outlines and the shaded side may differ by a pixel along their length.
      EXPECT_NEAR(double(count_strongest(image, 2)), double(covered), 0.05 * double(covered));
    }
}

TEST_F(Picture, DroppedColumnsAreMagenta) {
  Snapshot snapshot;
  PairState pair;
  pair.contacts.region = test::plain_region(Vec3(-0.5, -0.5, -0.5), Vec3::Ones(), {1, 1, 1});
  pair.contacts.evidence.add<ImageEvidence>().dropped = {{1, {0, 0}, false}};
  snapshot.pairs.push_back(pair);
  snapshot.settings.contact.ldi.rows = RowChoice::unstaggered;
  const Image image = draw(snapshot, facing(5));
  const std::uint8_t* pixel = image.pixel(200, 150);
  EXPECT_GT(pixel[0], 2 * pixel[1]);
  EXPECT_GT(pixel[2], 2 * pixel[1]);
  plain.dropped = false;
  EXPECT_EQ(strongest(draw(snapshot, facing(5)).pixel(200, 150)), -1);
}

TEST_F(Picture, IsTheSameFromTwoContexts) {
  Snapshot snapshot = test::snapshot_of({{test::thick_ground(10, 5), Vec3::Zero(), {}, BodyKind::fixed},
                                         {test::prepared(test::round_sphere(0.5)), Vec3(0, 0.5, 0), {}}});
  snapshot.pairs.push_back(
      test::pixel_layer(test::plain_region(Vec3(-0.2, -0.1, -0.2), Vec3(0.4, 0.1, 0.4), {8, 8, 8}), 1));
  ViewOptions everything;
  everything.contacts = everything.regions = everything.forces = true;
  OffscreenRenderer other;
  const Image first = renderer->render(snapshot, Camera(), everything, 320, 200);
  const Image second = other.render(snapshot, Camera(), everything, 320, 200);
  EXPECT_EQ(first.rgba, second.rgba);
  EXPECT_EQ(renderer->render(snapshot, Camera(), everything, 320, 200).rgba, first.rgba);
}

TEST_F(Picture, LooksTheSameFarFromTheOrigin) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  const auto ground = test::thick_ground(10, 5);
  const Vec3 far(1 << 20, 0, -(1 << 20)); // whole grid spacings, exact in binary
  Camera here, there;
  there.centre_on(far);
  ViewOptions options;
  options.grid = false;
  const auto scene = [&](const Vec3& at) {
    return test::snapshot_of({{ground, at, {}, BodyKind::fixed}, {box, at + Vec3(0, 0.5, 0), {}}});
  };
  const Image near_image = renderer->render(scene(Vec3::Zero()), here, options, 400, 300);
  const Image far_image = renderer->render(scene(far), there, options, 400, 300);
  // Only shadow texels, which are fixed in the world, may lie differently: along the shadow's edge.
  EXPECT_LT(count_different(near_image, far_image, 3), 400 * 300 / 200);
}

TEST_F(Picture, TheGridIsTheSameInAFloorThatHoldsAllOfItAndInOneThatEnds) {
  const auto scene = [](double side) {
    return test::snapshot_of({{test::thick_ground(side, 0.1), Vec3::Zero(), {}, BodyKind::fixed}});
  };
  // Seen from above and a little aside; a floor of 4 m ends within the picture, the grid goes on beyond it.
  CameraView view;
  view.eye = Vec3(0.5, 6, 0.5);
  const Camera camera(view);
  const Image bare = renderer->render(scene(4), camera, plain, 400, 300);
  const Image bare_large = renderer->render(scene(1000), camera, plain, 400, 300);
  ViewOptions gridded = plain;
  gridded.grid = true;
  const Image small = renderer->render(scene(4), camera, gridded, 400, 300);
  const Image large = renderer->render(scene(1000), camera, gridded, 400, 300);
  Picker picker;
  long lines_on = 0, lines_beyond = 0, different_on = 0;
  for (int y = 0; y < 300; ++y)
    for (int x = 0; x < 400; ++x) {
      const bool on = picker.body(scene(4), camera.ray(x + 0.5, y + 0.5, size)).has_value();
      const int ink = int(small.pixel(x, y)[1]) - int(bare.pixel(x, y)[1]);
      (on ? lines_on : lines_beyond) += std::abs(ink) > 4;
      // What a line takes differs by its opacity times what haze makes of the floor, which is some 16 levels.
      different_on += on && std::abs(ink - (int(large.pixel(x, y)[1]) - int(bare_large.pixel(x, y)[1]))) > 8;
    }
  EXPECT_GT(lines_on, 300);
  EXPECT_GT(lines_beyond, 300);
  // Only on the small floor's own edge is a line mixed with what lies beyond.
  EXPECT_LT(different_on, 4 * 300);
}

TEST_F(Picture, AShadowFallsOnTheFloorAndNowhereElse) {
  const Snapshot snapshot =
      test::snapshot_of({{test::thick_ground(10, 5), Vec3::Zero(), {}, BodyKind::fixed},
                         {test::prepared(test::round_sphere(0.4)), Vec3(0, 0.8, 0), {}}});
  ViewOptions options = plain;
  Camera camera;
  const Image without = renderer->render(snapshot, camera, options, 400, 300);
  options.shadows = true;
  const Image with = renderer->render(snapshot, camera, options, 400, 300);
  Picker picker;
  long darker_floor = 0, changed_elsewhere = 0;
  for (int y = 0; y < 300; ++y)
    for (int x = 0; x < 400; ++x) {
      const int change = int(without.pixel(x, y)[1]) - int(with.pixel(x, y)[1]);
      const auto hit = picker.body(snapshot, camera.ray(x + 0.5, y + 0.5, size));
      if (hit && hit->body == 0)
        darker_floor += change > 10;
      else
        changed_elsewhere += std::abs(change) > 10;
    }
  EXPECT_GT(darker_floor, 200);
  // A ball throws no shadow on its own lit side; a rim of pixels along outlines may differ.
  EXPECT_LT(changed_elsewhere, 150);
}

TEST_F(Picture, ADeformedBodyIsDrawnWhereItsVerticesAre) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  Snapshot snapshot = test::snapshot_of({{box, Vec3::Zero(), red}});
  std::vector<Vec3> moved = box->mesh.vertices;
  for (Vec3& vertex : moved)
    vertex.x() += 1.2;
  snapshot.bodies[0].positions = std::make_shared<const std::vector<Vec3>>(moved);
  const Camera camera = facing(5);
  const Image image = draw(snapshot, camera);
  const auto shown = camera.project(Vec3(1.2, 0, 0), size);
  EXPECT_EQ(strongest(image.pixel(int(shown->x()), int(shown->y()))), 0);
  EXPECT_EQ(strongest(image.pixel(200, 150)), -1);
}

TEST_F(Picture, DarkIsDarkAndLightIsLight) {
  plain.grid = true;
  const Image light = draw(Snapshot{}, Camera());
  plain.dark = true;
  const Image dark = draw(Snapshot{}, Camera());
  for (int y = 0; y < 300; y += 10) {
    EXPECT_GT(light.pixel(200, y)[1], 150);
    EXPECT_LT(dark.pixel(200, y)[1], 100);
    EXPECT_EQ(light.pixel(200, y)[3], 255);
  }
}

TEST_F(Picture, SurvivesNonFiniteAndEmptyInput) {
  const auto box = test::prepared(test::plain_box(Vec3::Ones()));
  Snapshot snapshot = test::snapshot_of({{box, Vec3::Constant(std::nan("")), {}},
                                         {nullptr, Vec3::Zero(), {}},
                                         {test::prepared({}), Vec3::Zero(), {}},
                                         {box, Vec3::Zero(), red}});
  snapshot.pairs.emplace_back();
  plain.contacts = plain.regions = plain.forces = plain.shadows = true;
  plain.see_through = false;
  plain.hovered = reference_to(PixelReference{5, 5, 0});
  plain.hovered_body = 99;
  EXPECT_EQ(strongest(draw(snapshot, facing(5)).pixel(200, 150)), 0);
}

TEST_F(Picture, OfASizeThatCannotBeDrawnIsRefused) {
  for (const ViewSize bad :
       {ViewSize{0, 100}, ViewSize{100, -1}, ViewSize{1000000, 10}, ViewSize{16000, 16000}})
    EXPECT_THROW(renderer->render(Snapshot{}, Camera(), plain, bad.width, bad.height), InputError);
}

TEST_F(Picture, NamesTheDriver) {
  EXPECT_NE(renderer->driver().find("OpenGL 4"), std::string::npos) << renderer->driver();
}

} // namespace
} // namespace lamina
