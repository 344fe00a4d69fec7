#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

namespace lamina::test {
namespace {

constexpr ContactLaw laws[] = {ContactLaw::f08, ContactLaw::mean_depth, ContactLaw::cells,
                               ContactLaw::patches};

/// Two balls apart, which both meet a ring that stands askew: more than one patch, and parts of one body
/// within the other.
struct Overlap {
  Surface a, b;

  explicit Overlap(unsigned seed) {
    Dice dice(seed);
    a = surface_of(make_torus(0.5, 0.2, 900), {dice.vector(0.1), dice.turn()});
    b = surface_of(together({shifted(make_sphere(0.3, 500), {0.5, 0, 0}),
                             shifted(make_sphere(0.25, 500), {-0.5, 0, 0})}),
                   {dice.vector(0.2), dice.turn()});
  }

  PairContacts find(const Settings& settings, const BodyPair& pair) const {
    const Surface* surfaces[] = {&a, &b};
    std::vector<PairContacts> found;
    make_contact_method(settings.contact)->detect(detection_input(surfaces, {&pair, 1}, settings), found);
    return found.at(0);
  }
};

Settings under(ContactLaw law, int resolution) {
  Settings settings = whole_pair(resolution);
  settings.response.law = law;
  settings.response.cells = 3;
  return settings;
}

TEST(RigidGradient, IsTheVertexGradientsForceAndTorqueUpToSnapping) {
  std::size_t contacts = 0;
  for (unsigned seed = 0; seed < 8; ++seed)
    for (const ContactLaw law : laws) {
      const Overlap overlap(seed);
      const PairContacts found = overlap.find(under(law, 24), {0, 1, true, true});
      ASSERT_EQ(found.rigid.size(), found.contacts.size());
      // A point of a snapped triangle lies half a unit of 1/1024 pixel from where it was at each vertex.
      const double snapping = found.region.size.maxCoeff() / 24 / 1024;
      for (std::size_t c = 0; c < found.contacts.size(); ++c)
        for (const int body : {0, 1}) {
          const Range range = found.contacts[c].gradient[static_cast<std::size_t>(body)];
          const std::vector<Vec3>& positions = (body == 0 ? overlap.a : overlap.b).positions;
          Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
          double size = 0;
          for (std::uint32_t i = range.begin; i < range.end; ++i) {
            const auto& [vertex, value] = found.gradient[i];
            force += value;
            torque += (positions[vertex] - found.region.middle()).cross(value);
            size += value.norm();
          }
          const double sign = body == 0 ? 1 : -1;
          EXPECT_LT((sign * found.rigid[c].linear - force).norm(), 1e-12 * size);
          EXPECT_LT((sign * found.rigid[c].angular - torque).norm(), snapping * size);
          contacts += size > 0;
        }
    }
  EXPECT_GT(contacts, 200u);
}

TEST(RigidGradient, OfABoxOnAFloorIsItsFaceAndTheFacesMoment) {
  const Surface floor = surface_of(box_between({-1, -1, -1}, {1, 1, 0})),
                box = surface_of(box_between({-0.3, -0.1, -0.05}, {0.5, 0.3, 1}));
  const BodyPair pair{0, 1, false, true};
  for (const ContactLaw law : laws) {
    const Surface* surfaces[] = {&floor, &box};
    Settings settings = under(law, 16);
    settings.contact.ldi.rows = RowChoice::unstaggered;
    std::vector<PairContacts> found;
    make_contact_method(settings.contact)->detect(detection_input(surfaces, {&pair, 1}, settings), found);
    // About the origin: the sum over all cells is that of the whole face.
    RigidGradient sum;
    for (const RigidGradient& of_cell : found[0].rigid) {
      sum.linear += of_cell.linear;
      sum.angular += of_cell.angular + found[0].region.middle().cross(of_cell.linear);
    }
    const Vec3 face(0, 0, 0.8 * 0.4);
    // The region is the overlap, so pixels cover the face.
    EXPECT_LT((sum.linear - face).norm(), 1e-12);
    EXPECT_LT((sum.angular - Vec3(0.1, 0.1, 0).cross(face)).norm(), 1e-12);
  }
}

TEST(RigidGradient, AndFrictionAreTheSameWhetherPixelsAreKeptHoweverManyThreads) {
  std::size_t rubbing = 0;
  for (const ContactLaw law : laws)
    for (const FrictionLaw friction : {FrictionLaw::coulomb, FrictionLaw::axis, FrictionLaw::none})
      for (const int resolution : {5, 32, 90}) {
        const Overlap overlap(3);
        Settings settings = under(law, resolution);
        settings.friction.law = friction;
        settings.simulation.threads = 1;
        PairContacts kept = overlap.find(settings, {0, 1, true, true});
        EXPECT_FALSE(images_of(kept).pixels.empty());
        EXPECT_TRUE(kept.friction.groups().empty());
        sample_friction(images_of(kept).pixels, kept.region, detection_request(settings).friction,
                        kept.friction);
        kept.evidence.add<ImageEvidence>().pixels.clear();
        kept.gradient.clear();
        for (Contact& contact : kept.contacts)
          contact.gradient = {};
        rubbing += kept.friction.groups().size();
        for (const char* backend : {"cpu", "reference"})
          for (const int threads : {1, 2, 5}) {
            settings.contact.backend = backend;
            settings.simulation.threads = threads;
            SCOPED_TRACE(testing::Message() << backend << " " << threads << " threads");
            expect_same(kept, overlap.find(settings, {0, 1, false, true}));
          }
      }
  EXPECT_GT(rubbing, 1000u);
}

TEST(RigidGradient, IsMadeOfThoseThatAskForItOnly) {
  const PairContacts found = Overlap(1).find(under(ContactLaw::cells, 16), {0, 1, true, false});
  EXPECT_FALSE(found.contacts.empty());
  EXPECT_TRUE(found.rigid.empty());
}

} // namespace
} // namespace lamina::test
