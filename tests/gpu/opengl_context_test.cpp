#include "core/contact/ldi/device/device_method.h"
#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/gl_context.h"
#include "gpu/opengl/opengl_device.h"
#include "tests/contact/contact_support.h"
#include "tests/gpu/devices.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace lamina::test {
namespace {

using OpenglContext = OpenglTest;

void detect_right(ContactMethod& method) {
  expect_right_contact(method, whole_pair(24));
  EXPECT_FALSE(method.fallback());
}

TEST_F(OpenglContext, ADeviceIsCalledAsItsRenderer) {
  EXPECT_EQ(gpu::make_opengl_device()->name(), renderer_);
}

TEST_F(OpenglContext, ThreadsUseOneDeviceOneAfterTheOther) {
  std::unique_ptr<ContactMethod> method;
  // What fails on another thread fails this test, and does not end the process.
  const auto on_other_thread = [](const auto& act) { std::async(std::launch::async, act).get(); };
  on_other_thread([&] { method = ldi::make_device_method(gpu::make_opengl_device()); });
  for (int k = 0; k < 3; ++k)
    on_other_thread([&] { detect_right(*method); });
  detect_right(*method);
  on_other_thread([&] { method.reset(); });
}

TEST_F(OpenglContext, LaunchesInManySlicesComeToTheSame) {
  for (const std::uint32_t groups : {1u, 2u, 7u}) {
    gpu::OpenglSettings settings;
    settings.groups_at_once = groups;
    settings.contacts = true;
    detect_right(*ldi::make_device_method(gpu::make_opengl_device(settings)));
  }
}

TEST_F(OpenglContext, TwoDevicesKnowNothingOfEachOther) {
  const std::unique_ptr<ContactMethod> first = ldi::make_device_method(gpu::make_opengl_device());
  std::unique_ptr<ContactMethod> second = ldi::make_device_method(gpu::make_opengl_device());
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
    const std::unique_ptr<ContactMethod> method = ldi::make_device_method(gpu::make_opengl_device());
    detect_right(*method);
  }
  for (const unsigned buffer : buffers)
    EXPECT_TRUE(glIsBuffer(buffer));
  EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR});
}

TEST_F(OpenglContext, AContextThatAnotherThreadHasIsRefused) {
  const gpu::GlContext context;
  const gpu::GlCurrent current(context);
  std::thread([&] { EXPECT_THROW(gpu::GlCurrent{context}, ldi::DeviceError); }).join();
}

} // namespace
} // namespace lamina::test
