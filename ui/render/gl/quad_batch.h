#pragma once

#include "ui/render/gl/gl_objects.h"

#include <Eigen/Core>

#include <cstddef>
#include <string_view>

namespace lamina {

/// Any number of quads drawn in one call: four corners each, in the order of a strip.
class QuadBatch {
public:
  /// Programs read their opacity from uniform 0 and where corners are relative to from uniform 1. The first
  /// attribute is the position, three floats at the beginning of a corner.
  void setup(std::string_view vertex_file, std::string_view fragment_file, std::size_t corner_bytes);
  /// A further attribute of `count` bytes, read as −1 to 1 if signed, else as 0 to 1.
  void add_byte_attribute(unsigned location, int count, bool is_signed, std::size_t offset);
  void fill(const void* corners, std::size_t quads);
  /// Room for so many quads in place of what was there, to be written by others: the buffer of their corners.
  unsigned make_room(std::size_t quads);
  /// Writes quads into such room, from the one with this number on.
  void put(std::size_t first, const void* corners, std::size_t quads);
  void clear() { count_ = 0; }

  /// Opaque, hidden by what is nearer. `offset` is added to all corners.
  void render(const Eigen::Vector3f& offset) const;
  /// Faint, through everything.
  void render_hidden(const Eigen::Vector3f& offset, float opacity) const;

private:
  void reach(std::size_t quads);
  void draw(const Eigen::Vector3f& offset, float opacity) const;

  GlObject program_, vertex_array_, corners_, indices_;
  std::size_t corner_bytes_ = 0, count_ = 0;
  std::size_t reached_ = 0; ///< quads that the indices serve
};

} // namespace lamina
