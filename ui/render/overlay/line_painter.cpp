#include "ui/render/overlay/line_painter.h"

#include "ui/render/gl/gl_api.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/overlay/palette.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace lamina {
namespace {

/// As line.vert declares it.
struct Record {
  float from[3], width, to[3], colour;
};

/// Four bytes, red first, carried in the bits of a float.
float pack_colour(const Colour& colour, float opacity) {
  std::uint32_t bits = 0;
  for (int k = 0; k < 4; ++k) {
    const float part = std::clamp(k < 3 ? colour[k] : opacity, 0.0f, 1.0f);
    bits |= static_cast<std::uint32_t>(std::lround(part * 255)) << (8 * k);
  }
  return std::bit_cast<float>(bits);
}

} // namespace

void LinePainter::setup() {
  program_ = make_program("line.vert", "line.frag");
  vertex_array_ = make_vertex_array();
  lines_ = make_buffer();
}

void LinePainter::upload(const std::vector<Line>& lines, const Frame& frame) {
  std::vector<Record> records;
  records.reserve(lines.size());
  for (const Line& line : lines) {
    const Eigen::Vector3f from = frame.relative(line.from), to = frame.relative(line.to);
    records.push_back({{from.x(), from.y(), from.z()},
                       static_cast<float>(line.width),
                       {to.x(), to.y(), to.z()},
                       pack_colour(line.colour, line.opacity)});
  }
  count_ = records.size();
  fill_buffer(lines_, records.data(), records.size() * sizeof(Record));
}

void LinePainter::begin() const {
  blend_over();
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, lines_.id());
  glBindVertexArray(vertex_array_.id());
  glDepthMask(GL_FALSE);
}

void LinePainter::render() const {
  if (count_ == 0)
    return;
  begin();
  glDisable(GL_DEPTH_TEST);
  glUniform1f(0, hidden_opacity);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(6 * count_));
  render_seen();
}

void LinePainter::render_seen() const {
  if (count_ == 0)
    return;
  begin();
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glUniform1f(0, 1);
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(6 * count_));
  glDepthMask(GL_TRUE);
}

} // namespace lamina
