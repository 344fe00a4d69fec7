#include "ui/render/gl/egl_context.h"

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

EGLContext make_context(EGLDisplay display, EGLContext shared) {
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
  const EGLContext context = eglCreateContext(display, config, shared, version.data());
  if (context == EGL_NO_CONTEXT)
    fail("the driver offers no OpenGL 4.5");
  return context;
}

/// Of the context that is current on this thread; null without one.
thread_local const int* current_group = nullptr;

/// Brings back what was current before, of whatever maker.
class SharedEglContext : public SharedContext {
public:
  explicit SharedEglContext(const EglContext& with) : context_(&with) {}

  bool make_current() override {
    before_ = {eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW), eglGetCurrentSurface(EGL_READ),
               eglGetCurrentContext(), current_group};
    try {
      context_.make_current();
    } catch (const std::runtime_error&) {
      return false;
    }
    return true;
  }
  void release() override {
    context_.release();
    if (before_.context == EGL_NO_CONTEXT)
      return;
    eglMakeCurrent(before_.display, before_.draw, before_.read, before_.context);
    current_group = before_.group;
  }
  bool shares_with_current() const override { return context_.shares_with_current(); }

private:
  struct Before {
    EGLDisplay display;
    EGLSurface draw, read;
    EGLContext context;
    const int* group;
  };
  EglContext context_;
  Before before_{};
};

} // namespace

EglContext::EglContext(const EglContext* shared) {
  if (!shared) {
    const EGLDisplay display = find_display();
    if (display == EGL_NO_DISPLAY)
      fail("EGL finds no driver");
    start_display(display);
    context_ = make_context(display, EGL_NO_CONTEXT);
    display_ = display;
    group_ = std::make_shared<const int>(0);
    return;
  }
  context_ = make_context(shared->display_, shared->context_);
  display_ = shared->display_;
  group_ = shared->group_;
}

EglContext::~EglContext() {
  if (eglGetCurrentContext() == context_)
    release();
  eglDestroyContext(display_, context_);
}

void EglContext::make_current() const {
  eglBindAPI(EGL_OPENGL_API);
  if (!eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_))
    fail("the context cannot be used (error " + std::to_string(eglGetError()) + ")");
  current_group = group_.get();
}

void EglContext::release() const {
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  current_group = nullptr;
}

bool EglContext::shares_with_current() const {
  return current_group == group_.get();
}

std::unique_ptr<SharedContext> share(const EglContext& context) {
  return std::make_unique<SharedEglContext>(context);
}

} // namespace lamina
