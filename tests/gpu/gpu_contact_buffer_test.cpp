#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/gpu_contact_buffer.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/mesh/procedural.h"
#include "gpu/devices.h"
#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/opengl_device.h"
#include "tests/contact/same_contacts.h"
#include "tests/support/scenes.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/picking/pick_evidence.h"
#include "ui/render/pictures/offscreen.h"

#include <gmock/gmock.h>

#include <memory>
#include <thread>

namespace lamina::test {
namespace {

constexpr int width = 320, height = 240;

std::unique_ptr<ContactMethod> make_with(std::uint64_t losing_launch) {
  gpu::OpenglSettings settings;
  settings.contacts = true;
  settings.losing_launch = losing_launch;
  return ldi::make_device_method(gpu::make_opengl_device(settings));
}
std::unique_ptr<ContactMethod> by_shaders() {
  return make_with(0);
}
/// After some steps of some dozens of launches each.
std::unique_ptr<ContactMethod> to_be_lost() {
  return make_with(300);
}

/// A ball and a box on a box on the ground: rigid bodies, and as many pairs.
std::shared_ptr<const Scene> heap_on(const char* backend) {
  auto scene = scene_of(
      {ground(),
       body_of("low", make_box({0.4, 0.1, 0.4}), BodyKind::rigid, {{0, 0.0495, 0}, turn({0, 1, 0}, 0.3)}),
       body_of("ball", make_sphere(0.06, 500), BodyKind::rigid, {{0.1, 0.158, 0.01}, Quat::Identity()}),
       body_of("high", make_box({0.1, 0.1, 0.1}), BodyKind::rigid,
               {{-0.08, 0.1485, 0}, turn({0, 1, 0}, 0.5)})});
  scene->settings.contact.backend = backend;
  return scene;
}

/// Pictures and a device in contexts of EGL that share, both drawn by a program on the processor if need be.
class GpuContacts : public testing::Test {
protected:
  void SetUp() override {
    std::string why;
    if (gpu::opengl_renderer(why).empty())
      GTEST_SKIP() << "opengl: " << why;
    add_contact_method({"ldi", "shaders", "layers and contacts by shaders", by_shaders});
    add_contact_method({"ldi", "lost-shaders", "the same until the context is lost", to_be_lost});
    renderer = std::make_unique<OffscreenRenderer>();
    gpu::share_contexts([this] { return renderer->shared_context(); });
    camera = Camera(CameraView{.eye = {0.4, 0.4, 0.5}, .target = {0, 0.08, 0}});
    options.quality = Quality::low;
    options.contacts = true;
  }
  void TearDown() override { gpu::share_contexts({}); }

  Image draw(const Snapshot& snapshot) { return renderer->render(snapshot, camera, options, width, height); }

  /// Makes some steps; expects contact.
  static void step(Simulation& simulation, int steps) {
    for (int i = 0; i < steps; ++i)
      ASSERT_TRUE(simulation.step()) << simulation.problem();
    ASSERT_GT(simulation.statistics().contact_pixels, 100u);
  }

  std::unique_ptr<OffscreenRenderer> renderer;
  Camera camera;
  ViewOptions options;
};

std::size_t pixels_with_the_processor(const Snapshot& snapshot) {
  std::size_t count = 0;
  for (const PairState& pair : snapshot.pairs)
    count += images_of(pair.contacts).pixels.size();
  return count;
}

/// Those of all pairs, in the clothes of one.
PairContacts all_pixels(const Snapshot& snapshot) {
  PairContacts all;
  std::vector<ContactPixelPair>& pixels = all.evidence.add<ImageEvidence>().pixels;
  for (const PairState& pair : snapshot.pairs) {
    const std::vector<ContactPixelPair>& own = images_of(pair.contacts).pixels;
    pixels.insert(pixels.end(), own.begin(), own.end());
  }
  return all;
}

PairContacts all_pixels(const GpuContactBuffer& buffer) {
  PairContacts all;
  all.evidence.add<ImageEvidence>().pixels = buffer.copy();
  return all;
}

TEST_F(GpuContacts, PicturesFromTheDevicesMemoryAreThoseOfACopy) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto on_device = simulation.snapshot({.drawn = true});
  EXPECT_EQ(on_device->drawing, "from its memory");
  ASSERT_TRUE(on_device->device_evidence && gpu_contacts_in(on_device->device_evidence)->buffer);
  EXPECT_EQ(pixels_with_the_processor(*on_device), 0u);
  const auto copied = simulation.snapshot({.pixels = true});
  EXPECT_EQ(2 * pixels_with_the_processor(*copied), simulation.statistics().contact_pixels);
  expect_same(all_pixels(*gpu_contacts_in(on_device->device_evidence)->buffer), all_pixels(*copied));
  std::uint64_t pictures = 0;
  for (const bool see_through : {true, false})
    for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers})
      for (int axis = 0; axis < (view == ContactView::layers ? 3 : 1); ++axis)
        for (const int layer : {0, 1, 2}) {
          options.see_through = see_through;
          options.contact_view = view;
          options.layer_axis = axis;
          options.layer = layer;
          EXPECT_EQ(draw(*on_device).rgba, draw(*copied).rgba) << int(view) << " " << axis << " " << layer;
          EXPECT_EQ(renderer->contacts_from_device(), ++pictures);
        }
}

