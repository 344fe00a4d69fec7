#include "core/body/rigid_body.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "core/response/penalty/penalty_pair.h"
#include "core/scene/scene_file.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

namespace lamina {
namespace {

using test::body_of;

/// Two bumps of one body, unequal spheres that overlap, lowered into a block; force and torque on the bumps.
class Bumps {
public:
  explicit Bumps(ContactLaw law) {
    settings_.response.law = law;
    settings_.contact.ldi.resolution = 64;
    settings_.simulation.threads = 1;
    block_ = std::make_unique<RigidBody>(
        body_of("block", make_box({6, 2, 6}), BodyKind::fixed, {{0, -1, 0}, Quat::Identity()}));
    TriangleMesh mesh = make_sphere(0.5, 5120);
    const TriangleMesh second = make_sphere(0.44, 5120);
    const std::uint32_t first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& p : second.vertices)
      mesh.vertices.push_back(p + Vec3(0.5, 0, 0.02));
    for (const Triangle& t : second.triangles)
      mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    bumps_ = body_of("bumps", mesh);
  }

  struct Load {
    std::size_t contacts = 0;
    double force = 0;  ///< upwards, N
    double torque = 0; ///< about z through the lower bump's centre, N·m
  };

  Load at(double depth) {
    SceneBody description = bumps_;
    description.pose = {{0, 0.5 - depth, 0}, Quat::Identity()};
    const RigidBody body(description);
    const Surface* surfaces[2] = {&block_->surface(), &body.surface()};
    const BodyPair pairs[1] = {{0, 1}};
    std::vector<PairContacts> found;
    make_contact_method(settings_.contact)->detect(detection_input(surfaces, pairs, settings_), found);
    PenaltyPair response;
    response.begin(found[0], {{block_.get(), &body}, {0, 2}},
                   penalty_law(settings_.response, {1e6, 1e6}, false), {});
    const PairOutcome outcome = response.outcome(BlockVector::Zero(12), 0.01);
    const Vec3 arm = body.pose().position - Vec3(0, 0.5 - depth, 0);
    return {found[0].contacts.size(), outcome.force[1].y(),
            (outcome.torque[1] + arm.cross(outcome.force[1])).z()};
  }

private:
  Settings settings_;
  std::unique_ptr<RigidBody> block_;
  SceneBody bumps_;
};

/// Greatest changes while the bumps go 1 mm deeper: of the net force, relative to it, and of the lever arm of
/// that force (torque over force), m; apart where patches merge.
struct Changes {
  double force = 0, arm = 0, force_merging = 0, arm_merging = 0;
  std::size_t most = 0, least = 1000; ///< contacts
};

Changes lower_bumps(ContactLaw law) {
  Bumps bumps(law);
  Changes changes;
  Bumps::Load before = bumps.at(0.07);
  for (int mm = 71; mm < 150; ++mm) {
    const Bumps::Load now = bumps.at(0.001 * mm);
    const double force = std::abs(now.force - before.force) / now.force;
    const double arm = std::abs(now.torque / now.force - before.torque / before.force);
    const bool merging = law == ContactLaw::patches && now.contacts != before.contacts;
    (merging ? changes.force_merging : changes.force) =
        std::max(merging ? changes.force_merging : changes.force, force);
    (merging ? changes.arm_merging : changes.arm) =
        std::max(merging ? changes.arm_merging : changes.arm, arm);
    changes.most = std::max(changes.most, now.contacts);
    changes.least = std::min(changes.least, now.contacts);
    before = now;
  }
  return changes;
}

TEST(Patches, MergeWithAContinuousNetForceAndABoundedJumpOfTheTorque) {
  const Changes changes = lower_bumps(ContactLaw::patches);
  EXPECT_EQ(changes.most, 2u);
  EXPECT_EQ(changes.least, 1u);
  // A millimetre deeper raises the force by some 3 %, whether patches merge or not.
  EXPECT_LT(changes.force_merging, 1.5 * changes.force);
  // One pressure instead of two: the force moves towards the shallower bump, half a metre from the other.
  EXPECT_GT(changes.arm_merging, 5 * changes.arm);
  EXPECT_LT(changes.arm_merging, 0.2 * 0.5);
}

TEST(Cells, LetNeitherForceNorTorqueJump) {
  const Changes changes = lower_bumps(ContactLaw::cells);
  EXPECT_LT(changes.force, 0.05);
  EXPECT_LT(changes.arm, 0.02 * 0.5);
}

TEST(WholePairs, LetNeitherForceNorTorqueJump) {
  const Changes changes = lower_bumps(ContactLaw::mean_depth);
  EXPECT_LT(changes.force, 0.05);
  EXPECT_LT(changes.arm, 0.02 * 0.5);
}

TEST(Patches, UnderTheTableOfTheSceneAreFourPressures) {
  const std::filesystem::path file = std::filesystem::path(LAMINA_SOURCE_DIR) / "scenes" / "table-legs.json";
  const Scene shipped = open_scene({&file, 1});
  for (const ContactLaw law : {ContactLaw::cells, ContactLaw::patches}) {
    auto scene = std::make_shared<Scene>(shipped);
    scene->settings.response.law = law;
    Simulation simulation(scene);
    test::run_for(simulation, 1);
    const auto snapshot = simulation.snapshot({.pixels = true});
    std::map<std::array<bool, 2>, double> pressure; // greatest, by the quarter of the table
    for (const PairState& pair : snapshot->pairs) {
      if (pair.contacts.body != std::array<std::uint32_t, 2>{0, 1})
        continue;
      const Pose table = snapshot->bodies[1].pose;
      std::map<int, double> of_cell;
      for (std::size_t c = 0; c < pair.contacts.contacts.size(); ++c)
        of_cell[pair.contacts.contacts[c].cell] = pair.pressure[c];
      for (const ContactPixelPair& pixel : images_of(pair.contacts).pixels) {
        const Vec3 local = table.to_local(pixel.lower);
        double& greatest = pressure[{local.x() > 0, local.z() > 0}];
        greatest = std::max(greatest, of_cell[pixel.cell[0]]);
      }
      EXPECT_EQ(law == ContactLaw::patches ? pair.contacts.contacts.size() : 4u, 4u);
    }
    ASSERT_EQ(pressure.size(), 4u);
    for (const auto& [quarter, p] : pressure)
      EXPECT_GT(p, 0);
  }
}

} // namespace
} // namespace lamina
