#include "gpu/opengl/gl_program.h"

#include "core/contact/ldi/arithmetic/cover.h"
#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/columns.h"
#include "core/contact/ldi/stages/friction.h"
#include "core/contact/ldi/stages/gradient.h"
#include "core/contact/ldi/stages/patches.h"
#include "core/contact/ldi/stages/raster.h"
#include "gpu/opengl/gl_api.h"

#include <algorithm>
#include <cctype>

namespace lamina::gpu {
namespace {

std::string definition(const char* name, const std::string& value) {
  return std::string("#define ") + name + " " + value + "\n";
}
std::string whole(std::int64_t value) {
  return std::to_string(value) + "L";
}
std::string word(std::uint32_t value) {
  return std::to_string(value) + "u";
}

std::string error_name(GLenum error) {
  switch (error) {
  case GL_INVALID_ENUM:
    return "GL_INVALID_ENUM";
  case GL_INVALID_VALUE:
    return "GL_INVALID_VALUE";
  case GL_INVALID_OPERATION:
    return "GL_INVALID_OPERATION";
  case GL_OUT_OF_MEMORY:
    return "out of memory";
  case GL_CONTEXT_LOST:
    return "the context was lost";
  default:
    return "GL error " + std::to_string(error);
  }
}

/// The driver's words on what did not build, which `ask` asks for; empty if it built.
template <class Ask>
std::string log_of(GLint built, const Ask& ask) {
  if (built)
    return {};
  std::string log(4096, '\0');
  GLsizei length = 0;
  ask(static_cast<GLsizei>(log.size()), &length, log.data());
  log.resize(static_cast<std::size_t>(std::max(length, 0)));
  return log.empty() ? "no log" : log;
}

/// Adds a stage to a program. Empty if it compiled.
std::string add_stage(unsigned program, const GlStage& stage) {
  const unsigned shader = glCreateShader(stage.kind);
  const char* start = stage.text.c_str();
  glShaderSource(shader, 1, &start, nullptr);
  glCompileShader(shader);
  GLint compiled = 0;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  const std::string log = log_of(compiled, [shader](auto... into) { glGetShaderInfoLog(shader, into...); });
  glAttachShader(program, shader);
  glDeleteShader(shader);
  return log;
}

/// Empty if it linked.
std::string link(unsigned program) {
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  return log_of(linked, [program](auto... into) { glGetProgramInfoLog(program, into...); });
}

/// A file of shader text in numbers of one width, "narrow" or "wide".
std::string in_width(const std::string& width, const char* type, std::string_view file) {
  std::string before = definition("INT", type), after = "#undef INT\n";
  for (const std::string name :
       {"area", "product", "edge", "steps", "barycentric", "inside", "narrow_span", "cover"}) {
    std::string capitals = name;
    for (char& c : capitals)
      c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    before += definition(capitals.c_str(), width + "_" + name);
    after += "#undef " + capitals + "\n";
  }
  return before + std::string(opengl_stage_text(file)) + after;
}

/// What core/contact/ldi/arithmetic/shared/begin.h is to C++.
constexpr const char* shared_words = R"(#define SHARED
#define INOUT(Type) inout Type
#define COLUMN
#define OF_COLUMN
#define UNSORTED
#define OF_UNSORTED
)";

} // namespace

std::string gl_preamble() {
  return "#version 450 core\n#extension GL_ARB_gpu_shader_int64 : require\n" + std::string(shared_words) +
         definition("GROUP", word(gl_group)) + definition("SCAN_EACH", word(gl_scan_each)) +
         definition("SUBPIXEL_BITS", std::to_string(ldi::subpixel_bits)) +
         definition("PIXEL_UNITS", whole(ldi::pixel_units)) +
         definition("HALF_PIXEL", whole(ldi::half_pixel)) +
         definition("NARROW_LIMIT", whole(ldi::narrow_limit)) +
         definition("FARTHEST", std::to_string(static_cast<std::int64_t>(ldi::farthest)) + ".0lf") +
         definition("SHORT_SPAN", whole(ldi::short_span)) +
         definition("LARGE_TRIANGLE", whole(ldi::large_triangle)) +
         definition("LARGE_THREADS", word(ldi::threads_a_large_triangle)) +
         definition("SHORT_COLUMN", word(ldi::short_column)) +
         definition("STRETCH_PIXELS", word(ldi::stretch_pixels)) +
         definition("SAMPLE_LANES", word(ldi::sample_lanes)) +
         definition("NO_MOMENTS", word(ldi::no_moments)) + definition("NO_OFFSETS", word(ldi::no_offsets)) +
         definition("REACH_ZERO", whole(ldi::reach_zero)) +
         definition("PATCH_STRETCH", word(ldi::patch_stretch)) +
         definition("MOST_PATCHES", word(ldi::most_patches)) +
         definition("IN_PATCHES", word(static_cast<std::uint32_t>(Partition::patches))) +
         definition("IN_CELLS", word(static_cast<std::uint32_t>(Partition::cells))) +
         definition("FAULT_UNBALANCED", word(static_cast<std::uint32_t>(ldi::ColumnFault::unbalanced))) +
         definition("FAULT_TOO_MANY", word(static_cast<std::uint32_t>(ldi::ColumnFault::too_many_crossings)));
}

std::string gl_text(std::string_view file) {
  return std::string(opengl_stage_text(file));
}

std::string gl_in_both_widths(std::string_view file) {
  return in_width("narrow", "int64_t", file) + in_width("wide", "Wide", file);
}

std::string gl_arithmetic() {
  return gl_text("integers.glsl") + gl_text("arithmetic.glsl") + gl_in_both_widths("edges.glsl");
}

void gl_check(const std::string& renderer, const std::string& what) {
  GLenum error = glGetError();
  if (error == GL_NO_ERROR && glGetGraphicsResetStatus() != GL_NO_ERROR)
    error = GL_CONTEXT_LOST;
  if (error != GL_NO_ERROR)
    throw ldi::DeviceError("OpenGL renderer " + renderer + ": " + what + " failed: " + error_name(error));
}

GlProgram::GlProgram(const std::string& renderer, const std::string& name, const std::string& text)
    : GlProgram(renderer, name, {{GL_COMPUTE_SHADER, text}}) {}

GlProgram::GlProgram(const std::string& renderer, const std::string& name,
                     std::initializer_list<GlStage> stages)
    : id_(glCreateProgram()) {
  std::string log;
  for (const GlStage& stage : stages)
    if (log.empty())
      log = add_stage(id_, stage);
  if (log.empty())
    log = link(id_);
  if (!log.empty())
    throw ldi::DeviceError("OpenGL renderer " + renderer + ": the driver refuses the shader " + name + ": " +
                           log);
  gl_check(renderer, "building the shader " + name);
}

void GlProgram::bind(std::initializer_list<unsigned> buffers) {
  GLuint binding = 0;
  for (const unsigned buffer : buffers) {
    if (buffer)
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, buffer);
    ++binding;
  }
}

void GlProgram::set(int location, std::uint32_t value) const {
  glProgramUniform1ui(id_, location, value);
}

void GlProgram::run(std::uint64_t groups, std::uint32_t at_once) const {
  glUseProgram(id_);
  for (std::uint64_t first = 0; first < groups; first += at_once) {
    set(0, static_cast<std::uint32_t>(first));
    glDispatchCompute(static_cast<GLuint>(std::min<std::uint64_t>(at_once, groups - first)), 1, 1);
  }
  glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_UNIFORM_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

} // namespace lamina::gpu
