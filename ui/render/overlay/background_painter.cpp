#include "ui/render/overlay/background_painter.h"

#include "ui/render/gl/gl_api.h"

namespace lamina {

void BackgroundPainter::setup() {
  program_ = make_program("background.vert", "background.frag");
  vertex_array_ = make_vertex_array();
}

void BackgroundPainter::render() const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  glUseProgram(program_.id());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

} // namespace lamina
