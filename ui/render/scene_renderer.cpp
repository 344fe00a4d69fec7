#include "ui/render/scene_renderer.h"

#include "ui/render/bodies/ambient_shade.h"
#include "ui/render/bodies/contact_shade.h"
#include "ui/render/bodies/inside_lines.h"
#include "ui/render/bodies/rim_lines.h"
#include "ui/render/bodies/selection_outline.h"
#include "ui/render/bodies/shadow_map.h"
#include "ui/render/bodies/skin_field.h"
#include "ui/render/bodies/surface_painter.h"
#include "ui/render/contacts/force_arrows.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/overlay/arrow_painter.h"
#include "ui/render/overlay/background_painter.h"
#include "ui/render/overlay/grid_painter.h"
#include "ui/render/overlay/line_painter.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/pictures/picture_clock.h"
#include "ui/render/pictures/picture_target.h"

#include <stdexcept>
#include <string>
#include <vector>

namespace lamina {
namespace {

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

std::vector<std::unique_ptr<EvidencePainter>> evidence_painters() {
  std::vector<std::unique_ptr<EvidencePainter>> painters;
  for (const EvidenceView& view : evidence_views())
    if (view.painter)
      painters.push_back(view.painter());
  return painters;
}

} // namespace

struct SceneRenderer::Parts {
  ShownShapes shapes;
  PictureTarget target;
  PictureClock clock;
  FrameBlock frame_block;
  ShadowMap shadow;
  ContactShade contact_shade;
  AmbientShade ambient_shade;
  BackgroundPainter background;
  SurfacePainter surfaces;
  SelectionOutline outline;
  GridPainter grid;
  std::vector<std::unique_ptr<EvidencePainter>> evidence = evidence_painters();
  ArrowPainter arrows;
  LinePainter lines;
  LinePainter inside;
  RimLines rim_lines;
  LinePainter rims;
  ForceRanges force_ranges;
  FieldRanges field_ranges;
  VertexAreas vertex_areas;
  ShownScales scales;

  std::weak_ptr<const Snapshot> drawn; ///< by the last picture
  std::uint64_t content = 0;           ///< counts the snapshots drawn

  void render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& wanted, ViewSize asked,
              unsigned framebuffer);
  std::vector<Line> lines_over(const Snapshot& snapshot, const ViewOptions& options);
  void draw_see_through(const Frame& frame, const ViewOptions& options) const;
  void draw_opaque(const Frame& frame, const ViewOptions& options) const;
  void draw_background(const Frame& frame, const ViewOptions& options) const;
  void draw_grid(const ViewOptions& options) const;
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
  parts_->clock.setup();
  parts_->frame_block.setup();
  parts_->shadow.setup();
  parts_->contact_shade.setup();
  parts_->ambient_shade.setup();
  parts_->background.setup();
  parts_->surfaces.setup();
  parts_->outline.setup();
  parts_->grid.setup();
  for (const auto& painter : parts_->evidence)
    painter->setup();
  parts_->arrows.setup();
  parts_->lines.setup();
  parts_->inside.setup();
  parts_->rims.setup();
}

void SceneRenderer::render(const std::shared_ptr<const Snapshot>& snapshot, const Camera& camera,
                           const ViewOptions& options, int width, int height, unsigned framebuffer) {
  // The owner tells snapshots apart: an address may be used again.
  const bool same = !parts_->drawn.owner_before(snapshot) && !snapshot.owner_before(parts_->drawn);
  parts_->content += !same;
  parts_->drawn = snapshot;
  parts_->render(*snapshot, camera, options, {width, height}, framebuffer);
}

void SceneRenderer::render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& options,
                           int width, int height, unsigned framebuffer) {
  ++parts_->content;
  parts_->drawn.reset();
  parts_->render(snapshot, camera, options, {width, height}, framebuffer);
}

