#include "ui/render/bodies/ambient_shade.h"

#include "ui/render/bodies/surface_painter.h"
#include "ui/render/gl/gl_api.h"

#include <Eigen/LU>

namespace lamina {
namespace {

/// Of the eye's distance: some 50 pixels in a picture of 1000.
constexpr double ambient_reach_share = 0.035;

GlObject make_map(unsigned format, ViewSize size) {
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  GlObject map(GlKind::texture, id);
  glTextureStorage2D(id, 1, format, size.width, size.height);
  glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(id, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  return map;
}

} // namespace

void AmbientShade::setup() {
  program_ = make_program("background.vert", "ambient_shade.frag");
  vertex_array_ = make_vertex_array();
}

void AmbientShade::fit(Frame& frame) {
  frame.ambient_reach = ambient_reach_share * (frame.eye - frame.origin).norm();
}

void AmbientShade::resize(ViewSize size) {
  if (size.width == size_.width && size.height == size_.height)
    return;
  // What goes first makes room for what comes.
  for (GlObject* part : {&depth_target_, &shade_target_, &depths_, &shades_})
    *part = GlObject();
  depths_ = make_map(GL_DEPTH_COMPONENT32F, size);
  shades_ = make_map(GL_RG16F, size);
  depth_target_ = make_framebuffer();
  glNamedFramebufferTexture(depth_target_.id(), GL_DEPTH_ATTACHMENT, depths_.id(), 0);
  glNamedFramebufferDrawBuffer(depth_target_.id(), GL_NONE);
  shade_target_ = make_framebuffer();
  glNamedFramebufferTexture(shade_target_.id(), GL_COLOR_ATTACHMENT0, shades_.id(), 0);
  size_ = size;
}

void AmbientShade::render(const Frame& frame, const SurfacePainter& surfaces) {
  resize({(frame.size.width + 1) / 2, (frame.size.height + 1) / 2});
  glBindFramebuffer(GL_FRAMEBUFFER, depth_target_.id());
  glViewport(0, 0, size_.width, size_.height);
  surfaces.render_depths(frame);

  glBindFramebuffer(GL_FRAMEBUFFER, shade_target_.id());
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_CLIP_DISTANCE0); // what covers the map lies nowhere in the world
  glUseProgram(program_.id());
  const Eigen::Matrix4f from_clip = frame.view_projection.cast<double>().inverse().cast<float>();
  glUniformMatrix4fv(0, 1, GL_FALSE, from_clip.data());
  // Upwards in the picture, one metre is so many halves of its height where w is 1.
  const double halves = frame.view_projection.row(1).head<3>().norm();
  glUniform1f(1, static_cast<float>(0.5 * size_.height * halves * frame.ambient_reach));
  glBindTextureUnit(2, depths_.id());
  glBindVertexArray(vertex_array_.id());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

void AmbientShade::bind_texture() const {
  glBindTextureUnit(3, shades_.id());
}

} // namespace lamina
