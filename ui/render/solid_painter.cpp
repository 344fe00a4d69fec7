#include "ui/render/solid_painter.h"

#include "ui/render/gl_api.h"
#include "ui/render/gl_objects.h"

namespace lamina {

void SolidPainter::setup() {
  program_ = make_program("solid.vert", "solid.frag");
  vertex_array_ = make_vertex_array();
  corners_ = make_buffer();
  const unsigned array = vertex_array_.id();
  add_float_attribute(vertex_array_, 0, 0, 3, offsetof(SolidCorner, position));
  glEnableVertexArrayAttrib(array, 1);
  glVertexArrayAttribFormat(array, 1, 3, GL_BYTE, GL_TRUE, offsetof(SolidCorner, normal));
  glVertexArrayAttribBinding(array, 1, 0);
  glEnableVertexArrayAttrib(array, 2);
  glVertexArrayAttribFormat(array, 2, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(SolidCorner, ink));
  glVertexArrayAttribBinding(array, 2, 0);
  glVertexArrayVertexBuffer(array, 0, corners_.id(), 0, sizeof(SolidCorner));
  indices_.setup(vertex_array_);
}

void SolidPainter::upload(const Snapshot& snapshot, const Frame& frame) {
  std::vector<SolidQuad> quads;
  for (const PairState& pair : snapshot.pairs)
    if (const std::optional<int> axis = solid_axis(pair.contacts))
      add_volume_solid(quads, pair.contacts, *axis, pair_colour(pair.contacts.body), frame.origin);
  count_ = quads.size();
  fill_buffer(corners_, quads.data(), quads.size() * sizeof(SolidQuad));
  indices_.reach(count_);
}

void SolidPainter::draw(float opacity) const {
  if (count_ == 0)
    return;
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform1f(0, opacity);
  glBindVertexArray(vertex_array_.id());
  QuadIndices::draw(count_);
}

void SolidPainter::render() const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  draw(1);
}

void SolidPainter::render_hidden() const {
  glDisable(GL_DEPTH_TEST);
  blend_over();
  draw(0.10f);
}

} // namespace lamina
