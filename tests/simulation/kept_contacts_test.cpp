#include "core/contact/ldi/ldi.h"
#include "core/simulation/simulation.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

// Contacts of rigid bodies that hardly move are kept from step to step.

namespace lamina {
namespace {

using test::body_of;
using test::ground;
using test::run_for;
using test::turn;

std::size_t pairs_detected = 0;

/// Backend cpu, and how many pairs it was given.
class CountingMethod final : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override {
    pairs_detected += input.pairs.size();
    return method_->detect(input, results);
  }
  bool finds_details_again(const ContactSettings& settings) const override {
    return method_->finds_details_again(settings);
  }

private:
  std::unique_ptr<ContactMethod> method_ = make_ldi_cpu();
};

/// A leaning heap: boxes that fall, turn, rub and come to rest, and are kept awake.
std::shared_ptr<Scene> heap() {
  const TriangleMesh box = make_box({0.2, 0.1, 0.15});
  auto scene =
      test::scene_of({ground(), body_of("low", box, BodyKind::rigid, {{0, 0.06, 0}, Quat::Identity()}),
                      body_of("high", box, BodyKind::rigid, {{0.05, 0.2, 0.01}, turn({1, 1, 0}, 0.4)}),
                      body_of("beside", box, BodyKind::rigid, {{0.12, 0.35, 0}, turn({0, 1, 1}, 0.5)})});
  scene->settings.response.response = ResponseKind::constraints;
  scene->settings.response.sleep = false;
  return scene;
}

TEST(KeptContacts, WhatRestsIsNotDetectedAgain) {
  add_contact_method({"ldi", "counting", "",
                      [] { return std::unique_ptr<ContactMethod>(std::make_unique<CountingMethod>()); },
                      ldi_traits()});
  const auto scene = heap();
  scene->settings.contact.backend = "counting";
  Simulation simulation(scene);
  pairs_detected = 0;
  run_for(simulation, 0.2);
  EXPECT_GE(pairs_detected, 20u) << "what falls is detected in every step";
  run_for(simulation, 6);
  pairs_detected = 0;
  run_for(simulation, 1);
  EXPECT_LT(pairs_detected, 30u) << "of some 300 in 100 steps";
  EXPECT_GE(simulation.statistics().pairs, 3u);
  EXPECT_GT(simulation.statistics().volume_m3, 0) << "they count all the same";
}

// Whatever is applied makes the next step find everything anew.
TEST(KeptContacts, AreThoseThatDetectionWouldFind) {
  for (const ResponseKind response : {ResponseKind::constraints, ResponseKind::penalty}) {
    const auto scene = heap();
    scene->settings.response.response = response;
    Simulation keeps(scene), anew(scene);
    for (int step = 0; step < 400; ++step) {
      anew.apply(SetSetting{"sleep", false});
      ASSERT_TRUE(keeps.step() && anew.step());
      ASSERT_EQ(keeps.statistics().state_hash, anew.statistics().state_hash) << step;
    }
    const auto a = keeps.snapshot({.pixels = true}), b = anew.snapshot({.pixels = true});
    ASSERT_EQ(a->pairs.size(), b->pairs.size());
    for (std::size_t p = 0; p < a->pairs.size(); ++p)
      EXPECT_EQ(a->pairs[p].pressure, b->pairs[p].pressure);
    EXPECT_EQ(keeps.statistics().contact_pixels, anew.statistics().contact_pixels);
  }
}

TEST(KeptContacts, GoingBackToWhatRestsGivesTheSameFuture) {
  Simulation simulation(heap());
  run_for(simulation, 3);
  const std::uint64_t then = simulation.statistics().step;
  Simulation::StoredState stored = simulation.stored_state();
  const Pose body = simulation.snapshot()->bodies[2].pose;
  ASSERT_TRUE(stored.surfaces[2].position != body.position) << "surfaces lag";
  for (int i = 0; i < 40; ++i)
    ASSERT_TRUE(simulation.step());
  const std::uint64_t later = simulation.statistics().state_hash;
  ASSERT_TRUE(simulation.go_back(then));
  for (int i = 0; i < 40; ++i)
    ASSERT_TRUE(simulation.step());
  EXPECT_EQ(simulation.statistics().state_hash, later);

  Simulation elsewhere(heap());
  elsewhere.go_to(then, {}, [&](std::uint64_t) { return stored; });
  for (int i = 0; i < 40; ++i)
    ASSERT_TRUE(elsewhere.step());
  EXPECT_EQ(elsewhere.statistics().state_hash, later);
}

// Under a penalty, and wherever contacts depend on more than surfaces.
TEST(KeptContacts, SurfacesAreAtTheirBodiesWhereTheyMayNotLag) {
  Simulation simulation(heap());
  run_for(simulation, 3);
  ASSERT_FALSE(simulation.stored_state().surfaces.empty());
  simulation.apply(SetSetting{"response", std::string("penalty")});
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(simulation.step());
    EXPECT_TRUE(simulation.stored_state().surfaces.empty());
  }
  simulation.apply(SetSetting{"response", std::string("constraints")});
  run_for(simulation, 3);
  ASSERT_FALSE(simulation.stored_state().surfaces.empty());
  simulation.apply(SetSetting{"method", std::string("proximity")});
  ASSERT_TRUE(simulation.step());
  EXPECT_TRUE(simulation.stored_state().surfaces.empty());
}

// Depths follow the bodies: what surfaces lag does not add up.
TEST(KeptContacts, ABoxRestsAtItsDepthForAMinute) {
  auto scene = test::scene_of(
      {ground(), body_of("box", make_box({1, 1, 1}), BodyKind::rigid, {{0, 0.5, 0}, Quat::Identity()})});
  scene->settings.response.response = ResponseKind::constraints;
  scene->settings.response.sleep = false;
  Simulation simulation(scene);
  run_for(simulation, 1);
  const double rest = -(simulation.snapshot()->bodies[1].pose.position.y() - 0.5);
  ASSERT_GT(rest, 0);
  run_for(simulation, 60);
  EXPECT_NEAR(-(simulation.snapshot()->bodies[1].pose.position.y() - 0.5), rest, 0.01 * rest)
      << "no drift by what surfaces lag";
}

} // namespace
} // namespace lamina
