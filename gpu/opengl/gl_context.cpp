#include "gpu/opengl/gl_context.h"

#include "core/contact/ldi/device/layer_device.h"
#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/own_thread.h"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <array>
#include <cstdio>
#include <string_view>
#include <utility>
#include <vector>

namespace lamina::gpu {
namespace {

std::string egl_error() {
  char code[16];
  std::snprintf(code, sizeof code, "0x%04x", static_cast<unsigned>(eglGetError()));
  return std::string("EGL error ") + code;
}

bool client_supports(std::string_view extension) {
  const char* list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  return list && std::string_view(list).find(extension) != std::string_view::npos;
}

/// Displays that need no window system, in the order in which they are tried.
std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  const auto add = [&](EGLenum platform, void* native) {
    const EGLDisplay display = eglGetPlatformDisplay(platform, native, nullptr);
    if (display != EGL_NO_DISPLAY)
      found.push_back(display);
  };
  if (client_supports("EGL_MESA_platform_surfaceless"))
    add(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY);
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  std::array<EGLDeviceEXT, 16> devices{};
  EGLint count = 0;
  if (client_supports("EGL_EXT_platform_device") && query &&
      query(static_cast<EGLint>(devices.size()), devices.data(), &count))
    for (EGLint i = 0; i < count; ++i)
      add(EGL_PLATFORM_DEVICE_EXT, devices[static_cast<std::size_t>(i)]);
  return found;
}

/// A context that says when the card was reset, if the driver knows how; else a plain one.
EGLContext create(EGLDisplay display, EGLConfig config) {
  constexpr std::array<EGLint, 6> core{EGL_CONTEXT_MAJOR_VERSION,       4,
                                       EGL_CONTEXT_MINOR_VERSION,       5,
                                       EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT};
  std::vector<EGLint> wanted(core.begin(), core.end());
  wanted.insert(wanted.end(),
                {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET, EGL_NONE});
  const EGLContext robust = eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
  if (robust != EGL_NO_CONTEXT)
    return robust;
  wanted.assign(core.begin(), core.end());
  wanted.push_back(EGL_NONE);
  return eglCreateContext(display, config, EGL_NO_CONTEXT, wanted.data());
}

/// EGL gives everybody in the process the same display, so that nobody ends it. Returns no context, and the
/// reason, if there is none.
EGLContext create_on(EGLDisplay display, std::string& why) {
  EGLint major = 0, minor = 0;
  if (!eglInitialize(display, &major, &minor)) {
    why = "EGL does not start (" + egl_error() + ")";
    return EGL_NO_CONTEXT;
  }
  if (!eglBindAPI(EGL_OPENGL_API)) {
    why = "EGL offers no desktop OpenGL";
    return EGL_NO_CONTEXT;
  }
  constexpr std::array<EGLint, 5> wanted{EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted.data(), &config, 1, &count) || count == 0) {
    why = "EGL offers no configuration for OpenGL";
    return EGL_NO_CONTEXT;
  }
  const EGLContext context = create(display, config);
  if (context == EGL_NO_CONTEXT)
    why = "the driver offers no OpenGL 4.5 (" + egl_error() + ")";
  return context;
}

bool has_extension(std::string_view name) {
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLint i = 0; i < count; ++i)
    if (name == reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, static_cast<GLuint>(i))))
      return true;
  return false;
}

} // namespace

bool in_software(const std::string& renderer) {
  for (const char* name : {"llvmpipe", "softpipe", "swrast", "SwiftShader", "Software Rasterizer"})
    if (renderer.find(name) != std::string::npos)
      return true;
  return false;
}

GlContext::GlContext(GlNeeds needs) {
  std::string why =
      "EGL finds no driver (on Debian the packages libegl1 and libgl1-mesa-dri bring what is needed)";
  for (const EGLDisplay display : displays()) {
    GlContext tried(display, needs, why);
    if (tried.context_ && (!context_ || !in_software(tried.renderer_)))
      swap(tried);
    if (context_ && !in_software(renderer_))
      return;
  }
  if (!context_)
    throw ldi::DeviceError("OpenGL: " + why);
}

GlContext::GlContext(void* display, GlNeeds needs, std::string& why)
    : display_(display), context_(create_on(display, why)) {
  if (!context_)
    return;
  try {
    const GlCurrent current(*this);
    const std::string lacks = look_at_current(needs, renderer_);
    if (lacks.empty())
      return;
    why = lacks;
  } catch (const ldi::DeviceError& error) {
    why = error.what();
  }
  eglDestroyContext(display_, std::exchange(context_, nullptr));
}

void GlContext::swap(GlContext& other) {
  std::swap(display_, other.display_);
  std::swap(context_, other.context_);
  std::swap(renderer_, other.renderer_);
}

GlContext::~GlContext() {
  if (context_)
    eglDestroyContext(display_, context_);
}

std::string look_at_current(GlNeeds needs, std::string& renderer) {
  const GLubyte* name = glGetString(GL_RENDERER);
  renderer = name ? reinterpret_cast<const char*>(name) : "unnamed";
  GLint major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (10 * major + minor < 45)
    return renderer + " offers no OpenGL 4.5";
  if (needs == GlNeeds::wide_integers && !has_extension("GL_ARB_gpu_shader_int64"))
    return renderer + " lacks GL_ARB_gpu_shader_int64, whole numbers of 64 bits in shaders";
  return {};
}

std::string renderer_of(GlNeeds needs, std::string& why) {
  try {
    return on_own_thread([needs] { return GlContext(needs).renderer(); });
  } catch (const ldi::DeviceError& error) {
    why = error.what();
    return {};
  }
}

GlCurrent::GlCurrent(const GlContext& context)
    : display_(context.display_), before_{eglGetCurrentDisplay(), eglGetCurrentSurface(EGL_DRAW),
                                          eglGetCurrentSurface(EGL_READ), eglGetCurrentContext()} {
  if (!eglBindAPI(EGL_OPENGL_API) ||
      !eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context.context_))
    throw ldi::DeviceError("OpenGL: the context cannot be used on this thread (" + egl_error() + ")");
}

GlCurrent::~GlCurrent() {
  const auto [display, draw, read, context] = before_;
  if (context == EGL_NO_CONTEXT || !eglMakeCurrent(display, draw, read, context))
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

} // namespace lamina::gpu
