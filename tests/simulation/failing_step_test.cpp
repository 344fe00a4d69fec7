#include "core/base/error.h"
#include "core/contact/ldi/ldi.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gmock/gmock.h>

#include <new>

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::scene_of;
using testing::HasSubstr;

/// What the next detection does.
enum class Fault { none, memory, words };
Fault fault = Fault::none;

/// Detects as backend cpu does; or writes half of a result and fails.
class FailingMethod : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override {
    if (fault == Fault::none)
      return sound_->detect(input, results);
    results.assign(input.pairs.size(), {});
    for (PairContacts& result : results)
      result.contacts.push_back({.gradient = {Range{0, 1000}, Range{1000, 2000}}});
    if (fault == Fault::memory)
      throw std::bad_alloc();
    throw InputError("there is no such thing");
  }

private:
  std::unique_ptr<ContactMethod> sound_ = make_ldi_cpu();
};

std::unique_ptr<ContactMethod> make_failing() {
  return std::make_unique<FailingMethod>();
}

TEST(FailingStep, KeepsTheLastStateSaysWhyAndGoesOnAsIfNothingHadBeen) {
  add_contact_method({"ldi", "failing", "for tests", make_failing});
  const auto scene = scene_of({ground(), body_of("box", make_box({0.1, 0.1, 0.1}), BodyKind::rigid,
                                                 {{0, 0.049, 0}, Quat::Identity()})});
  Simulation sound(scene);
  const auto failing_scene = std::make_shared<Scene>(*scene);
  failing_scene->settings.contact.backend = "failing";
  Simulation failing(failing_scene);
  for (int step = 0; step < 6; ++step) {
    for (const Fault next : {Fault::memory, Fault::words}) {
      fault = next;
      EXPECT_FALSE(failing.step());
      EXPECT_THAT(failing.problem(),
                  HasSubstr(next == Fault::memory ? "more memory than there is" : "there is no such thing"));
      EXPECT_THAT(failing.problem(), HasSubstr("Step " + std::to_string(step + 1)));
      EXPECT_TRUE(failing.snapshot({.pixels = true})->pairs.empty()) << "half a result is none";
    }
    fault = Fault::none;
    ASSERT_TRUE(sound.step());
    ASSERT_TRUE(failing.step()) << failing.problem();
    EXPECT_EQ(failing.problem(), "");
    EXPECT_EQ(failing.statistics().state_hash, sound.statistics().state_hash);
  }
  EXPECT_GT(failing.statistics().contacts, 0u);
}

} // namespace
} // namespace lamina
