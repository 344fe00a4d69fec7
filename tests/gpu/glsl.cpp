#include "tests/gpu/glsl.h"

#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/gl_program.h"

namespace lamina::test {
namespace {

unsigned made_buffer(std::size_t words, const std::int64_t* from) {
  unsigned id = 0;
  glCreateBuffers(1, &id);
  glNamedBufferData(id, static_cast<GLsizeiptr>(words * sizeof *from), from, GL_DYNAMIC_COPY);
  return id;
}

std::string whole_text(const std::string& body, std::size_t taken, std::size_t given) {
  return gpu::gl_preamble() + gpu::gl_arithmetic() + std::string(opengl_stage_text("positions.glsl")) +
         std::string(opengl_stage_text("units.glsl")) + std::string(opengl_stage_text("voxels.glsl")) +
         std::string(opengl_stage_text("launch.glsl")) +
         "#define DEPTH_AT(k) in_double(2u * (k))\n#define ENTERING_AT(k) (in_word(2u * (k) + 1u) != 0L)\n" +
         "#define TAKEN " + std::to_string(taken) + "u\n#define GIVEN " + std::to_string(given) + "u\n" + R"(
layout(std430, binding = 0) readonly restrict buffer Taken { int64_t taken[]; };
layout(std430, binding = 1) writeonly restrict buffer Given { int64_t given[]; };
int64_t in_word(uint k) { return taken[TAKEN * launch_index() + k]; }
double in_double(uint k) { return int64BitsToDouble(in_word(k)); }
void out_word(uint k, int64_t word) { given[GIVEN * launch_index() + k] = word; }
void out_double(uint k, double x) { out_word(k, doubleBitsToInt64(x)); }
)" + std::string(opengl_stage_text("levels.glsl")) +
         R"(
void main() {
  if (launch_index() >= launch_count)
    return;
)" + body +
         "}\n";
}

} // namespace

Words Glsl::run(const std::string& body, const Words& words, std::size_t taken, std::size_t given) const {
  const gpu::GlCurrent current(context_);
  const gpu::GlProgram program(context_.renderer(), "of a test", whole_text(body, taken, given));
  const std::size_t cases = words.size() / taken;
  Words results(cases * given);
  const unsigned in = made_buffer(words.size(), words.data()), out = made_buffer(results.size(), nullptr);
  gpu::GlProgram::bind({in, out});
  program.set(1, static_cast<std::uint32_t>(cases));
  program.run((cases + gpu::gl_group - 1) / gpu::gl_group, 100);
  glGetNamedBufferSubData(out, 0, static_cast<GLsizeiptr>(results.size() * sizeof results[0]),
                          results.data());
  gpu::gl_check(context_.renderer(), "running a test");
  return results;
}

} // namespace lamina::test
