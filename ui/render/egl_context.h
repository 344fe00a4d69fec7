#pragma once

namespace lamina {

/// An OpenGL 4.5 core context without a surface or a display.
class EglContext {
public:
  /// Throws std::runtime_error saying what is missing.
  EglContext();
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  void make_current() const;
  void release() const;

private:
  void* display_ = nullptr;
  void* context_ = nullptr;
};

} // namespace lamina
