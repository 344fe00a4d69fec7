#include "ui/render/gl/quad_batch.h"

#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lamina {

void QuadBatch::setup(std::string_view vertex_file, std::string_view fragment_file,
                      std::size_t corner_bytes) {
  corner_bytes_ = corner_bytes;
  program_ = make_program(vertex_file, fragment_file);
  vertex_array_ = make_vertex_array();
  corners_ = make_buffer();
  indices_ = make_buffer();
  add_float_attribute(vertex_array_, 0, 0, 3, 0);
  glVertexArrayVertexBuffer(vertex_array_.id(), 0, corners_.id(), 0, static_cast<int>(corner_bytes));
  glVertexArrayElementBuffer(vertex_array_.id(), indices_.id());
}

void QuadBatch::add_byte_attribute(unsigned location, int count, bool is_signed, std::size_t offset) {
  const unsigned array = vertex_array_.id();
  glEnableVertexArrayAttrib(array, location);
  glVertexArrayAttribFormat(array, location, count, is_signed ? GL_BYTE : GL_UNSIGNED_BYTE, GL_TRUE,
                            static_cast<unsigned>(offset));
  glVertexArrayAttribBinding(array, location, 0);
}

void QuadBatch::fill(const void* corners, std::size_t quads) {
  count_ = quads;
  fill_buffer(corners_, corners, 4 * quads * corner_bytes_);
  reach(quads);
}

unsigned QuadBatch::make_room(std::size_t quads) {
  fill(nullptr, quads);
  return corners_.id();
}

void QuadBatch::put(std::size_t first, const void* corners, std::size_t quads) {
  const std::size_t of_quad = 4 * corner_bytes_;
  glNamedBufferSubData(corners_.id(), static_cast<GLintptr>(first * of_quad),
                       static_cast<GLsizeiptr>(quads * of_quad), corners);
}

/// Two triangles a quad; what the indices hold already stays.
void QuadBatch::reach(std::size_t quads) {
  if (quads <= reached_)
    return;
  reached_ = std::max(quads, 2 * reached_);
  std::vector<std::uint32_t> indices;
  indices.reserve(6 * reached_);
  for (std::uint32_t first = 0; first < 4 * reached_; first += 4)
    indices.insert(indices.end(), {first, first + 1, first + 2, first + 2, first + 1, first + 3});
  fill_buffer(indices_, indices.data(), indices.size() * sizeof(std::uint32_t));
}

void QuadBatch::draw(const Eigen::Vector3f& offset, float opacity) const {
  if (count_ == 0)
    return;
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform1f(0, opacity);
  glUniform3fv(1, 1, offset.data());
  glBindVertexArray(vertex_array_.id());
  glDrawElements(GL_TRIANGLES, static_cast<int>(6 * count_), GL_UNSIGNED_INT, nullptr);
}

void QuadBatch::render(const Eigen::Vector3f& offset) const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  draw(offset, 1);
}

void QuadBatch::render_hidden(const Eigen::Vector3f& offset, float opacity) const {
  glDisable(GL_DEPTH_TEST);
  blend_over();
  draw(offset, opacity);
}

} // namespace lamina
