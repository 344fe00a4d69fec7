#include "ui/render/grid_painter.h"

#include "ui/render/gl_api.h"
#include "ui/render/gl_objects.h"

#include <cmath>

namespace lamina {
namespace {

constexpr double narrowest = 24; // pixels between the finer lines

/// Where x lies between two lines, 0 to 1, found in double precision so that far-away grids stay in place.
float phase(double x, double spacing) {
  const double lines = x / spacing;
  return static_cast<float>(lines - std::floor(lines));
}

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

void GridPainter::render(const Frame& frame, double metres_per_pixel) const {
  const Vec3 across =
      (std::abs(frame.up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY()).cross(frame.up).normalized();
  const Vec3 along = frame.up.cross(across);
  const double minor = grid_spacing(metres_per_pixel), major = major_grid_spacing(minor);
  const double x = frame.floor_point.dot(across), y = frame.floor_point.dot(along);

  const Eigen::Vector3f centre = frame.relative(frame.floor_point);
  const Eigen::Vector3f u = across.cast<float>(), v = along.cast<float>();
  glUseProgram(program_.id());
  glUniform3fv(0, 1, centre.data());
  glUniform3fv(1, 1, u.data());
  glUniform3fv(2, 1, v.data());
  glUniform4f(3, phase(x, minor), phase(y, minor), phase(x, major), phase(y, major));
  glUniform2f(4, static_cast<float>(minor), static_cast<float>(major));
  glUniform4fv(5, 1, theme(frame.dark).grid.data());

  // The grid lies in the floor: an offset lets it win there without shining through anything else.
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_FALSE);
  blend_over();
  glEnable(GL_POLYGON_OFFSET_FILL);
  glPolygonOffset(-1, -8);
  glDisable(GL_CULL_FACE);
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
  glDisable(GL_POLYGON_OFFSET_FILL);
  glDepthMask(GL_TRUE);
}

} // namespace lamina
