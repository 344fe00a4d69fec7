#pragma once

#include "ui/render/gl_objects.h"

#include <cstddef>

namespace lamina {

/// An index buffer that draws quads of four corners, in the order of a strip, as two triangles each.
class QuadIndices {
public:
  void setup(const GlObject& vertex_array);
  /// Makes it long enough; what is there stays.
  void reach(std::size_t quads);
  /// Draws the quads with the program and the vertex array that are in use.
  static void draw(std::size_t quads);

private:
  GlObject buffer_;
  std::size_t reached_ = 0;
};

} // namespace lamina