TEST_F(GpuContacts, WithoutContactsThePictureIsAnother) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto on_device = simulation.snapshot({.drawn = true});
  const Image shown = draw(*on_device);
  options.contacts = false;
  EXPECT_NE(shown.rgba, draw(*on_device).rgba);
}

TEST_F(GpuContacts, LegendsCountTheLayersThatTheDeviceFound) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  options.contact_view = ContactView::layers;
  const auto on_device = simulation.snapshot({.drawn = true}), copied = simulation.snapshot({.pixels = true});
  draw(*on_device);
  const std::size_t items = legend_entries(*on_device, options, renderer->scales()).front().items.size();
  draw(*copied);
  EXPECT_EQ(items, legend_entries(*copied, options, renderer->scales()).front().items.size());
  EXPECT_GE(items, 2u);
}

TEST_F(GpuContacts, PixelsOfTheProcessorAreDrawnBehindThoseOfTheDevice) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto on_device = simulation.snapshot({.drawn = true}), copied = simulation.snapshot({.pixels = true});
  Snapshot mixed = *on_device;
  auto fewer = std::make_shared<GpuContactPixels>(*gpu_contacts_in(on_device->device_evidence));
  for (std::size_t p = fewer->of_pair.size() - 1;
       fewer->of_pair[p].size() == 0 || p + 1 == mixed.pairs.size(); --p) {
    fewer->of_pair[p] = {};
    mixed.pairs[p] = copied->pairs[p];
  }
  mixed.device_evidence = fewer;
  ASSERT_GT(pixels_with_the_processor(mixed), 0u);
  for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers}) {
    options.contact_view = view;
    EXPECT_EQ(draw(mixed).rgba, draw(*copied).rgba);
  }
  EXPECT_EQ(renderer->contacts_from_device(), 3u);
}

TEST_F(GpuContacts, PairsAreDrawnInTheirOrderHoweverTheDeviceTakesThem) {
  // Of bodies that deform pixels are wanted anyway, which a device lists first.
  auto scene = std::make_shared<Scene>(*heap_on("shaders"));
  SceneBody soft = body_of("soft", make_box({0.1, 0.1, 0.1}, 300), BodyKind::soft,
                           {{0.04, 0.1485, -0.12}, turn({0, 1, 0}, 0.8)});
  soft.lattice_cells = 4;
  scene->bodies.push_back(soft);
  Simulation simulation(scene);
  step(simulation, 3);
  const auto on_device = simulation.snapshot({.drawn = true}), copied = simulation.snapshot({.pixels = true});
  ASSERT_TRUE(on_device->device_evidence);
  std::size_t pairs = 0;
  for (const Range& range : gpu_contacts_in(on_device->device_evidence)->of_pair)
    pairs += range.size() > 0;
  EXPECT_GT(pairs, 3u);
  for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers}) {
    options.contact_view = view;
    options.see_through = !options.see_through;
    EXPECT_EQ(draw(*on_device).rgba, draw(*copied).rgba) << int(view);
  }
  EXPECT_EQ(renderer->contacts_from_device(), 3u);
}

