#include "ui/render/pixel_painter.h"

#include "ui/render/gl_api.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace lamina {
namespace {

/// One corner of a quad, as pixel.vert declares it.
struct Corner {
  float position[3];
  std::uint8_t ink[4];
};
using Quad = std::array<Corner, 4>;
using Ink = std::array<std::uint8_t, 3>;

constexpr std::array<Ink, 3> axis_inks{{{230, 40, 40}, {34, 168, 56}, {46, 88, 242}}}; // x, y, z
constexpr Ink marked_ink{255, 217, 26};

/// Two million quads are 128 MB of corners; beyond that a picture shows no more detail.
constexpr std::size_t most = 2'000'000;

/// A quad about a point, its corners in the order of a strip.
Quad make_quad(const Eigen::Vector3f& centre, const Eigen::Vector3f& half_u, const Eigen::Vector3f& half_v,
               const Ink& ink) {
  Quad quad;
  for (unsigned corner = 0; corner < 4; ++corner) {
    const Eigen::Vector3f at = centre + (corner & 1 ? half_u : Eigen::Vector3f(-half_u)) +
                               (corner & 2 ? half_v : Eigen::Vector3f(-half_v));
    quad[corner] = {{at.x(), at.y(), at.z()}, {ink[0], ink[1], ink[2], 255}};
  }
  return quad;
}

/// Both ends of every pixel pair of one pair of bodies.
void add_quads(std::vector<Quad>& quads, const PairContacts& contacts, const PixelReference* marked,
               const Frame& frame) {
  std::array<Eigen::Vector3f, 3> half_u, half_v;
  for (int axis = 0; axis < 3; ++axis) {
    const PixelSides sides = pixel_sides(contacts.region, axis);
    half_u[axis] = sides.half_u.cast<float>();
    half_v[axis] = sides.half_v.cast<float>();
  }
  for (std::size_t i = 0; i < contacts.pixels.size() && quads.size() + 2 <= most; ++i) {
    const ContactPixelPair& pixel = contacts.pixels[i];
    const std::size_t axis = pixel.axis % 3;
    const Ink& ink = marked && marked->pixel == i ? marked_ink : axis_inks[axis];
    for (int end = 0; end < 2; ++end)
      quads.push_back(
          make_quad(frame.relative(pixel_position(contacts, pixel, end)), half_u[axis], half_v[axis], ink));
  }
}

/// Two triangles for each quad.
std::vector<std::uint32_t> quad_indices(std::size_t quads) {
  std::vector<std::uint32_t> indices;
  indices.reserve(6 * quads);
  for (std::uint32_t first = 0; first < 4 * quads; first += 4)
    indices.insert(indices.end(), {first, first + 1, first + 2, first + 2, first + 1, first + 3});
  return indices;
}

} // namespace

void PixelPainter::setup() {
  program_ = make_program("pixel.vert", "pixel.frag");
  vertex_array_ = make_vertex_array();
  corners_ = make_buffer();
  indices_ = make_buffer();
  const unsigned array = vertex_array_.id();
  add_float_attribute(vertex_array_, 0, 0, 3, offsetof(Corner, position));
  glEnableVertexArrayAttrib(array, 1);
  glVertexArrayAttribFormat(array, 1, 4, GL_UNSIGNED_BYTE, GL_TRUE, offsetof(Corner, ink));
  glVertexArrayAttribBinding(array, 1, 0);
  glVertexArrayVertexBuffer(array, 0, corners_.id(), 0, sizeof(Corner));
  glVertexArrayElementBuffer(array, indices_.id());
}

void PixelPainter::upload(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame) {
  std::size_t total = 0;
  for (const PairState& pair : snapshot.pairs)
    total += 2 * pair.contacts.pixels.size();
  std::vector<Quad> quads;
  quads.reserve(std::min(total, most));
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const bool here = options.hovered_pixel && options.hovered_pixel->pair == p;
    add_quads(quads, snapshot.pairs[p].contacts, here ? &*options.hovered_pixel : nullptr, frame);
  }
  count_ = quads.size();
  fill_buffer(corners_, quads.data(), quads.size() * sizeof(Quad));
  if (indexed_ < count_) {
    indexed_ = std::min(most, 2 * count_);
    const std::vector<std::uint32_t> indices = quad_indices(indexed_);
    fill_buffer(indices_, indices.data(), indices.size() * sizeof(std::uint32_t));
  }
}

void PixelPainter::draw(float opacity) const {
  if (count_ == 0)
    return;
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform1f(0, opacity);
  glBindVertexArray(vertex_array_.id());
  glDrawElements(GL_TRIANGLES, static_cast<int>(6 * count_), GL_UNSIGNED_INT, nullptr);
}

void PixelPainter::render() const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDisable(GL_BLEND);
  draw(1);
}

void PixelPainter::render_hidden() const {
  glDisable(GL_DEPTH_TEST);
  glEnable(GL_BLEND);
  glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
  draw(0.25f);
}

} // namespace lamina
