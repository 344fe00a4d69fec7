#include "ui/render/bodies/contact_shade.h"

#include "ui/render/bodies/surface_painter.h"
#include "ui/render/gl/gl_api.h"

#include <algorithm>

namespace lamina {
namespace {

constexpr int map_side = 256; // texels
/// Of the eye's distance, how far these shades reach: some 40 pixels in a picture of 1000.
constexpr double reach_share = 0.03;

GlObject make_map(unsigned format) {
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  GlObject map(GlKind::texture, id);
  glTextureStorage2D(id, 1, format, map_side, map_side);
  glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(id, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(id, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(id, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  return map;
}

/// Looks up from the floor: depth 0 on it to 1 at the reach.
Eigen::Matrix4f seen_from_below(const Frame& frame) {
  const Vec3 middle = frame.contact_middle - frame.origin;
  const double half = frame.contact_half, reach = frame.contact_reach;
  const double floor = frame.up.dot(frame.floor_point - frame.origin);
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.row(0) << frame.across().transpose() / half, -middle.dot(frame.across()) / half;
  matrix.row(1) << frame.along().transpose() / half, -middle.dot(frame.along()) / half;
  matrix.row(2) << 2 / reach * frame.up.transpose(), -2 / reach * floor - 1;
  return matrix.cast<float>();
}

} // namespace

void ContactShade::setup() {
  undersides_ = make_map(GL_DEPTH_COMPONENT24);
  shades_ = make_map(GL_R8);
  depth_target_ = make_framebuffer();
  glNamedFramebufferTexture(depth_target_.id(), GL_DEPTH_ATTACHMENT, undersides_.id(), 0);
  glNamedFramebufferDrawBuffer(depth_target_.id(), GL_NONE);
  shade_target_ = make_framebuffer();
  glNamedFramebufferTexture(shade_target_.id(), GL_COLOR_ATTACHMENT0, shades_.id(), 0);
  program_ = make_program("background.vert", "contact_shade.frag");
  vertex_array_ = make_vertex_array();
}

void ContactShade::fit(Frame& frame, const Snapshot& snapshot, ShownShapes& shapes) {
  const double reach = reach_share * (frame.eye - frame.origin).norm();
  const Box box = casters_near(frame, snapshot, shapes, reach);
  if (box.empty() || frame.up.dot(frame.eye - frame.floor_point) <= 0)
    return;
  const Vec3 half = 0.5 * box.size();
  frame.contact_reach = reach;
  frame.contact_middle = box.centre();
  frame.contact_half =
      std::max(half.dot(frame.across().cwiseAbs()), half.dot(frame.along().cwiseAbs())) + 1.5 * reach;
}

void ContactShade::render(const Frame& frame, const SurfacePainter& surfaces) const {
  glBindFramebuffer(GL_FRAMEBUFFER, depth_target_.id());
  glViewport(0, 0, map_side, map_side);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_CLAMP); // what has sunk into the floor still touches it
  const float farthest = 1;
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  // Upwards is a mirrored view: what faces down is what is left.
  surfaces.render_casters(seen_from_below(frame));
  glDisable(GL_DEPTH_CLAMP);
  glDisable(GL_CLIP_DISTANCE0); // what covers the map lies nowhere in the world

  glBindFramebuffer(GL_FRAMEBUFFER, shade_target_.id());
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glUseProgram(program_.id());
  glUniform1f(0, static_cast<float>(0.5 * map_side * frame.contact_reach / frame.contact_half));
  glBindTextureUnit(1, undersides_.id());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void ContactShade::bind_texture() const {
  glBindTextureUnit(1, shades_.id());
}

} // namespace lamina
