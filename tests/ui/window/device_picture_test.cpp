#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/gpu_contact_buffer.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "gpu/devices.h"
#include "gpu/opengl/opengl_device.h"
#include "tests/ui/window/window_test.h"
#include "ui/window/viewport/window_contexts.h"

#include <gmock/gmock.h>

namespace lamina {
namespace {

const char* const shaders = "shaders-to-the-end";
const char* const from_memory = "from its memory";

/// Contacts by shaders too, which a renderer on the processor leaves to others unless it is told.
std::unique_ptr<ContactMethod> contacts_by_shaders() {
  gpu::OpenglSettings settings;
  settings.contacts = true;
  return ldi::make_device_method(gpu::make_opengl_device(settings));
}

/// A window whose devices get contexts from it, as the program has it, and that shows contact pixels.
class DevicePictureTest : public WindowTest {
protected:
  void SetUp() override {
    std::string why;
    if (gpu::opengl_renderer(why).empty())
      GTEST_SKIP() << "opengl: " << why;
    add_contact_method({"ldi", shaders, "layers and contacts by shaders", contacts_by_shaders});
    gpu::share_contexts(window_contexts::take);
    WindowTest::SetUp();
    keep_awake();
    viewport().panels().view.contacts = true;
    viewport().redraw();
  }
  void TearDown() override {
    WindowTest::TearDown();
    gpu::share_contexts({});
  }

  /// What lies asleep is found no more.
  void keep_awake() { window_->post(Event(SetSetting{"sleep", false})); }

  void choose(const std::string& backend) {
    window_->post(Event(SetSetting{"backend", backend}));
    ASSERT_TRUE(wait_for([&] { return now()->settings.contact.backend == backend; })) << now()->problem;
  }

  /// Waits until pictures have been made of the device's memory, some more than there were.
  void expect_pictures_from_device() {
    ASSERT_TRUE(wait_for([&] { return now()->device_evidence != nullptr; }))
        << now()->drawing << now()->problem;
    EXPECT_EQ(now()->drawing, from_memory);
    const std::uint64_t before = viewport().contacts_from_device();
    EXPECT_TRUE(wait_for([&] { return viewport().contacts_from_device() > before + 3; }));
    EXPECT_EQ(now()->notice, "");
    EXPECT_EQ(now()->problem, "");
  }

  std::size_t pixels_with_the_processor() {
    std::size_t count = 0;
    for (const PairState& pair : now()->pairs)
      count += images_of(pair.contacts).pixels.size();
    return count;
  }
};

/// The same state with its pixels with the processor alone.
std::shared_ptr<const Snapshot> by_copy(const Snapshot& shown) {
  auto copied = std::make_shared<Snapshot>(shown);
  const std::vector<ContactPixelPair> pixels = gpu_contacts_in(shown.device_evidence)->buffer->copy();
  for (std::size_t p = 0; p < copied->pairs.size(); ++p) {
    const Range& range = gpu_contacts_in(shown.device_evidence)->of_pair[p];
    copied->pairs[p].contacts.evidence.add<ImageEvidence>().pixels.assign(pixels.begin() + range.begin,
                                                                          pixels.begin() + range.end);
  }
  copied->device_evidence.reset();
  return copied;
}

TEST_F(DevicePictureTest, PixelsAreDrawnFromTheDevicesMemoryInTheWindowsSharedContext) {
  choose(shaders);
  expect_pictures_from_device();
  EXPECT_TRUE(wait_for([&] { return now()->device_evidence && pixels_with_the_processor() == 0; }))
      << "nobody points at them";
  pause();
  const auto shown = now();
  ASSERT_TRUE(shown->device_evidence && gpu_contacts_in(shown->device_evidence)->buffer);
  wait_for_frames();
  const QImage from_device = viewport().picture();
  const std::uint64_t before = viewport().contacts_from_device();
  EXPECT_EQ(viewport().picture({}, by_copy(*shown)), from_device);
  EXPECT_EQ(viewport().contacts_from_device(), before);
  viewport().panels().view.contacts = false;
  EXPECT_NE(viewport().picture(), from_device) << "equality should mean something";
}

TEST_F(DevicePictureTest, BackendsAreSwitchedLive) {
  for (int round = 0; round < 3; ++round) {
    choose(shaders);
    expect_pictures_from_device();
    choose("cpu");
    ASSERT_TRUE(wait_for([&] { return !now()->device_evidence && pixels_with_the_processor() > 0; }));
    EXPECT_EQ(now()->drawing, "");
    const std::uint64_t before = viewport().contacts_from_device();
    wait_for_frames();
    EXPECT_EQ(viewport().contacts_from_device(), before);
  }
}

TEST_F(DevicePictureTest, WhatIsPointedAtIsNamed) {
  choose(shaders);
  expect_pictures_from_device();
  pause();
  // The corner of the box that is nearest to the eye lies in the ground.
  const Vec3 corner = position_of(1) + Vec3(0.095, -0.1, 0.095);
  move(on_screen(corner));
  EXPECT_TRUE(wait_for([&] { return pixels_with_the_processor() > 0; }));
  EXPECT_TRUE(now()->device_evidence);
  EXPECT_TRUE(wait_for([&] { return viewport().overlay().tip.find("click to pin") != std::string::npos; }))
      << viewport().overlay().tip;
}

TEST_F(DevicePictureTest, ThePanelSaysHowPicturesComeByThem) {
  show_all_contact_settings();
  choose(shaders);
  EXPECT_TRUE(wait_for([&] { return has_widget("picture"); }));
  choose("cpu");
  EXPECT_TRUE(wait_for([&] { return !has_widget("picture"); }));
}

TEST_F(DevicePictureTest, ADeviceOfAWindowThatWasClosedIsFollowedByOneOfTheNext) {
  choose(shaders);
  expect_pictures_from_device();
  make_window();
  open_and_wait(write_box_scene("again.json"));
  keep_awake();
  viewport().panels().view.contacts = true;
  choose(shaders);
  expect_pictures_from_device();
}

TEST_F(DevicePictureTest, TwoSimulationsSideBySideHaveOneEach) {
  choose(shaders);
  expect_pictures_from_device();
  window_->post(CompareWith{"ldi", shaders});
  ASSERT_TRUE(wait_for([&] { return now()->beside && now()->beside->device_evidence; }));
  expect_pictures_from_device();
  EXPECT_EQ(now()->beside->drawing, from_memory);
  EXPECT_EQ(now()->beside->statistics.state_hash, now()->statistics.state_hash);
}

} // namespace
} // namespace lamina
