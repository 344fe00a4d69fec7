#include "ui/render/scene_renderer.h"

#include "ui/render/arrow_painter.h"
#include "ui/render/background_painter.h"
#include "ui/render/force_arrows.h"
#include "ui/render/gl_api.h"
#include "ui/render/grid_painter.h"
#include "ui/render/line_painter.h"
#include "ui/render/overlay_lines.h"
#include "ui/render/picture_target.h"
#include "ui/render/pixel_painter.h"
#include "ui/render/shadow_map.h"
#include "ui/render/solid_painter.h"
#include "ui/render/steady_range.h"
#include "ui/render/surface_painter.h"

#include <map>
#include <stdexcept>
#include <string>

namespace lamina {
namespace {

/// Metres a logical pixel covers at the target's depth.
double logical_pixel(const Camera& camera, const ViewOptions& options, int height) {
  return camera.metres_per_pixel(height) * options.pixel_ratio;
}

void begin_picture(unsigned framebuffer, ViewSize size) {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glViewport(0, 0, size.width, size.height);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_STENCIL_TEST);
  glEnable(GL_MULTISAMPLE);
  glDisable(GL_FRAMEBUFFER_SRGB);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glFrontFace(GL_CCW);
  glCullFace(GL_BACK);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthMask(GL_TRUE);
  glDepthRange(0, 1);
  glBlendEquation(GL_FUNC_ADD);
  const float farthest = 1;
  glClearBufferfv(GL_DEPTH, 0, &farthest);
}

/// Whether vertices beyond the cut plane are left out: only for programs that say where they are.
void cut(bool on) {
  (on ? glEnable : glDisable)(GL_CLIP_DISTANCE0);
}

void end_picture() {
  glBindVertexArray(0);
  glUseProgram(0);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_CULL_FACE);
  glDisable(GL_BLEND);
}

} // namespace

struct SceneRenderer::Parts {
  ShownShapes shapes;
  PictureTarget target;
  FrameBlock frame_block;
  ShadowMap shadow;
  BackgroundPainter background;
  SurfacePainter surfaces;
  GridPainter grid;
  PixelPainter pixels;
  SolidPainter solids;
  ArrowPainter arrows;
  LinePainter lines;
  std::map<SkinColour, SteadyRange> skin_ranges;
  ForceRanges force_ranges;
  ShownScales scales;

  void upload_contacts(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame);
  void draw_contacts() const;
  void draw_hidden_contacts() const;
};

SceneRenderer::SceneRenderer() : parts_(std::make_unique<Parts>()) {}
SceneRenderer::~SceneRenderer() = default;

void SceneRenderer::setup() {
  int major = 0, minor = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  if (major < 4 || (major == 4 && minor < 5))
    throw std::runtime_error("drawing needs OpenGL 4.5, and this driver offers " + std::to_string(major) +
                             "." + std::to_string(minor));
  parts_->frame_block.setup();
  parts_->shadow.setup();
  parts_->background.setup();
  parts_->surfaces.setup();
  parts_->grid.setup();
  parts_->pixels.setup();
  parts_->solids.setup();
  parts_->arrows.setup();
  parts_->lines.setup();
}

void SceneRenderer::render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& wanted,
                           int width, int height, unsigned framebuffer) {
  Parts& parts = *parts_;
  parts.shapes.prune();
  const ViewSize whole{std::max(1, width), std::max(1, height)};
  const PictureTarget::Place place =
      parts.target.begin(wanted.quality, wanted.resolution, whole, framebuffer);
  const ViewSize size = place.size;
  ViewOptions options = wanted;
  options.pixel_ratio *= double(size.height) / whole.height;
  const Vec3 up = snapshot.up.norm() > 0 ? Vec3(snapshot.up.normalized()) : camera.up();
  const double pixel = logical_pixel(camera, options, size.height);
  const bool ghosts = options.ghosts();
  Frame frame = make_frame(camera, parts.shapes.scene_bounds(snapshot), up,
                           parts.shapes.floor_height(snapshot), options, size);
  if (options.shadows && options.quality != Quality::low)
    ShadowMap::fit(frame, snapshot, parts.shapes);

  // Upload: everything of this picture goes to the GPU first.
  parts.surfaces.upload(snapshot, options, frame, parts.shapes, ghosts);
  parts.upload_contacts(snapshot, options, frame);
  const ForceArrows forces =
      force_arrows(snapshot, options, parts.shapes, camera.metres_per_pixel(size.height), parts.force_ranges);
  parts.scales.metres_per_newton = forces.metres_per_newton;
  parts.scales.grid = grid_spacing(pixel);
  parts.scales.grid_strong = major_grid_spacing(parts.scales.grid);
  parts.arrows.upload(forces.arrows, frame);
  parts.lines.upload(overlay_lines(snapshot, options), frame);
  parts.frame_block.upload_and_bind(frame);

  begin_picture(place.framebuffer, size);
  cut(frame.cut);
  if (frame.shadows) {
    parts.shadow.begin();
    parts.surfaces.render_casters(frame.shadow_projection);
    parts.shadow.end();
    glBindFramebuffer(GL_FRAMEBUFFER, place.framebuffer);
    glViewport(0, 0, size.width, size.height);
  }
  parts.shadow.bind_texture();
  cut(false);
  parts.background.render();
  cut(frame.cut);

  // See-through bodies are laid over the pixels inside them; opaque ones let hidden pixels shine through
  // faintly.
  if (ghosts)
    parts.draw_contacts();
  parts.surfaces.render_floors(frame);
  if (ghosts && options.grid)
    parts.grid.render(frame, pixel);
  parts.surfaces.render_bodies(frame);
  if (!ghosts && options.grid)
    parts.grid.render(frame, pixel);
  if (!ghosts) {
    parts.draw_hidden_contacts();
    parts.draw_contacts();
  }
  cut(false);
  parts.arrows.render();
  parts.lines.render();
  end_picture();
  parts.target.finish();
}

void SceneRenderer::Parts::upload_contacts(const Snapshot& snapshot, const ViewOptions& options,
                                           const Frame& frame) {
  std::vector<Quad> quads;
  scales.skin_top = 0;
  if (options.skin != SkinColour::none) {
    const SkinValues values = skin_values(snapshot, options.skin);
    scales.skin_top = skin_ranges[options.skin].update(upper_skin_value(snapshot, values));
    add_skin_quads(quads, snapshot, values, scales.skin_top, frame);
  }
  if (options.contacts && options.contact_view == ContactView::pixels)
    add_pixel_quads(quads, snapshot, options, frame);
  if (options.contacts && options.contact_view == ContactView::layers)
    add_layer_quads(quads, snapshot, options, frame);
  pixels.upload(quads);
  if (options.contacts && options.contact_view == ContactView::volume)
    solids.upload(snapshot, frame);
  else
    solids.clear();
}

void SceneRenderer::Parts::draw_contacts() const {
  solids.render();
  pixels.render();
}

void SceneRenderer::Parts::draw_hidden_contacts() const {
  solids.render_hidden();
  pixels.render_hidden();
}

const ShownScales& SceneRenderer::scales() const {
  return parts_->scales;
}

Box SceneRenderer::scene_bounds(const Snapshot& snapshot) {
  return parts_->shapes.scene_bounds(snapshot);
}

} // namespace lamina
