#include "ui/render/overlay/grid_painter.h"

#include "ui/render/gl/gl_api.h"
#include "ui/render/gl/gl_objects.h"

#include <cmath>

namespace lamina {
namespace {

constexpr double narrowest = 24; // pixels between the finer lines

} // namespace

double grid_spacing(double metres_per_pixel) {
  const double wanted = narrowest * metres_per_pixel;
  if (!(wanted > 0) || !std::isfinite(wanted))
    return 1;
  const double decade = std::pow(10, std::floor(std::log10(wanted)));
  for (const double step : {1.0, 2.0, 5.0})
    if (step * decade >= wanted * (1 - 1e-9))
      return step * decade;
  return 10 * decade;
}

double major_grid_spacing(double spacing) {
  const double leading = spacing / std::pow(10, std::floor(std::log10(spacing * (1 + 1e-9))));
  return spacing * (std::abs(leading - 2) < 0.5 ? 5 : 10);
}

void GridPainter::setup() {
  program_ = make_program("grid.vert", "grid.frag");
  vertex_array_ = make_vertex_array();
}

void GridPainter::render(GridDepth place) const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  blend_over();
  if (place != GridDepth::exact)
    glEnable(GL_POLYGON_OFFSET_FILL);
  if (place == GridDepth::below_floors)
    glPolygonOffset(1, 8);
  else
    glPolygonOffset(-1, -8);
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
}

} // namespace lamina
