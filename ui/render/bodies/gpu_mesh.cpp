#include "ui/render/bodies/gpu_mesh.h"

#include "ui/render/bodies/shown_shape.h"
#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

struct Vertex {
  float position[3];
  std::uint32_t normal; ///< three signed components of ten bits
};

constexpr unsigned value_attribute = 6, value_binding = 2, first_inner_attribute = 7;

std::uint32_t pack_normal(const Eigen::Vector3f& n) {
  std::uint32_t bits = 0;
  for (int k = 0; k < 3; ++k)
    bits |= (static_cast<std::uint32_t>(std::lround(n[k] * 511)) & 1023u) << (10 * k);
  return bits;
}

} // namespace

GpuMesh::GpuMesh(const PreparedMesh& mesh)
    : smooth_(
          smooth_vertices(mesh.mesh.vertices, std::span(mesh.mesh.triangles).first(shown_triangles(mesh)))) {
  vertices_ = make_buffer();
  indices_ = make_buffer();
  vertex_array_ = make_vertex_array();
  const unsigned array = vertex_array_.id();
  add_float_attribute(vertex_array_, 0, 0, 3, offsetof(Vertex, position));
  glEnableVertexArrayAttrib(array, 1);
  glVertexArrayAttribFormat(array, 1, 4, GL_INT_2_10_10_10_REV, GL_TRUE, offsetof(Vertex, normal));
  glVertexArrayAttribBinding(array, 1, 0);
  for (unsigned row = 0; row < 3; ++row)
    add_float_attribute(vertex_array_, 2 + row, 1, 4, offsetof(SurfaceInstance, rows) + 16 * row);
  add_float_attribute(vertex_array_, 5, 1, 4, offsetof(SurfaceInstance, colour));
  glVertexArrayBindingDivisor(array, 1, 1);
  glVertexArrayVertexBuffer(array, 0, vertices_.id(), 0, sizeof(Vertex));
  glVertexArrayElementBuffer(array, indices_.id());

  fill_buffer(indices_, smooth_.indices.data(), smooth_.indices.size() * sizeof(std::uint32_t));
  index_count_ = static_cast<int>(smooth_.indices.size());
  first_inner_ = static_cast<float>(mesh.first_inner_triangle);
  upload(mesh.mesh.vertices);
}

void GpuMesh::update(std::span<const Vec3> positions) {
  for (const std::uint32_t source : smooth_.source)
    if (source >= positions.size())
      return;
  update_normals(smooth_, positions);
  upload(positions);
}

void GpuMesh::colour_by(std::span<const float> values) {
  const auto beyond = [&](std::uint32_t source) { return source >= values.size(); };
  coloured_ = !values.empty() && std::none_of(smooth_.source.begin(), smooth_.source.end(), beyond);
  const unsigned array = vertex_array_.id();
  if (!coloured_)
    return glDisableVertexArrayAttrib(array, value_attribute);
  std::vector<float> shown(smooth_.source.size());
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const float value = values[smooth_.source[i]];
    shown[i] = value > 0 ? value : 0;
  }
  if (!values_.id()) {
    values_ = make_buffer();
    add_float_attribute(vertex_array_, value_attribute, value_binding, 1, 0);
    glVertexArrayVertexBuffer(array, value_binding, values_.id(), 0, sizeof(float));
  }
  glEnableVertexArrayAttrib(array, value_attribute);
  fill_buffer(values_, shown.data(), shown.size() * sizeof(float));
}

void GpuMesh::upload(std::span<const Vec3> positions) {
  Box box;
  for (const std::uint32_t source : smooth_.source)
    box.include(positions[source]);
  centre_ = box.empty() ? Vec3::Zero() : box.centre();
  std::vector<Vertex> vertices(smooth_.source.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3 relative = positions[smooth_.source[i]] - centre_;
    vertices[i] = {{float(relative.x()), float(relative.y()), float(relative.z())},
                   pack_normal(smooth_.normals[i])};
  }
  fill_buffer(vertices_, vertices.data(), vertices.size() * sizeof(Vertex));
}

void GpuMesh::draw(const GlObject& instances, std::size_t first, std::size_t count) const {
  glVertexArrayVertexBuffer(vertex_array_.id(), 1, instances.id(), 0, sizeof(SurfaceInstance));
  glBindVertexArray(vertex_array_.id());
  if (!coloured_)
    glVertexAttrib1f(value_attribute, -1);
  glVertexAttrib1f(first_inner_attribute, first_inner_);
  glDrawElementsInstancedBaseInstance(GL_TRIANGLES, index_count_, GL_UNSIGNED_INT, nullptr,
                                      static_cast<int>(count), static_cast<unsigned>(first));
}

} // namespace lamina