TEST_F(GpuContacts, ASnapshotKeepsItsPixelsWhileStepsGoOn) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto kept = simulation.snapshot({.drawn = true});
  const PairContacts pixels = all_pixels(*simulation.snapshot({.pixels = true}));
  const Image before = draw(*kept);
  for (int i = 0; i < 12; ++i) {
    step(simulation, 1);
    draw(*simulation.snapshot({.drawn = true}));
  }
  EXPECT_EQ(draw(*kept).rgba, before.rgba);
  expect_same(all_pixels(*gpu_contacts_in(kept->device_evidence)->buffer), pixels);
}

TEST_F(GpuContacts, ASnapshotOutlivesTheDevice) {
  auto simulation = std::make_unique<Simulation>(heap_on("shaders"));
  step(*simulation, 3);
  auto kept = simulation->snapshot({.drawn = true});
  const Image before = draw(*kept);
  simulation->apply(SetSetting{"backend", std::string("cpu")});
  EXPECT_EQ(draw(*simulation->snapshot({.drawn = true})).rgba, before.rgba);
  simulation.reset();
  EXPECT_EQ(draw(*kept).rgba, before.rgba);
  std::thread([&] { kept.reset(); }).join();
}

TEST_F(GpuContacts, NothingChangesForTheRunWhoeverLooks) {
  Simulation drawn(heap_on("shaders")), looked_at(heap_on("shaders")), alone(heap_on("cpu"));
  for (int i = 0; i < 30; ++i) {
    step(drawn, 1);
    step(looked_at, 1);
    step(alone, 1);
    const auto both = drawn.snapshot({.pixels = i % 3 == 1, .drawn = true});
    EXPECT_TRUE(both->device_evidence);
    looked_at.snapshot({.pixels = true});
    if (i % 5 == 0)
      draw(*both);
    ASSERT_EQ(drawn.statistics().state_hash, alone.statistics().state_hash) << i;
    ASSERT_EQ(looked_at.statistics().state_hash, alone.statistics().state_hash) << i;
  }
}

TEST_F(GpuContacts, WhatIsPointedAtIsThereBesidesAndIsMarked) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto both = simulation.snapshot({.pixels = true, .drawn = true});
  ASSERT_TRUE(both->device_evidence);
  EXPECT_EQ(2 * pixels_with_the_processor(*both), simulation.statistics().contact_pixels);
  const auto copied = simulation.snapshot({.pixels = true});
  for (std::uint32_t pair = 0; pair < both->pairs.size(); ++pair)
    if (images_of(both->pairs[pair].contacts).pixels.size() > 20)
      options.hovered = reference_to(PixelReference{pair, 20, 1});
  ASSERT_TRUE(options.hovered);
  EXPECT_EQ(draw(*both).rgba, draw(*copied).rgba);
}

TEST_F(GpuContacts, RenderersThatShareNothingDrawTheSameByCopy) {
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto on_device = simulation.snapshot({.drawn = true});
  OffscreenRenderer stranger;
  EXPECT_EQ(stranger.render(*on_device, camera, options, width, height).rgba, draw(*on_device).rgba);
  EXPECT_EQ(stranger.contacts_from_device(), 0u);
  EXPECT_EQ(gpu_contacts_in(on_device->device_evidence)->buffer->begin_drawing(), 0u)
      << "no context is current";
}

TEST_F(GpuContacts, WithoutAContextThatSharesPixelsComeByCopyAndItSaysWhy) {
  gpu::share_contexts({});
  Simulation simulation(heap_on("shaders"));
  step(simulation, 3);
  const auto copied = simulation.snapshot({.drawn = true});
  EXPECT_FALSE(copied->device_evidence);
  EXPECT_EQ(2 * pixels_with_the_processor(*copied), simulation.statistics().contact_pixels);
  EXPECT_THAT(copied->drawing, testing::HasSubstr("by copy: "));
  gpu::share_contexts([] { return nullptr; });
  EXPECT_THAT(Simulation(heap_on("shaders")).snapshot()->drawing, testing::HasSubstr("by copy: "));
}

TEST_F(GpuContacts, ContactsThatTheProcessorMakesComeByCopy) {
  if (gpu::opengl_why_by_copy().empty())
    GTEST_SKIP() << "a card makes contacts itself";
  add_contact_method({"ldi", "layers-only", "layers by shaders",
                      [] { return ldi::make_device_method(gpu::make_opengl_device()); }});
  Simulation simulation(heap_on("layers-only"));
  step(simulation, 3);
  const auto copied = simulation.snapshot({.drawn = true});
  EXPECT_FALSE(copied->device_evidence);
  EXPECT_EQ(copied->drawing, std::string("by copy: ") + ldi::made_by_processor);
}

