#include "ui/render/overlay/arrow_painter.h"

#include "ui/render/gl/gl_api.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/overlay/palette.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina {
namespace {

constexpr double head_radius = 2.6; // in shaft radii
constexpr double head_length = 7;   // in shaft radii

/// As arrow.vert declares them.
struct Vertex {
  float position[3], normal[3];
};
struct Instance {
  float tail[3], radius, reach[3], head, colour[4];
};

/// A shaft, its end, and a cone; z counts 0 for the tail, 1 for the neck, 2 for the tip.
std::vector<Vertex> arrow_vertices() {
  constexpr int sides = 16;
  const auto ring = [](int i, double radius, float z, float nr, float nz) {
    const double angle = 2 * M_PI * i / sides;
    const float c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    const float r = static_cast<float>(radius);
    return Vertex{{r * c, r * s, z}, {nr * c, nr * s, nz}};
  };
  std::vector<Vertex> vertices;
  const auto add = [&](std::initializer_list<Vertex> corners) { vertices.insert(vertices.end(), corners); };
  for (int i = 0; i < sides; ++i) {
    const int j = i + 1;
    add({ring(i, 1, 0, 1, 0), ring(j, 1, 0, 1, 0), ring(j, 1, 1, 1, 0)});
    add({ring(i, 1, 0, 1, 0), ring(j, 1, 1, 1, 0), ring(i, 1, 1, 1, 0)});
    add({ring(0, 0, 0, 0, -1), ring(j, 1, 0, 0, -1), ring(i, 1, 0, 0, -1)});
    add({ring(0, 0, 1, 0, -1), ring(j, head_radius, 1, 0, -1), ring(i, head_radius, 1, 0, -1)});
    add({ring(i, head_radius, 1, 0.9f, 0.43f), ring(j, head_radius, 1, 0.9f, 0.43f),
         ring(i, 0, 2, 0.9f, 0.43f)});
  }
  return vertices;
}

} // namespace

void ArrowPainter::setup() {
  program_ = make_program("arrow.vert", "arrow.frag");
  vertices_ = make_buffer();
  instances_ = make_buffer();
  vertex_array_ = make_vertex_array();
  const std::vector<Vertex> vertices = arrow_vertices();
  vertex_count_ = static_cast<int>(vertices.size());
  fill_buffer(vertices_, vertices.data(), vertices.size() * sizeof(Vertex));
  add_float_attribute(vertex_array_, 0, 0, 3, offsetof(Vertex, position));
  add_float_attribute(vertex_array_, 1, 0, 3, offsetof(Vertex, normal));
  add_float_attribute(vertex_array_, 2, 1, 4, offsetof(Instance, tail));
  add_float_attribute(vertex_array_, 3, 1, 4, offsetof(Instance, reach));
  add_float_attribute(vertex_array_, 4, 1, 4, offsetof(Instance, colour));
  glVertexArrayBindingDivisor(vertex_array_.id(), 1, 1);
  glVertexArrayVertexBuffer(vertex_array_.id(), 0, vertices_.id(), 0, sizeof(Vertex));
  glVertexArrayVertexBuffer(vertex_array_.id(), 1, instances_.id(), 0, sizeof(Instance));
}

void ArrowPainter::upload(const std::vector<Arrow>& arrows, const Frame& frame) {
  std::vector<Instance> instances;
  instances.reserve(arrows.size());
  for (const Arrow& arrow : arrows) {
    const Eigen::Vector3f tail = frame.relative(arrow.tail), reach = arrow.reach.cast<float>();
    instances.push_back({{tail.x(), tail.y(), tail.z()},
                         static_cast<float>(arrow.radius),
                         {reach.x(), reach.y(), reach.z()},
                         static_cast<float>(head_length * arrow.radius),
                         {arrow.colour[0], arrow.colour[1], arrow.colour[2], 1}});
  }
  count_ = instances.size();
  fill_buffer(instances_, instances.data(), instances.size() * sizeof(Instance));
}

void ArrowPainter::render() const {
  if (count_ == 0)
    return;
  blend_over();
  glEnable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glBindVertexArray(vertex_array_.id());
  glDisable(GL_DEPTH_TEST);
  glUniform1f(0, hidden_opacity);
  glDrawArraysInstanced(GL_TRIANGLES, 0, vertex_count_, static_cast<int>(count_));
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glUniform1f(0, 1);
  glDrawArraysInstanced(GL_TRIANGLES, 0, vertex_count_, static_cast<int>(count_));
}

} // namespace lamina
