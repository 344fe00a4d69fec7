#include "ui/render/bodies/selection_outline.h"

#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina {
namespace {

constexpr unsigned mask_unit = 2;
constexpr double widest = 4; // logical pixels around a body that its line may touch

/// Part of a picture, pixels from its lower left corner.
struct Part {
  int x = 0, y = 0, width = 0, height = 0;
};

/// Where bodies and their lines can be: all of the picture where something is behind the eye.
Part part_around(const Frame& frame, const Box& box) {
  const Part whole{0, 0, frame.size.width, frame.size.height};
  Eigen::Vector2f low(1e9f, 1e9f), high(-1e9f, -1e9f);
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 at(corner & 1 ? box.max.x() : box.min.x(), corner & 2 ? box.max.y() : box.min.y(),
                  corner & 4 ? box.max.z() : box.min.z());
    const Eigen::Vector4f clip = frame.view_projection * frame.relative(at).homogeneous();
    if (!(clip.w() > 1e-6f))
      return whole;
    const Eigen::Vector2f place = clip.head<2>() / clip.w();
    low = low.cwiseMin(place);
    high = high.cwiseMax(place);
  }
  const double margin = widest * frame.pixel_ratio;
  const auto pixels = [](float place, int length) {
    return 0.5 * (std::clamp(double(place), -1.0, 1.0) + 1) * length;
  };
  Part part;
  part.x = std::max(0, int(std::floor(pixels(low.x(), whole.width) - margin)));
  part.y = std::max(0, int(std::floor(pixels(low.y(), whole.height) - margin)));
  part.width = std::min(whole.width, int(std::ceil(pixels(high.x(), whole.width) + margin))) - part.x;
  part.height = std::min(whole.height, int(std::ceil(pixels(high.y(), whole.height) + margin))) - part.y;
  return part;
}

} // namespace

void SelectionOutline::setup() {
  mask_program_ = make_program("depth.vert", "mask.frag");
  line_program_ = make_program("background.vert", "outline.frag");
  vertex_array_ = make_vertex_array();
}

void SelectionOutline::make_mask(ViewSize size) {
  if (mask_size_.width == size.width && mask_size_.height == size.height)
    return;
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  mask_ = {GlKind::texture, id};
  glTextureStorage2D(id, 1, GL_R8, size.width, size.height);
  glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(id, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  mask_target_ = make_framebuffer();
  glNamedFramebufferTexture(mask_target_.id(), GL_COLOR_ATTACHMENT0, id, 0);
  mask_size_ = size;
}

void SelectionOutline::render(const Frame& frame, const SurfacePainter& surfaces, unsigned framebuffer) {
  if (surfaces.outlined_bounds().empty())
    return;
  const Part part = part_around(frame, surfaces.outlined_bounds());
  if (part.width <= 0 || part.height <= 0)
    return;
  make_mask(frame.size);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_BLEND);

  // Lines look a little beyond the part: no body of an earlier picture may be left there.
  glBindFramebuffer(GL_FRAMEBUFFER, mask_target_.id());
  const std::array<float, 4> nothing{};
  glClearBufferfv(GL_COLOR, 0, nothing.data());
  glEnable(GL_SCISSOR_TEST);
  glScissor(part.x, part.y, part.width, part.height);
  glUseProgram(mask_program_.id());
  glUniformMatrix4fv(0, 1, GL_FALSE, frame.view_projection.data());
  surfaces.render_outlined(1);

  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glDisable(GL_CLIP_DISTANCE0);
  glDisable(GL_CULL_FACE);
  blend_over();
  glUseProgram(line_program_.id());
  glUniform3fv(0, 1, theme(frame.dark).selection.data());
  glBindTextureUnit(mask_unit, mask_.id());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_BLEND);
}

} // namespace lamina
