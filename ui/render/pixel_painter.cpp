#include "ui/render/pixel_painter.h"

#include "ui/render/gl_api.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace lamina {
namespace {

/// As pixel.vert declares them.
struct Pixel {
  float position[3];
  std::uint32_t frame;
};
struct Sides {
  float half_u[4], half_v[4];
};

/// The top bit of Pixel::frame marks the pixel that is pointed at.
constexpr std::uint32_t marked = 1u << 31;

/// Drivers grant a shader buffer 128 MiB at least, and six vertices each must be counted in an int.
constexpr std::size_t most = (std::size_t(128) << 20) / sizeof(Pixel);

} // namespace

void PixelPainter::setup() {
  program_ = make_program("pixel.vert", "pixel.frag");
  vertex_array_ = make_vertex_array();
  pixels_ = make_buffer();
  sides_ = make_buffer();
}

void PixelPainter::upload(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame) {
  std::size_t total = 0;
  for (const PairState& pair : snapshot.pairs)
    total += 2 * pair.contacts.pixels.size();
  std::vector<Pixel> pixels;
  std::vector<Sides> sides;
  pixels.reserve(std::min(total, most));
  sides.reserve(3 * snapshot.pairs.size());
  for (std::uint32_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairContacts& contacts = snapshot.pairs[p].contacts;
    for (int axis = 0; axis < 3; ++axis) {
      const PixelSides half = pixel_sides(contacts.region, axis);
      sides.push_back({{float(half.half_u.x()), float(half.half_u.y()), float(half.half_u.z()), 0},
                       {float(half.half_v.x()), float(half.half_v.y()), float(half.half_v.z()), 0}});
    }
    for (std::uint32_t i = 0; i < contacts.pixels.size() && pixels.size() + 2 <= most; ++i) {
      const ContactPixelPair& pixel = contacts.pixels[i];
      const bool pointed_at =
          options.hovered_pixel && options.hovered_pixel->pair == p && options.hovered_pixel->pixel == i;
      const std::uint32_t own = (3 * p + pixel.axis % 3) | (pointed_at ? marked : 0);
      for (int end = 0; end < 2; ++end) {
        const Eigen::Vector3f at = frame.relative(pixel_position(contacts, pixel, end));
        pixels.push_back({{at.x(), at.y(), at.z()}, own});
      }
    }
  }
  count_ = pixels.size();
  fill_buffer(pixels_, pixels.data(), pixels.size() * sizeof(Pixel));
  fill_buffer(sides_, sides.data(), sides.size() * sizeof(Sides));
}

void PixelPainter::draw(float opacity) const {
  if (count_ == 0)
    return;
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform1f(0, opacity);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, pixels_.id());
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, sides_.id());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLES, 0, static_cast<int>(6 * count_));
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