TEST_F(GpuContacts, PatchesComeFromItsMemoryWithTheirNumbers) {
  Simulation simulation(heap_on("shaders"));
  simulation.apply(SetSetting{"law", std::string("patches")});
  step(simulation, 3);
  const auto on_device = simulation.snapshot({.drawn = true});
  ASSERT_TRUE(on_device->device_evidence && gpu_contacts_in(on_device->device_evidence)->buffer);
  const auto copied = simulation.snapshot({.pixels = true});
  expect_same(all_pixels(*gpu_contacts_in(on_device->device_evidence)->buffer), all_pixels(*copied));
  EXPECT_EQ(draw(*on_device).rgba, draw(*copied).rgba);
}

TEST_F(GpuContacts, ABodyThatMeetsItselfIsDrawnFromItsMemoryToo) {
  const auto scene = scene_of({soft_ring(0.9), body_of("ball", make_sphere(0.3, 300), BodyKind::rigid,
                                                       {{1.6, 0, 0.2}, Quat::Identity()})});
  scene->settings.contact.backend = "shaders";
  scene->settings.contact.ldi.resolution = 128;
  scene->gravity = Vec3::Zero();
  Simulation simulation(scene);
  simulation.apply(BeginDrag{0, {0.81, 0, -0.59}, {}});
  simulation.apply(MoveDrag{{1.2, 0, 1.0}});
  step(simulation, 40);
  camera = Camera(CameraView{.eye = {2, 2, 2}, .target = {0.6, 0, 0}});
  const auto on_device = simulation.snapshot({.drawn = true}), copied = simulation.snapshot({.pixels = true});
  ASSERT_TRUE(on_device->device_evidence && gpu_contacts_in(on_device->device_evidence)->buffer);
  std::size_t with_itself = 0;
  for (std::size_t p = 0; p < copied->pairs.size(); ++p)
    if (const PairContacts& contacts = copied->pairs[p].contacts; contacts.body[0] == contacts.body[1]) {
      EXPECT_EQ(gpu_contacts_in(on_device->device_evidence)->of_pair[p].size(),
                images_of(contacts).pixels.size());
      with_itself += images_of(contacts).pixels.size();
    }
  EXPECT_GT(with_itself, 50u);
  EXPECT_EQ(draw(*on_device).rgba, draw(*copied).rgba);
}

TEST_F(GpuContacts, ALostContextGivesWayAndPicturesGoOn) {
  Simulation lost(heap_on("lost-shaders")), alone(heap_on("cpu"));
  std::shared_ptr<const Snapshot> last;
  Image before;
  for (int i = 0; i < 40 && lost.notice().empty(); ++i) {
    if (i > 0) {
      last = lost.snapshot({.drawn = true});
      before = draw(*last);
    }
    step(lost, 1);
    step(alone, 1);
  }
  EXPECT_THAT(lost.notice(), testing::HasSubstr("the context was lost"));
  ASSERT_TRUE(last && last->device_evidence);
  const auto after = lost.snapshot({.drawn = true});
  EXPECT_FALSE(after->device_evidence);
  EXPECT_EQ(after->device, "");
  EXPECT_EQ(draw(*after).rgba, draw(*alone.snapshot({.drawn = true})).rgba);
  EXPECT_EQ(draw(*last).rgba, before.rgba) << "what was handed out before stays";
}

/// Objects with the first names that there are in a context.
int living_objects(SharedContext& context) {
  int count = 0;
  EXPECT_TRUE(context.make_current());
  for (unsigned name = 1; name < 5000; ++name)
    count += (glIsBuffer(name) ? 1 : 0) + (glIsProgram(name) ? 1 : 0);
  context.release();
  return count;
}

TEST_F(GpuContacts, ADeviceLeavesNothingBehindInThePicturesContext) {
  const std::unique_ptr<SharedContext> beside = renderer->shared_context();
  const int before = living_objects(*beside);
  EXPECT_GT(before, 0) << "the picture's own";
  {
    Simulation simulation(heap_on("shaders"));
    step(simulation, 3);
    const auto kept = simulation.snapshot({.drawn = true});
    EXPECT_GT(living_objects(*beside), before);
  }
  EXPECT_EQ(living_objects(*beside), before);
}

} // namespace
} // namespace lamina::test
