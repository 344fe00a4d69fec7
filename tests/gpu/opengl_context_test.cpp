#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "gpu/method/device_method.h"
#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/gl_context.h"
#include "gpu/opengl/opengl_device.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <thread>

namespace lamina::test {
namespace {

class OpenglContext : public testing::Test {
protected:
  void SetUp() override {
    std::string why;
    renderer_ = gpu::opengl_renderer(why);
    if (renderer_.empty())
      GTEST_SKIP() << "opengl: " << why;
  }
  std::string renderer_;
};

/// Detects one pair on the device, and compares with the plain stages.
void detect_right(ContactMethod& method) {
  const Surface a = surface_of(make_sphere(0.5, 900)),
                b = surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()});
  const std::vector<const Surface*> surfaces = {&a, &b};
  const std::vector<BodyPair> pairs = {{0, 1}};
  std::vector<PairContacts> found, wanted;
  method.detect(surfaces, pairs, whole_pair(24), {}, found);
  EXPECT_FALSE(method.handover());
  make_ldi_plain()->detect(surfaces, pairs, whole_pair(24), {}, wanted);
  expect_same(found.at(0), wanted.at(0));
  EXPECT_GT(found.at(0).volume, 0);
}

TEST_F(OpenglContext, ADeviceIsCalledAsItsRenderer) {
  EXPECT_EQ(gpu::make_opengl_device()->name(), renderer_);
}

TEST_F(OpenglContext, ThreadsUseOneDeviceOneAfterTheOther) {
  std::unique_ptr<ContactMethod> method;
  std::thread([&] { method = gpu::make_device_method(gpu::make_opengl_device()); }).join();
  for (int k = 0; k < 3; ++k)
    std::thread([&] { detect_right(*method); }).join();
  detect_right(*method);
  std::thread([&] { method.reset(); }).join();
}

TEST_F(OpenglContext, LaunchesInManySlicesComeToTheSame) {
  for (const std::uint32_t groups : {1u, 2u, 7u}) {
    gpu::OpenglSettings settings;
    settings.groups_at_once = groups;
    detect_right(*gpu::make_device_method(gpu::make_opengl_device(settings)));
  }
}

TEST_F(OpenglContext, TwoDevicesKnowNothingOfEachOther) {
  const std::unique_ptr<ContactMethod> first = gpu::make_device_method(gpu::make_opengl_device());
  std::unique_ptr<ContactMethod> second = gpu::make_device_method(gpu::make_opengl_device());
  detect_right(*first);
  detect_right(*second);
  second.reset();
  detect_right(*first);
}

TEST_F(OpenglContext, AThreadKeepsTheContextThatItHad) {
  const gpu::GlContext own;
  const gpu::GlCurrent current(own);
  unsigned buffers[50] = {};
  glCreateBuffers(50, buffers);
  {
    const std::unique_ptr<ContactMethod> method = gpu::make_device_method(gpu::make_opengl_device());
    detect_right(*method);
  }
  for (const unsigned buffer : buffers)
    EXPECT_TRUE(glIsBuffer(buffer));
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(OpenglContext, AContextThatAnotherThreadHasIsRefused) {
  const gpu::GlContext context;
  const gpu::GlCurrent current(context);
  std::thread([&] { EXPECT_THROW(gpu::GlCurrent{context}, gpu::DeviceError); }).join();
}

} // namespace
} // namespace lamina::test
