#include "ui/render/contacts/section_painter.h"

#include "ui/render/gl/gl_api.h"
#include "ui/render/overlay/colour_ramp.h"

#include <algorithm>
#include <array>

namespace lamina {
namespace {

/// As section.vert declares it.
struct SectionVertex {
  float corner[3], value[2];
};

constexpr int section_ramp_uniform = 2, section_ramp_steps = 17;

} // namespace

void SectionPainter::setup() {
  program_ = make_program("section.vert", "section.frag");
  vertex_array_ = make_vertex_array();
  corners_ = make_buffer();
  add_float_attribute(vertex_array_, 0, 0, 3, offsetof(SectionVertex, corner));
  add_float_attribute(vertex_array_, 1, 0, 2, offsetof(SectionVertex, value));
  glVertexArrayVertexBuffer(vertex_array_.id(), 0, corners_.id(), 0, sizeof(SectionVertex));
  std::array<Colour, section_ramp_steps> ramp;
  for (std::size_t i = 0; i < ramp.size(); ++i)
    ramp[i] = ramp_colour(double(i) / (section_ramp_steps - 1));
  glProgramUniform3fv(program_.id(), section_ramp_uniform, section_ramp_steps, ramp[0].data());
}

void SectionPainter::fill(const std::vector<SectionCorner>& corners, double top, const Vec3& origin) {
  std::vector<SectionVertex> vertices;
  vertices.reserve(corners.size());
  for (const SectionCorner& corner : corners) {
    const Eigen::Vector3f at = (corner.place - origin).cast<float>();
    const double share = top > 0 ? corner.distance / top : 0;
    vertices.push_back(
        {{at.x(), at.y(), at.z()}, {static_cast<float>(share), static_cast<float>(corner.visited)}});
  }
  count_ = vertices.size();
  fill_buffer(corners_, vertices.data(), vertices.size() * sizeof(SectionVertex));
}

void SectionPainter::render(const Eigen::Vector3f& offset) const {
  if (count_ == 0)
    return;
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform3fv(1, 1, offset.data());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(count_));
}

} // namespace lamina
