#include "tests/ui/window/window_test.h"
#include "ui/render/pictures/picture_clock.h"
#include "ui/window/viewport/motion_watch.h"

namespace lamina {
namespace {

bool draws_in_software_here(Viewport& viewport) {
  viewport.makeCurrent();
  const bool software = draws_in_software();
  viewport.doneCurrent();
  return software;
}

TEST_F(WindowTest, WhatIsPausedSettlesToOneFullPictureAndMovesCoarselyAgain) {
  pause();
  ASSERT_TRUE(wait_for([&] { return viewport().settled(); }));
  viewport().camera().orbit(0.2, 0);
  viewport().redraw(1);
  ASSERT_TRUE(wait_for([&] { return !viewport().settled(); }));
  EXPECT_TRUE(wait_for([&] { return viewport().settled(); }));
}

TEST_F(WindowTest, WhatRestsSettlesWhileTheSimulationPlays) {
  ASSERT_TRUE(wait_for([&] { return now()->playing && viewport().settled(); }));
  const std::uint64_t step = now()->statistics.step;
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step > step + 5; }));
}

TEST_F(WindowTest, HighQualityIsNeverWaitedForWhereTheProcessorDraws) {
  if (!draws_in_software_here(viewport()))
    GTEST_SKIP() << "a GPU draws here";
  viewport().panels().view.quality = QualityChoice::high;
  for (int i = 0; i < 5; ++i) {
    viewport().camera().orbit(0.1, 0);
    wait_for_frames(2);
    EXPECT_EQ(viewport().drawn_in_place(), Quality::low);
  }
  EXPECT_TRUE(wait_for([&] { return viewport().settled(); }));
  EXPECT_EQ(viewport().drawn_in_place(), Quality::low);
}

TEST_F(WindowTest, ASavedPictureHasTheSizeAskedForAndLetsTheGroundShineThrough) {
  pause();
  const QImage opaque = viewport().picture({QSize(640, 400), false, false});
  EXPECT_EQ(opaque.size(), QSize(640, 400));
  EXPECT_FALSE(opaque.hasAlphaChannel());
  const QImage picture = viewport().picture({QSize(640, 400), true, false});
  ASSERT_EQ(picture.size(), QSize(640, 400));
  // The box is in the middle, above it is the sky, below it the ground.
  Camera camera = viewport().camera();
  EXPECT_NE(camera.lens_shift(), 0) << "that is for the panels";
  camera.set_lens_shift(0);
  const auto box = camera.project(position_of(1), {640, 400});
  ASSERT_TRUE(box);
  EXPECT_EQ(qAlpha(picture.pixel(int(box->x()), int(box->y()))), 255);
  EXPECT_EQ(qAlpha(picture.pixel(320, 5)), 0);
  EXPECT_EQ(qAlpha(picture.pixel(320, 395)), 0);
  EXPECT_EQ(picture.convertToFormat(QImage::Format_RGB888).pixel(int(box->x()), int(box->y())),
            opaque.pixel(int(box->x()), int(box->y())));
}

TEST_F(WindowTest, TheLegendIsInASavedPictureWhereItIsAskedFor) {
  key(Qt::Key_C);
  pause();
  EXPECT_NE(viewport().picture({{}, false, true}), viewport().picture({{}, false, false}));
}

std::shared_ptr<Snapshot> a_body_at(double x) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->infos = std::make_shared<const std::vector<BodyInfo>>(1);
  snapshot->bodies.resize(1);
  snapshot->bodies[0].mesh_pose.position = Vec3(x, 0, 0);
  snapshot->playing = true;
  return snapshot;
}

TEST(MotionWatch, StepsTooSmallToSeeAreRestUntilTheyAddUp) {
  MotionWatch watch;
  const auto first = a_body_at(0);
  auto infos = first->infos;
  const auto looks = [&](double x, double now_s) {
    auto snapshot = a_body_at(x);
    snapshot->infos = infos;
    return watch.moves(snapshot, {}, 1e-3, now_s);
  };
  EXPECT_TRUE(looks(0, 0));
  EXPECT_TRUE(looks(0, 0.05)) << "a moment ago it was new";
  EXPECT_FALSE(looks(0.4e-3, 0.2));
  EXPECT_FALSE(looks(0.8e-3, 0.3));
  const std::uint64_t count = watch.count();
  EXPECT_TRUE(looks(1.2e-3, 0.4));
  EXPECT_EQ(watch.count(), count + 1);
  EXPECT_FALSE(looks(1.3e-3, 0.6));
  CameraView turned;
  turned.eye = Vec3(1, 0, 0);
  auto snapshot = a_body_at(1.3e-3);
  snapshot->infos = infos;
  EXPECT_TRUE(watch.moves(snapshot, turned, 1e-3, 0.7));
}

TEST(MotionWatch, WhatIsPausedRestsAtOnceButTheEyeDoesNot) {
  MotionWatch watch;
  auto infos = a_body_at(0)->infos;
  const auto at = [&](double x, bool playing) {
    auto snapshot = a_body_at(x);
    snapshot->infos = infos;
    snapshot->playing = playing;
    return snapshot;
  };
  EXPECT_TRUE(watch.moves(at(0, true), {}, 1e-3, 0));
  EXPECT_TRUE(watch.moves(at(1, true), {}, 1e-3, 1));
  EXPECT_FALSE(watch.moves(at(2, false), {}, 1e-3, 1.01)) << "it moved, and will not go on";
  CameraView turned;
  turned.eye = Vec3(1, 0, 0);
  EXPECT_TRUE(watch.moves(at(2, false), turned, 1e-3, 1.02));
  EXPECT_NEAR(watch.rests_in(1.02), MotionWatch::rest_s, 1e-12);
  EXPECT_FALSE(watch.moves(at(2, false), turned, 1e-3, 1.021 + MotionWatch::rest_s));
  EXPECT_TRUE(watch.moves(at(3, true), turned, 1e-3, 2));
  EXPECT_TRUE(watch.moves(at(3, true), {}, 1e-3, 2.01));
  EXPECT_TRUE(watch.moves(at(3, false), {}, 1e-3, 2.02)) << "the eye still does";
}

} // namespace
} // namespace lamina
