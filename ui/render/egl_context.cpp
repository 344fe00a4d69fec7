#include "ui/render/egl_context.h"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace lamina {
namespace {

[[noreturn]] void fail(const std::string& reason) {
  throw std::runtime_error("cannot draw without a display: " + reason +
                           " (on Debian the packages libegl1 and libgl1-mesa-dri bring what is needed)");
}

bool client_supports(std::string_view extension) {
  const char* list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  return list && std::string_view(list).find(extension) != std::string_view::npos;
}

/// The display of Mesa without a surface, else that of the first graphics device.
EGLDisplay find_display() {
  if (client_supports("EGL_MESA_platform_surfaceless"))
    return eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  if (client_supports("EGL_EXT_platform_device")) {
    const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    if (query && query(1, &device, &count) && count > 0)
      return eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
  }
  return EGL_NO_DISPLAY;
}

/// Starts the display. EGL gives every caller the same one, so nobody ends it: it stays until the process
/// ends.
void start_display(EGLDisplay display) {
  EGLint major = 0, minor = 0;
  if (!eglInitialize(display, &major, &minor))
    fail("EGL does not start (error " + std::to_string(eglGetError()) + ")");
}

EGLContext make_context(EGLDisplay display) {
  if (!eglBindAPI(EGL_OPENGL_API))
    fail("EGL offers no desktop OpenGL");
  const std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0)
    fail("EGL offers no configuration for OpenGL");
  const std::array<EGLint, 7> version{EGL_CONTEXT_MAJOR_VERSION,
                                      4,
                                      EGL_CONTEXT_MINOR_VERSION,
                                      5,
                                      EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                      EGL_NONE};
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, version.data());
  if (context == EGL_NO_CONTEXT)
    fail("the driver offers no OpenGL 4.5");
  return context;
}

} // namespace

EglContext::EglContext() {
  const EGLDisplay display = find_display();
  if (display == EGL_NO_DISPLAY)
    fail("EGL finds no driver");
  start_display(display);
  context_ = make_context(display);
  display_ = display;
}

EglContext::~EglContext() {
  release();
  eglDestroyContext(display_, context_);
}

void EglContext::make_current() const {
  eglBindAPI(EGL_OPENGL_API);
  if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
    fail("the context cannot be used (error " + std::to_string(eglGetError()) + ")");
}

void EglContext::release() const {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

} // namespace lamina
