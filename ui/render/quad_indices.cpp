#include "ui/render/quad_indices.h"

#include "ui/render/gl_api.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lamina {

void QuadIndices::setup(const GlObject& vertex_array) {
  buffer_ = make_buffer();
  glVertexArrayElementBuffer(vertex_array.id(), buffer_.id());
}

void QuadIndices::reach(std::size_t quads) {
  if (quads <= reached_)
    return;
  reached_ = std::max(quads, 2 * reached_);
  std::vector<std::uint32_t> indices;
  indices.reserve(6 * reached_);
  for (std::uint32_t first = 0; first < 4 * reached_; first += 4)
    indices.insert(indices.end(), {first, first + 1, first + 2, first + 2, first + 1, first + 3});
  fill_buffer(buffer_, indices.data(), indices.size() * sizeof(std::uint32_t));
}

void QuadIndices::draw(std::size_t quads) {
  glDrawElements(GL_TRIANGLES, static_cast<int>(6 * quads), GL_UNSIGNED_INT, nullptr);
}

} // namespace lamina
