#include "tests/contact/example_method/example_method.h"

#include "core/base/error.h"
#include "core/contact/measure.h"
#include "core/mesh/procedural.h"
#include "core/record/run_tables.h"
#include "core/response/detection_request.h"
#include "core/simulation/simulation.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/example_method/example_evidence.h"
#include "tests/support/scenes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina::test {
namespace {

SceneBody soft_box(const std::string& name, const Vec3& position) {
  SceneBody body = body_of(name, make_box({1, 1, 1}), BodyKind::soft, {position, Quat::Identity()});
  body.lattice_cells = 3;
  body.self_contact = false;
  body.material = {1e6, 0.3, 0.02};
  return body;
}

std::shared_ptr<Scene> by_example(std::vector<SceneBody> bodies) {
  add_contact_method(example_method());
  auto scene = scene_of(std::move(bodies));
  scene->settings.contact.method = "example";
  return scene;
}

/// A cube from 0 to 1, of five tetrahedra.
const std::vector<Vec3> cube_nodes = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                      {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
const std::vector<Tetrahedron> cube_tetrahedra = {
    {0, 1, 2, 4}, {3, 2, 1, 7}, {5, 4, 7, 1}, {6, 7, 4, 2}, {1, 2, 4, 7}};

TEST(ExampleMethod, AVertexInATetrahedronIsAsDeepAsTheSurfaceIsFar) {
  const Surface cube = surface_of(box_between({0, 0, 0}, {1, 1, 1})),
                needle = surface_of({"needle",
                                     {{0.4, 0.5, 0.9}, {0.3, 0.5, 2}, {0.5, 0.5, 2}, {0.4, 0.6, 2}},
                                     {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}});
  const std::vector<Vec3>& tip = needle.positions;
  const std::vector<Tetrahedron> of_needle = {{0, 1, 2, 3}};
  const std::array<const Surface*, 2> surfaces{&needle, &cube};
  const std::array<Solid, 2> solids{Solid{tip, of_needle}, Solid{cube_nodes, cube_tetrahedra}};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1}};
  std::vector<PairContacts> results;
  const Settings settings;
  example_method().make()->detect(detection_input(CollisionShapes{surfaces, solids}, pairs, settings),
                                  results);

  ASSERT_EQ(results.at(0).contacts.size(), 1u);
  const Contact& contact = results[0].contacts[0];
  EXPECT_EQ(contact.kind, MeasureKind::depth);
  EXPECT_NEAR(contact.measure, 0.1, 1e-12);
  Vec3 on_tip = Vec3::Zero(), on_cube = Vec3::Zero();
  for (std::uint32_t i = contact.gradient[0].begin; i < contact.gradient[0].end; ++i)
    on_tip += results[0].gradient[i].value;
  for (std::uint32_t i = contact.gradient[1].begin; i < contact.gradient[1].end; ++i)
    on_cube += results[0].gradient[i].value;
  EXPECT_LT((on_tip - Vec3(0, 0, -1)).norm(), 1e-12) << "it gets deeper downwards";
  EXPECT_LT((on_tip + on_cube).norm(), 1e-12);
}

TEST(ExampleMethod, TakesPartInASimulationWithoutFurtherWords) {
  Simulation simulation(by_example({soft_box("left", {0, 0, 0}), soft_box("right", {0.9, 0.1, 0.2})}));
  EXPECT_EQ(simulation.notice(), "");
  ASSERT_TRUE(simulation.step()) << simulation.problem();
  EXPECT_GT(simulation.statistics().contacts, 0u);
  EXPECT_NEAR(simulation.statistics().deepest_m, 0.1, 0.02);
}

TEST(ExampleMethod, LeavesItsOwnEvidenceOnWhichFrictionActs) {
  Simulation simulation(by_example({soft_box("left", {0, 0, 0}), soft_box("right", {0.9, 0.1, 0.2})}));
  ASSERT_TRUE(simulation.step()) << simulation.problem();
  const auto snapshot = simulation.snapshot({.pixels = true});
  ASSERT_EQ(snapshot->pairs.size(), 1u);
  const PairState& pair = snapshot->pairs[0];
  const auto* found = pair.contacts.evidence.find<ExampleEvidence>();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->vertices.size(), pair.contacts.contacts.size());
  EXPECT_EQ(pair.slide.size(), found->vertices.size());
  EXPECT_EQ(simulation.statistics().colliding_points, found->vertices.size());
  const auto light = simulation.snapshot();
  ASSERT_TRUE(light->pairs[0].contacts.evidence.find<ExampleEvidence>());
  EXPECT_TRUE(light->pairs[0].contacts.evidence.find<ExampleEvidence>()->vertices.empty());
}

TEST(ExampleMethod, IsTimedUnderTheNameOfItsOwnPhase) {
  Simulation simulation(by_example({soft_box("left", {0, 0, 0}), soft_box("right", {0.9, 0.1, 0.2})}));
  ASSERT_TRUE(simulation.step()) << simulation.problem();
  EXPECT_GT(simulation.statistics().timings.phase("example"), 0);
  EXPECT_EQ(simulation.statistics().timings.phase("ldi"), 0);
  EXPECT_THAT(steps_header(), testing::EndsWith(",example_ms\n"));
}

TEST(ExampleMethod, SaysWhichBodiesItCannotSee) {
  Simulation simulation(by_example({soft_box("soft", {0, 0.45, 0}), ground(), soft_box("other", {5, 5, 5})}));
  EXPECT_THAT(simulation.notice(), testing::HasSubstr("method example needs tetrahedra"));
  EXPECT_THAT(simulation.notice(), testing::EndsWith("meet nothing: \"ground\""));
  ASSERT_TRUE(simulation.step()) << simulation.problem();
  EXPECT_EQ(simulation.statistics().pairs, 0u);
  simulation.apply(SetSetting{"method", std::string("ldi")});
  EXPECT_EQ(simulation.notice(), "");
  ASSERT_TRUE(simulation.step()) << simulation.problem();
  EXPECT_EQ(simulation.statistics().pairs, 1u);
}

TEST(ExampleMethod, CannotMeasureMeshesWhichHaveOnlySurfaces) {
  add_contact_method(example_method());
  ContactSettings settings;
  settings.method = "example";
  const PreparedMesh mesh = prepare_mesh(make_box({1, 1, 1}));
  EXPECT_THROW(measure_intersection(mesh, mesh, settings, 1), InputError);
}

} // namespace
} // namespace lamina::test
