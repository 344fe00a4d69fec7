#include "gpu/host/host_device.h"
#include "gpu/method/device_method.h"

#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gmock/gmock.h>

namespace lamina::test {
namespace {

/// Detects the same pair several times on a device with these settings: always right, whatever fails.
std::string trouble_of(const gpu::HostSettings& device, int steps) {
  const Surface a = surface_of(make_sphere(0.5, 900)),
                b = surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()});
  const std::vector<const Surface*> surfaces = {&a, &b};
  const std::vector<BodyPair> pairs = {{0, 1}};
  const std::unique_ptr<ContactMethod> method = gpu::make_device_method(gpu::make_host_device(device)),
                                       plain = make_ldi_plain();
  for (int step = 0; step < steps; ++step) {
    std::vector<PairContacts> found, wanted;
    method->detect(surfaces, pairs, whole_pair(16), {}, found);
    plain->detect(surfaces, pairs, whole_pair(16), {}, wanted);
    expect_same(found.at(0), wanted.at(0));
    EXPECT_GT(found.at(0).volume, 0);
  }
  return method->trouble();
}

TEST(DeviceTrouble, ThereIsNoneOnADeviceThatWorks) {
  EXPECT_EQ(trouble_of({}, 3), "");
}

TEST(DeviceTrouble, OutOfMemoryTheProcessorGoesOnAndSaysSo) {
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1000}, std::size_t{100'000}}) {
    gpu::HostSettings device;
    device.memory = memory;
    EXPECT_THAT(trouble_of(device, 2),
                testing::AllOf(testing::HasSubstr("out of memory"), testing::HasSubstr("goes on with backend cpu")));
  }
}

TEST(DeviceTrouble, WhicheverLaunchFailsTheProcessorGoesOn) {
  for (std::uint64_t launch = 1; launch <= 12; ++launch) {
    gpu::HostSettings device;
    device.failing_launch = launch;
    EXPECT_THAT(trouble_of(device, 3), testing::HasSubstr("a launch failed"));
  }
}

} // namespace
} // namespace lamina::test
