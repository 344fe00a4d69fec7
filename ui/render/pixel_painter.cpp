#include "ui/render/pixel_painter.h"

#include "ui/render/gl_api.h"
#include "ui/render/gl_objects.h"

namespace lamina {

void PixelPainter::setup() {
  program_ = make_program("pixel.vert", "pixel.frag");
  vertex_array_ = make_vertex_array();
  corners_ = make_buffer();
  const unsigned array = vertex_array_.id();
  add_float_attribute(vertex_array_, 0, 0, 3, offsetof(QuadCorner, position));
  glEnableVertexArrayAttrib(array, 1);
  glVertexArrayAttribFormat(array, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(QuadCorner, ink));
  glVertexArrayAttribBinding(array, 1, 0);
  glVertexArrayVertexBuffer(array, 0, corners_.id(), 0, sizeof(QuadCorner));
  indices_.setup(vertex_array_);
}

void PixelPainter::upload(const std::vector<Quad>& quads) {
  count_ = quads.size();
  fill_buffer(corners_, quads.data(), quads.size() * sizeof(Quad));
  indices_.reach(count_);
}

void PixelPainter::draw(float opacity) const {
  if (count_ == 0)
    return;
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform1f(0, opacity);
  glBindVertexArray(vertex_array_.id());
  QuadIndices::draw(count_);
}

void PixelPainter::render() const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  draw(1);
}

void PixelPainter::render_hidden() const {
  glDisable(GL_DEPTH_TEST);
  blend_over();
  draw(0.25f);
}

} // namespace lamina