void SceneRenderer::Parts::render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& wanted,
                                  ViewSize asked, unsigned framebuffer) {
  shapes.prune();
  vertex_areas.prune();
  rim_lines.prune();
  const ViewSize whole{std::max(1, asked.width), std::max(1, asked.height)};
  clock.begin();
  const PictureTarget::Place place = target.begin(wanted.quality, wanted.resolution, whole, framebuffer);
  const ViewSize size = place.size;
  ViewOptions options = wanted;
  options.pixel_ratio *= double(size.height) / whole.height;
  const bool ghosts = options.ghosts();
  const std::optional<double> floor = shapes.level_floor(snapshot);
  Frame frame = make_frame(snapshot, camera, options, size, shapes);
  if (options.shadows && options.quality != Quality::low)
    ShadowMap::fit(frame, snapshot, shapes);
  if (options.shadows && options.quality == Quality::high && floor)
    ContactShade::fit(frame, snapshot, shapes);
  if (frame.shadows && frame.soft_shadows && !ghosts)
    AmbientShade::fit(frame);

  // Upload: everything of this picture goes to the GPU first.
  const double field_top = field_ranges.top(snapshot, content, options.skin, vertex_areas);
  surfaces.upload(snapshot, options, frame, shapes, ghosts, field_top, vertex_areas);
  for (const auto& painter : evidence)
    painter->upload(snapshot, content, options, frame);
  inside.upload(options.inside ? inside_lines(snapshot, options.dark) : std::vector<Line>(), frame);
  rims.upload(rim_lines.of(snapshot, options, frame), frame);
  const double metres_per_pixel = camera.metres_per_pixel(size.height);
  ForceArrows forces = force_arrows(snapshot, options, shapes, metres_per_pixel, force_ranges);
  for (const auto& painter : evidence)
    painter->add_arrows(snapshot, options, metres_per_pixel, forces.arrows);
  scales.metres_per_newton = forces.metres_per_newton;
  scales.grid = frame.grid_minor;
  scales.grid_strong = frame.grid_major;
  arrows.upload(forces.arrows, frame);
  lines.upload(lines_over(snapshot, options), frame);
  scales.skin_top = of_contacts(options.skin) ? 0 : field_top;
  scales.skin_top_is_strength =
      options.skin == SkinColour::stress && weakest_strength(snapshot, vertex_areas).has_value();
  scales.layers = 0;
  scales.depth_top = 0;
  for (const auto& painter : evidence)
    painter->set_scales(options, scales);
  frame_block.upload_and_bind(frame);

  begin_picture(place.framebuffer, size);
  if (options.flat_background) {
    const std::array<float, 4> flat{(*options.flat_background)[0], (*options.flat_background)[1],
                                    (*options.flat_background)[2], 1};
    glClearBufferfv(GL_COLOR, 0, flat.data());
  }
  cut(frame.cut);
  if (frame.shadows) {
    shadow.begin();
    surfaces.render_casters(frame.shadow_projection);
    shadow.end();
  }
  if (frame.contact_reach > 0)
    contact_shade.render(frame, surfaces);
  cut(frame.cut);
  if (frame.ambient_reach > 0)
    ambient_shade.render(frame, surfaces);
  cut(frame.cut);
  glBindFramebuffer(GL_FRAMEBUFFER, place.framebuffer);
  glViewport(0, 0, size.width, size.height);
  shadow.bind_texture();
  contact_shade.bind_texture();
  ambient_shade.bind_texture();
  if (ghosts)
    draw_see_through(frame, options);
  else
    draw_opaque(frame, options);
  outline.render(frame, surfaces, place.framebuffer);
  cut(false);
  rims.render_seen();
  arrows.render();
  lines.render();
  end_picture();
  target.finish();
  clock.end();
}

std::vector<Line> SceneRenderer::Parts::lines_over(const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Line> all;
  const auto add = [&all](const std::vector<Line>& more) { all.insert(all.end(), more.begin(), more.end()); };
  for (const auto& painter : evidence)
    painter->add_lines(snapshot, options, all);
  add(region_lines(snapshot, options));
  for (const auto& painter : evidence)
    painter->add_marks(snapshot, options, all);
  add(drag_lines(snapshot, options.hand));
  return all;
}

void SceneRenderer::Parts::draw_background(const Frame& frame, const ViewOptions& options) const {
  if (options.flat_background)
    return;
  cut(false);
  background.render();
  cut(frame.cut);
}

void SceneRenderer::Parts::draw_grid(const ViewOptions& options) const {
  using GridLeft = SurfacePainter::GridLeft;
  if (options.grid && options.floors && surfaces.grid_left() != GridLeft::none)
    grid.render(surfaces.grid_left() == GridLeft::around_floors ? GridDepth::below_floors
                                                                : GridDepth::over_surfaces);
}

// See-through bodies are laid over the pixels and edges inside them. The grid comes last, so that neither has
// lines in front of it that lie behind.
void SceneRenderer::Parts::draw_see_through(const Frame& frame, const ViewOptions& options) const {
  draw_background(frame, options);
  for (const auto& painter : evidence)
    painter->render();
  inside.render();
  if (options.floors)
    surfaces.render_floors(frame, false);
  surfaces.render_bodies(frame);
  if (options.grid && options.floors)
    grid.render(GridDepth::exact);
}

// What is nearest comes first, so that nothing is shaded to be covered; opaque bodies let hidden pixels shine
// through faintly.
void SceneRenderer::Parts::draw_opaque(const Frame& frame, const ViewOptions& options) const {
  surfaces.render_bodies(frame);
  if (options.floors)
    surfaces.render_floors(frame, options.grid);
  draw_background(frame, options);
  draw_grid(options);
  for (const auto& painter : evidence)
    painter->render_hidden();
  for (const auto& painter : evidence)
    painter->render();
  inside.render();
}

std::optional<double> SceneRenderer::take_picture_ms() {
  return parts_->clock.take_ms();
}

std::uint64_t SceneRenderer::contact_uploads() const {
  std::uint64_t sum = 0;
  for (const auto& painter : parts_->evidence)
    sum += painter->uploads();
  return sum;
}

std::uint64_t SceneRenderer::contacts_from_device() const {
  std::uint64_t sum = 0;
  for (const auto& painter : parts_->evidence)
    sum += painter->from_device();
  return sum;
}

const ShownScales& SceneRenderer::scales() const {
  return parts_->scales;
}

Box SceneRenderer::scene_bounds(const Snapshot& snapshot) {
  return parts_->shapes.scene_bounds(snapshot);
}

} // namespace lamina
