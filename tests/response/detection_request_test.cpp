#include "core/response/detection_request.h"

#include <gtest/gtest.h>

namespace lamina {
namespace {

TEST(DetectionRequest, DividesAPairAsItsLawPresses) {
  Settings settings;
  settings.response.cells = 7;
  const auto wanted = [&settings](ContactLaw law) {
    settings.response.law = law;
    return detection_request(settings).between;
  };
  EXPECT_EQ(wanted(ContactLaw::cells), (ContactsWanted{Partition::cells, true}));
  EXPECT_EQ(wanted(ContactLaw::patches), (ContactsWanted{Partition::patches, true}));
  EXPECT_EQ(wanted(ContactLaw::mean_depth), (ContactsWanted{Partition::whole, true}));
  EXPECT_EQ(wanted(ContactLaw::f08), (ContactsWanted{Partition::whole, false})) << "it divides by no area";
  EXPECT_EQ(detection_request(settings).cells, 7);
}

TEST(DetectionRequest, LetsBodiesMeetThemselvesUnlessTheirLawIsNone) {
  Settings settings;
  const auto wanted = [&settings](SelfLaw law) {
    settings.response.self_law = law;
    return detection_request(settings).within;
  };
  EXPECT_EQ(wanted(SelfLaw::none), std::nullopt);
  EXPECT_EQ(wanted(SelfLaw::patches), (ContactsWanted{Partition::patches, true}));
  EXPECT_EQ(wanted(SelfLaw::mean_depth), (ContactsWanted{Partition::whole, true}));
  EXPECT_EQ(wanted(SelfLaw::f08), (ContactsWanted{Partition::whole, false}));
}

TEST(DetectionRequest, SamplesFrictionAlongWhatDoesNotRub) {
  EXPECT_EQ(friction_sampling(FrictionLaw::none), FrictionSampling::none);
  EXPECT_EQ(friction_sampling(FrictionLaw::coulomb), FrictionSampling::along_normals);
  EXPECT_EQ(friction_sampling(FrictionLaw::viscous), FrictionSampling::along_normals);
  EXPECT_EQ(friction_sampling(FrictionLaw::axis), FrictionSampling::along_view_axis);
  Settings settings;
  settings.friction.law = FrictionLaw::axis;
  EXPECT_EQ(detection_request(settings).friction, FrictionSampling::along_view_axis);
}

TEST(DetectionRequest, SamplesForConstraintsEvenWhereNothingRubs) {
  Settings settings;
  for (const FrictionLaw law : {FrictionLaw::none, FrictionLaw::coulomb}) {
    settings.friction.law = law;
    settings.response.response = ResponseKind::constraints;
    EXPECT_EQ(detection_request(settings).friction, FrictionSampling::along_normals);
    EXPECT_TRUE(detection_request(settings).sampled_contacts);
    settings.response.response = ResponseKind::penalty;
    EXPECT_EQ(detection_request(settings).friction, friction_sampling(law));
    EXPECT_FALSE(detection_request(settings).sampled_contacts);
  }
}

} // namespace
} // namespace lamina
