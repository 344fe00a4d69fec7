#pragma once

#include <string>

namespace lamina::gpu {

/// What a context must have beyond OpenGL 4.5.
enum class GlNeeds {
  drawing,       ///< nothing
  wide_integers, ///< whole numbers of 64 bits in shaders
};

/// An OpenGL 4.5 core context of its own, without a window, a display or anything shared with other contexts.
/// One thread at a time may use it, and not always the same: see GlCurrent. What was made in it goes with it.
class GlContext {
public:
  /// Asks Mesa for a display without a surface, then every graphics device that EGL knows; hardware comes
  /// before a renderer in software. Throws DeviceError saying what is missing.
  explicit GlContext(GlNeeds needs = GlNeeds::wide_integers);
  ~GlContext();
  GlContext(const GlContext&) = delete;
  GlContext& operator=(const GlContext&) = delete;

  const std::string& renderer() const { return renderer_; } ///< GL_RENDERER

private:
  friend class GlCurrent;
  /// No context, and the reason, if this display has none.
  GlContext(void* display, GlNeeds needs, std::string& why);
  void swap(GlContext& other);

  void* display_ = nullptr;
  void* context_ = nullptr;
  std::string renderer_;
};

/// GL_RENDERER of the context that there would be. Empty, with the reason in `why`, if there is none.
std::string renderer_of(GlNeeds needs, std::string& why);

/// Looks at the context that is current: GL_RENDERER, and what it lacks; empty if nothing.
std::string look_at_current(GlNeeds needs, std::string& renderer);

/// Whether a renderer is a program on the processor.
bool in_software(const std::string& renderer);

/// Makes a context current on this thread for as long as it lives; then the thread has the one that it had
/// before (among those of EGL).
class GlCurrent {
public:
  /// Throws DeviceError, for instance if another thread has the context.
  explicit GlCurrent(const GlContext& context);
  ~GlCurrent();
  GlCurrent(const GlCurrent&) = delete;
  GlCurrent& operator=(const GlCurrent&) = delete;

private:
  void* display_;
  void* before_[4]; ///< display, drawing and reading surface, context
};

} // namespace lamina::gpu
