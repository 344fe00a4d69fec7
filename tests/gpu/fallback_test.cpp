#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/method.h"
#include "core/mesh/procedural.h"
#include "core/settings/setting_list.h"
#include "core/simulation/simulation.h"
#include "gpu/method/auto_method.h"
#include "tests/support/scenes.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace lamina::test {
namespace {

/// Fails after some steps that have contact, twenty launches each.
std::unique_ptr<ContactMethod> failing_method() {
  ldi::HostSettings device;
  device.failing_launch = 40;
  return ldi::make_device_method(ldi::make_host_device(device));
}

std::unique_ptr<ContactMethod> failing_at_once() {
  ldi::HostSettings device;
  device.memory = 0;
  return ldi::make_device_method(ldi::make_host_device(device));
}

std::unique_ptr<ContactMethod> host_method() {
  return ldi::make_device_method(ldi::make_host_device());
}

std::shared_ptr<Scene> two_boxes(const std::string& backend) {
  add_contact_method({"ldi", "failing-device", "fails after three steps", failing_method});
  add_contact_method({"ldi", "host-device", "the stages of a card on the processor", host_method});
  const std::shared_ptr<Scene> scene = scene_of(
      {ground(), body_of("below", make_box({1, 1, 1}), BodyKind::rigid, {{0, 0.5, 0}, Quat::Identity()}),
       body_of("above", make_box({0.8, 0.8, 0.8}), BodyKind::rigid,
               {{0.1, 1.42, 0}, turn(Vec3::UnitY(), 0.3)})});
  set_setting(scene->settings, "backend", backend);
  return scene;
}

std::vector<double> state_after(Simulation& simulation, int steps) {
  for (int i = 0; i < steps; ++i)
    EXPECT_TRUE(simulation.step());
  const std::span<const double> state = simulation.body_states();
  return {state.begin(), state.end()};
}

TEST(DeviceFallback, TheSimulationGoesOnWithTheProcessorAndTells) {
  Simulation failing(two_boxes("failing-device")), processor(two_boxes("cpu"));
  EXPECT_EQ(state_after(failing, 30), state_after(processor, 30));
  EXPECT_EQ(failing.settings().contact.backend, "cpu");
  EXPECT_THAT(failing.notice(), testing::HasSubstr("goes on with backend cpu"));
  EXPECT_EQ(failing.snapshot()->notice, failing.notice());
}

TEST(DeviceFallback, IsAnEventOfTheRunSoThatReplaysNeedNoFailure) {
  Simulation failing(two_boxes("failing-device"));
  std::uint64_t steps = 0;
  for (; failing.notice().empty() && steps < 20; ++steps)
    ASSERT_TRUE(failing.step());
  const auto& events = failing.events();
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events.front().step, steps);
  const auto* change = std::get_if<SetSetting>(&events.front().event);
  ASSERT_NE(change, nullptr);
  EXPECT_EQ(change->name, "backend");
  EXPECT_EQ(to_text(change->value), "cpu");
}

TEST(DeviceFallback, ChoosingABackendAnewTakesTheNoticeBack) {
  Simulation failing(two_boxes("failing-device"));
  state_after(failing, 10);
  failing.apply(SetSetting{"backend", "host-device"});
  EXPECT_EQ(failing.notice(), "");
  EXPECT_EQ(failing.snapshot()->device, "");
  state_after(failing, 10);
  EXPECT_EQ(failing.settings().contact.backend, "host-device");
}

TEST(DeviceBackend, SwitchedLiveInTheMiddleOfARunChangesNothingButTimings) {
  Simulation switched(two_boxes("cpu")), processor(two_boxes("cpu"));
  for (const char* backend : {"host-device", "reference", "cpu", "host-device"}) {
    switched.apply(SetSetting{"backend", backend});
    EXPECT_EQ(state_after(switched, 15), state_after(processor, 15)) << backend;
  }
}

/// A ring whose one end is pulled through the other, onto a ball that lies there.
std::shared_ptr<Scene> pulled_ring(const std::string& backend, SelfLaw law) {
  const std::shared_ptr<Scene> scene = two_boxes(backend);
  SceneBody ball = body_of("ball", make_sphere(0.3, 300));
  ball.pose.position = {1, 0.4, 0.6};
  scene->bodies = {soft_ring(0.9), ball};
  scene->gravity = Vec3::Zero();
  scene->settings.response.self_law = law;
  return scene;
}

TEST(DeviceBackend, ABodyThatIsPulledThroughItselfMovesAsItDoesWithTheProcessor) {
  for (const SelfLaw law : {SelfLaw::patches, SelfLaw::f08}) {
    Simulation device(pulled_ring("host-device", law)), processor(pulled_ring("cpu", law));
    for (Simulation* simulation : {&device, &processor}) {
      simulation->apply(BeginDrag{0, {0.81, 0, -0.59}, {}});
      simulation->apply(MoveDrag{{1.2, 0, 1.0}});
    }
    for (int step = 0; step < 40; ++step)
      ASSERT_EQ(state_after(device, 1), state_after(processor, 1)) << step;
    const std::shared_ptr<const Snapshot> last = device.snapshot();
    EXPECT_TRUE(std::any_of(last->pairs.begin(), last->pairs.end(), [](const PairState& pair) {
      return pair.contacts.body[0] == pair.contacts.body[1] && !pair.contacts.contacts.empty();
    }));
    EXPECT_EQ(device.notice(), "");
  }
}

std::unique_ptr<ContactMethod> automatic_method() {
  std::vector<gpu::Candidate> candidates;
  candidates.push_back({"reference", make_ldi_reference()});
  candidates.push_back({"failing-device", failing_at_once()});
  candidates.push_back({"cpu", make_ldi_cpu()});
  return gpu::make_auto_method(std::move(candidates));
}

TEST(AutoBackend, HandsOverToACandidateThatWorksAtTheFirstContactAndSaysWhy) {
  add_contact_method({"ldi", "choosing", "as backend auto, of other candidates", automatic_method});
  Simulation choosing(two_boxes("choosing")), processor(two_boxes("cpu"));
  EXPECT_EQ(state_after(choosing, 20), state_after(processor, 20));
  EXPECT_THAT(choosing.settings().contact.backend, testing::AnyOf("reference", "cpu"));
  EXPECT_THAT(choosing.notice(),
              testing::AllOf(testing::HasSubstr("chose " + choosing.settings().contact.backend),
                             testing::HasSubstr("reference "), testing::HasSubstr("cpu "),
                             testing::Not(testing::HasSubstr("failing-device"))));
  ASSERT_EQ(choosing.events().size(), 1u);
}

TEST(AutoBackend, WaitsForTheFirstPair) {
  add_contact_method({"ldi", "choosing", "as backend auto, of other candidates", automatic_method});
  const std::shared_ptr<Scene> alone = scene_of({body_of("alone", make_box({1, 1, 1}))});
  set_setting(alone->settings, "backend", "choosing");
  Simulation simulation(alone);
  state_after(simulation, 3);
  EXPECT_EQ(simulation.settings().contact.backend, "choosing");
  EXPECT_EQ(simulation.notice(), "");
}

} // namespace
} // namespace lamina::test
