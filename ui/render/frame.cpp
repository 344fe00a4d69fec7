#include "ui/render/frame.h"

#include "ui/render/gl/gl_api.h"
#include "ui/render/overlay/grid_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace lamina {
namespace {

/// As frame.glsl declares it (std140: all members are of 16 bytes or matrices of columns).
struct Block {
  Eigen::Matrix<float, 4, 4, Eigen::DontAlign> view_projection, shadow_from_world;
  float eye[4], up[4], key_direction[4], viewport[4], background_top[4], background_bottom[4], floor_fade[4],
      cut[4], grid_across[4], grid_along[4], grid_phase[4], grid_ink[4], contact_map[4];
};
static_assert(sizeof(Block) == 2 * 64 + 13 * 16);

void put(float (&slot)[4], const Eigen::Vector3f& v, double w) {
  for (int k = 0; k < 3; ++k)
    slot[k] = v[k];
  slot[3] = static_cast<float>(w);
}

Eigen::Vector3f vector(const Colour& colour) {
  return {colour[0], colour[1], colour[2]};
}

/// Where x lies between two lines, 0 to 1, and half a spacing on, so that shaders find the nearest line with
/// one fraction: found in double precision so that far-away grids stay in place.
float phase(double x, double spacing) {
  const double lines = x / spacing;
  return static_cast<float>(lines - std::floor(lines) + 0.5);
}

void put_grid(Block& block, const Frame& frame) {
  const Vec3 across = frame.across(), along = frame.along();
  put(block.grid_across, across.cast<float>(), 1 / frame.grid_minor);
  put(block.grid_along, along.cast<float>(), 1 / frame.grid_major);
  const double x = frame.floor_point.dot(across), y = frame.floor_point.dot(along);
  const std::array<float, 4> phases{phase(x, frame.grid_minor), phase(y, frame.grid_minor),
                                    phase(x, frame.grid_major), phase(y, frame.grid_major)};
  std::copy(phases.begin(), phases.end(), block.grid_phase);
  const auto& ink = theme(frame.dark).grid;
  std::copy(ink.begin(), ink.end(), block.grid_ink);
}

void put_contact_map(Block& block, const Frame& frame) {
  const Vec3 away = frame.contact_middle - frame.floor_point;
  const double half = frame.contact_half;
  put(block.contact_map,
      Vec3(away.dot(frame.across()) - half, away.dot(frame.along()) - half, 0.5 / half).cast<float>(),
      frame.contact_reach);
}

} // namespace

Vec3 Frame::across() const {
  return (std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitY()).cross(up).normalized();
}

Frame make_frame(const Snapshot& snapshot, const Camera& camera, const ViewOptions& options, ViewSize size,
                 ShownShapes& shapes) {
  const Vec3 up = snapshot.up.norm() > 0 ? Vec3(snapshot.up.normalized()) : camera.up();
  const double floor_height = shapes.level_floor(snapshot).value_or(0);
  Frame frame;
  frame.size = size;
  frame.origin = camera.target();
  const Eigen::Matrix4d projection =
      camera.projection_matrix(size, camera.clip_range(shapes.scene_bounds(snapshot)));
  frame.view_projection = (projection * camera.view_matrix(frame.origin)).cast<float>();
  frame.eye = camera.eye();
  frame.up = up;
  frame.floor_point = camera.target() + up * (floor_height - up.dot(camera.target()));
  // The key light comes from high up, over the left shoulder of somebody who looks along −z.
  Vec3 aside = up.cross(std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ()).normalized();
  const Vec3 other = aside.cross(up);
  frame.key_direction = (0.80 * up - 0.50 * aside - 0.25 * other).normalized();
  frame.fade_radius = 7 * camera.distance();
  frame.grid_minor = grid_spacing(camera.metres_per_pixel(size.height) * options.pixel_ratio);
  frame.grid_major = major_grid_spacing(frame.grid_minor);
  frame.pixel_ratio = options.pixel_ratio;
  frame.dark = options.dark;
  frame.soft_shadows = options.quality == Quality::high;
  if (options.cut != CutAxis::off && std::isfinite(options.cut_position)) {
    const int axis = static_cast<int>(options.cut) - 1;
    frame.cut = true;
    frame.cut_point[axis] = options.cut_position;
    frame.cut_inward[axis] = frame.eye[axis] > options.cut_position ? -1 : 1;
  }
  return frame;
}

void FrameBlock::setup() {
  buffer_ = make_buffer();
}

void FrameBlock::upload_and_bind(const Frame& frame) {
  Block block;
  block.view_projection = frame.view_projection;
  // From clip coordinates −1…1 to texture coordinates and depth 0…1.
  Eigen::Matrix4f to_texture = 0.5f * Eigen::Matrix4f::Identity();
  to_texture.col(3) << 0.5f, 0.5f, 0.5f, 1;
  block.shadow_from_world = to_texture * frame.shadow_projection;
  put(block.eye, frame.relative(frame.eye), frame.dark);
  put(block.up, frame.up.cast<float>(), 0);
  put(block.key_direction, frame.key_direction.cast<float>(), frame.shadow_texel);
  put(block.viewport,
      Eigen::Vector3f(float(frame.size.width), float(frame.size.height), float(frame.pixel_ratio)),
      frame.ambient_reach);
  put(block.background_top, vector(theme(frame.dark).background_top), 1);
  put(block.background_bottom, vector(theme(frame.dark).background_bottom), 1);
  put(block.floor_fade, frame.relative(frame.floor_point), frame.fade_radius);
  put(block.cut, frame.cut_inward.cast<float>(),
      frame.cut ? -frame.cut_inward.dot(frame.cut_point - frame.origin) : 1);
  put_grid(block, frame);
  put_contact_map(block, frame);
  fill_buffer(buffer_, &block, sizeof block);
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer_.id());
}

} // namespace lamina
