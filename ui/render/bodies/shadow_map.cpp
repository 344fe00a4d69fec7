#include "ui/render/bodies/shadow_map.h"

#include "core/mesh/original_surface.h"
#include "ui/render/gl/gl_api.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr int side = 1024; // texels

} // namespace

Box casters_near(const Frame& frame, const Snapshot& snapshot, ShownShapes& shapes, double below) {
  const Vec3 reach = Vec3::Constant(0.75 * frame.fade_radius);
  const Box near{frame.origin - reach, frame.origin + reach};
  Box box;
  for (std::size_t body = 0; snapshot.infos && body < snapshot.infos->size(); ++body) {
    Box bounds = shapes.main_bounds(snapshot, body);
    const BodyInfo& info = (*snapshot.infos)[body];
    if (info.mesh && info.mesh->original) { // what is drawn may reach beyond the boundary
      bounds.min.array() -= info.mesh->original->farthest;
      bounds.max.array() += info.mesh->original->farthest;
    }
    if (bounds.empty() || !bounds.overlaps(near) || shapes.of(info.mesh).role == SurfaceRole::floor)
      continue;
    const double lowest =
        frame.up.dot(bounds.centre() - frame.floor_point) - 0.5 * frame.up.cwiseAbs().dot(bounds.size());
    if (lowest < below)
      box.include(bounds.intersection(near));
  }
  return box;
}

void ShadowMap::setup() {
  unsigned id = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &id);
  texture_ = {GlKind::texture, id};
  glTextureStorage2D(id, 1, GL_DEPTH_COMPONENT24, side, side);
  glTextureParameteri(id, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
  glTextureParameteri(id, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTextureParameteri(id, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(id, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glTextureParameteri(id, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
  glTextureParameteri(id, GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
  framebuffer_ = make_framebuffer();
  glNamedFramebufferTexture(framebuffer_.id(), GL_DEPTH_ATTACHMENT, id, 0);
  glNamedFramebufferDrawBuffer(framebuffer_.id(), GL_NONE);
}

void ShadowMap::fit(Frame& frame, const Snapshot& snapshot, ShownShapes& shapes) {
  const Box box = casters_near(frame, snapshot, shapes);
  frame.shadows = !box.empty();
  if (box.empty())
    return;

  // Sizes in steps and a centre on whole texels keep the shadow's edge from crawling while bodies move.
  const double least = std::max(0.5 * box.size().norm(), 1e-3 * frame.fade_radius);
  const double radius = std::pow(1.2, std::ceil(std::log(least) / std::log(1.2)));
  frame.shadow_texel = 2 * radius / side;
  const Vec3& away = frame.key_direction;
  const Vec3 aside = away.unitOrthogonal();
  const Vec3 over = away.cross(aside);
  const auto snapped = [&](double x) { return std::round(x / frame.shadow_texel) * frame.shadow_texel; };
  const Vec3 centre = box.centre();
  const double x = snapped(centre.dot(aside)) - frame.origin.dot(aside);
  const double y = snapped(centre.dot(over)) - frame.origin.dot(over);
  const double z = (centre - frame.origin).dot(away);

  // Behind the casters the map reaches as far as the floor can be seen.
  const double depth = 2 * radius + frame.fade_radius;
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Identity();
  matrix.row(0) << aside.transpose() / radius, -x / radius;
  matrix.row(1) << over.transpose() / radius, -y / radius;
  matrix.row(2) << -2 / depth * away.transpose(), 2 / depth * (z + radius) - 1;
  frame.shadow_projection = matrix.cast<float>();
}

void ShadowMap::begin() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.id());
  glViewport(0, 0, side, side);
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  glEnable(GL_DEPTH_CLAMP); // what sticks out towards the light still throws its shadow
  const float farthest = 1;
  glClearBufferfv(GL_DEPTH, 0, &farthest);
}

void ShadowMap::end() const {
  glDisable(GL_DEPTH_CLAMP);
}

void ShadowMap::bind_texture() const {
  glBindTextureUnit(0, texture_.id());
}

} // namespace lamina
