#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/stages/contact_sums.h"
#include "core/contact/ldi/stages/friction.h"
#include "core/contact/ldi/stages/gradient.h"
#include "gpu/opengl/opengl_device.h"

#include "tests/contact/contact_support.h"
#include "tests/gpu/devices.h"

#include <gmock/gmock.h>

namespace lamina::test {
namespace {

/// Two rigid bodies at which nobody looks.
constexpr BodyPair rigid{0, 1, false, true};

/// Detects the same pair several times on a device: always right, whatever fails.
std::string trouble_of(std::unique_ptr<ldi::LayerDevice> device, int steps, const BodyPair& pair = {0, 1}) {
  const std::unique_ptr<ContactMethod> method = ldi::make_device_method(std::move(device));
  for (int step = 0; step < steps; ++step)
    expect_right_contact(*method, whole_pair(16), pair);
  const std::optional<BackendFallback> fallback = method->fallback();
  return fallback ? fallback->reason : "";
}

std::string trouble_of(const ldi::HostSettings& device, int steps, const BodyPair& pair = {0, 1}) {
  return trouble_of(ldi::make_host_device(device), steps, pair);
}

TEST(DeviceTrouble, ThereIsNoneOnADeviceThatWorks) {
  EXPECT_EQ(trouble_of(ldi::HostSettings{}, 3), "");
  EXPECT_EQ(trouble_of(ldi::HostSettings{}, 3, rigid), "");
}

TEST(DeviceTrouble, OutOfMemoryTheProcessorGoesOnAndSaysSo) {
  for (const std::size_t memory : {std::size_t{0}, std::size_t{1000}, std::size_t{100'000}}) {
    ldi::HostSettings device;
    device.memory = memory;
    EXPECT_THAT(trouble_of(device, 2), testing::AllOf(testing::HasSubstr("out of memory"),
                                                      testing::HasSubstr("goes on with backend cpu")));
  }
}

TEST(DeviceTrouble, NonsenseFromADeviceIsNoticedBeforeItIsUsed) {
  // Everything, numbers and all that is larger, sums and more, gradients and pixels, pixels alone.
  for (const std::size_t size : {std::size_t{1}, std::size_t{4}, sizeof(ldi::ImageTotals),
                                 sizeof(ldi::DeviceGradient), sizeof(ldi::DevicePixel)}) {
    ldi::HostSettings device;
    device.scrambled_size = size;
    EXPECT_THAT(trouble_of(device, 2), testing::HasSubstr("make no sense")) << size;
  }
  // Sums and moments, and friction samples alone.
  for (const std::size_t size : {sizeof(ldi::RigidMoments), sizeof(ldi::DeviceSamples)}) {
    ldi::HostSettings device;
    device.scrambled_size = size;
    EXPECT_THAT(trouble_of(device, 2, rigid), testing::HasSubstr("make no sense")) << size;
  }
}

TEST(DeviceTrouble, WhicheverLaunchFailsTheProcessorGoesOn) {
  // Two steps of twenty-three.
  for (std::uint64_t launch = 1; launch <= 46; ++launch) {
    ldi::HostSettings device;
    device.failing_launch = launch;
    EXPECT_THAT(trouble_of(device, 3), testing::HasSubstr("a launch failed"));
    EXPECT_THAT(trouble_of(device, 3, rigid), testing::HasSubstr("a launch failed"));
  }
}

class OpenglTrouble : public OpenglTest {
protected:
  std::string trouble_with(const gpu::OpenglSettings& settings, const BodyPair& pair = {0, 1}) {
    return trouble_of(gpu::make_opengl_device(settings), 2, pair);
  }
};

TEST_F(OpenglTrouble, WhicheverLaunchTheDriverRefusesTheProcessorGoesOnAndNamesTheRenderer) {
  // A step of thirty-four, and the beginning of another.
  for (std::uint64_t launch = 1; launch <= 36; ++launch) {
    gpu::OpenglSettings settings;
    settings.contacts = true;
    settings.failing_launch = launch;
    EXPECT_THAT(trouble_with(settings),
                testing::AllOf(testing::HasSubstr(renderer_),
                               testing::HasSubstr("starting a shader failed: GL_INVALID"),
                               testing::HasSubstr("goes on with backend cpu")));
  }
}

TEST_F(OpenglTrouble, LaunchesForRigidBodiesThatTheDriverRefusesAreNoticedToo) {
  // Of a step of twenty-nine, those that make contacts.
  for (std::uint64_t launch = 18; launch <= 29; ++launch) {
    gpu::OpenglSettings settings;
    settings.contacts = true;
    settings.failing_launch = launch;
    EXPECT_THAT(trouble_with(settings, rigid), testing::HasSubstr("starting a shader failed: GL_INVALID"));
  }
}

TEST_F(OpenglTrouble, WhenTheContextIsLostTheProcessorGoesOnAndSaysSo) {
  for (const std::uint64_t launch : {1, 5, 12, 13, 27, 33}) {
    gpu::OpenglSettings settings;
    settings.contacts = true;
    settings.losing_launch = launch;
    EXPECT_THAT(trouble_with(settings),
                testing::AllOf(testing::HasSubstr(renderer_), testing::HasSubstr("the context was lost")));
  }
}

TEST_F(OpenglTrouble, BuffersBeyondWhatShadersReachAreRefusedWithTheirSize) {
  for (const std::size_t limit : {std::size_t{16}, std::size_t{1} << 10, std::size_t{10'000}}) {
    gpu::OpenglSettings settings;
    settings.storage_limit = limit;
    EXPECT_THAT(trouble_with(settings), testing::HasSubstr("GL_MAX_SHADER_STORAGE_BLOCK_SIZE"));
  }
}

TEST_F(OpenglTrouble, AShaderThatTheDriverRefusesIsNamedWithTheDriversWords) {
  gpu::OpenglSettings settings;
  settings.shader_prefix = "#error these words\n";
  try {
    gpu::make_opengl_device(settings);
    FAIL() << "it was taken";
  } catch (const ldi::DeviceError& error) {
    EXPECT_THAT(error.what(),
                testing::AllOf(testing::HasSubstr(renderer_), testing::HasSubstr("count crossings"),
                               testing::HasSubstr("these words")));
  }
}

} // namespace
} // namespace lamina::test
