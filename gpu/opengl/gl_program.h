#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace lamina {

/// The text of a file of gpu/opengl/shaders, compiled in; defined by a generated source.
std::string_view opengl_stage_text(std::string_view file);

} // namespace lamina

namespace lamina::gpu {

/// Invocations of a group.
inline constexpr std::uint32_t gl_group = 64;
/// Counts that one invocation adds up.
inline constexpr std::uint32_t gl_scan_each = 8;

/// What every shader begins with: version, extensions, and the constants of the reference stages under their
/// names in capitals.
std::string gl_preamble();

/// The arithmetic of the stages (integers, snapping, edge functions of both widths), to follow a preamble.
std::string gl_arithmetic();

/// A file of shader text.
std::string gl_text(std::string_view file);

/// A file of shader text twice: for numbers of 64 bits, and for those of 128 (see edges.glsl).
std::string gl_in_both_widths(std::string_view file);

/// Raises DeviceError for whatever went wrong in the current context since the last call: `what` was tried on
/// `renderer`. Calls wait for nothing.
void gl_check(const std::string& renderer, const std::string& what);

/// The text of one stage of a program.
struct GlStage {
  unsigned kind; ///< GL_COMPUTE_SHADER, …
  std::string text;
};

/// A program, to be used with the context current that it was built in, and to go with that.
class GlProgram {
public:
  GlProgram() = default;
  /// `name` is for the message. Throws DeviceError with the driver's words.
  GlProgram(const std::string& renderer, const std::string& name, std::initializer_list<GlStage> stages);
  /// Of a compute shader.
  GlProgram(const std::string& renderer, const std::string& name, const std::string& text);

  unsigned id() const { return id_; }
  /// Makes buffers those at bindings 0, 1, …; 0 leaves a binding as it is.
  static void bind(std::initializer_list<unsigned> buffers);
  void set(int location, std::uint32_t value) const;
  /// Runs so many groups in slices, and makes what they wrote visible to all that follows. Uniform 0 is the
  /// first group of each slice.
  void run(std::uint64_t groups, std::uint32_t at_once) const;

private:
  unsigned id_ = 0;
};

} // namespace lamina::gpu
