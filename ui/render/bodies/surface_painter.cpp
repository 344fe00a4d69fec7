#include "ui/render/bodies/surface_painter.h"

#include "core/mesh/original_surface.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/overlay/colour_ramp.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace lamina {
namespace {

/// A body to be drawn, before those that can share a call are brought together.
struct Drawn {
  const GpuMesh* mesh;
  SurfaceRole role;
  bool gridded;
  std::array<float, 3> half_size;
  double away; ///< from the eye to the centre of its bounds, m
  SurfaceInstance instance;
  double size; ///< from corner to corner of its bounds, m
  bool outlined;
};

SurfaceInstance make_instance(const Pose& pose, const Vec3& mesh_centre, const Frame& frame) {
  SurfaceInstance instance{};
  const Mat3 turn = pose.orientation.toRotationMatrix();
  const Vec3 place = pose * mesh_centre - frame.origin;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      instance.rows[4 * row + column] = static_cast<float>(turn(row, column));
    instance.rows[4 * row + 3] = static_cast<float>(place[row]);
  }
  return instance;
}

/// As surface.frag declares them.
constexpr int skin_top_uniform = 2, ramp_uniform = 3, ramp_steps = 17, by_piece_uniform = 20,
              tints_uniform = 21;

/// Index of the programs for a frame.
std::size_t shadow_kind(const Frame& frame) {
  return !frame.shadows ? 0 : frame.soft_shadows ? 2 : 1;
}

void blend(bool on) {
  if (!on)
    return glDisable(GL_BLEND);
  blend_over();
}

} // namespace

bool in_grid_plane(const ShownShape& shape, const Pose& pose, const Frame& frame) {
  const double above = frame.up.dot(pose * shape.bounds.centre() - frame.floor_point);
  return shape.role == SurfaceRole::floor && (pose.orientation * shape.front).dot(frame.up) > 1 - 1e-6 &&
         std::abs(above) < 1e-6 * frame.fade_radius;
}

std::array<float, 3> edges_of(const ShownShape& shape) {
  std::array<float, 3> half;
  half.fill(1e30f);
  for (std::size_t axis = 0; shape.rectangle && axis < 3; ++axis)
    if (std::abs(shape.front[Eigen::Index(axis)]) < 0.5)
      half[axis] = static_cast<float>(0.5 * shape.bounds.size()[Eigen::Index(axis)]);
  return half;
}

void SurfacePainter::setup() {
  const std::string floor = "#define FLOOR\n", ghost = "#define GHOST\n";
  const std::array<std::string, 3> shadows{"", "#define SHADOWS\n", "#define SHADOWS\n#define SOFT\n"};
  for (std::size_t kind = 0; kind < shadows.size(); ++kind) {
    solids_[kind] = make_program("surface.vert", "surface.frag", shadows[kind]);
    floors_[kind] = make_program("surface.vert", "floor.frag", shadows[kind] + floor);
    ghost_floors_[kind] = make_program("surface.vert", "floor.frag", shadows[kind] + floor + ghost);
  }
  ghost_program_ = make_program("surface.vert", "surface.frag", ghost);
  std::array<float, 3 * ramp_steps> ramp{};
  for (std::size_t i = 0; i < ramp_steps; ++i) {
    const Colour colour = ramp_colour(double(i) / (ramp_steps - 1));
    std::copy(colour.begin(), colour.end(), ramp.begin() + static_cast<std::ptrdiff_t>(3 * i));
  }
  std::array<Colour, piece_colours> tints;
  for (std::size_t i = 0; i < tints.size(); ++i)
    tints[i] = piece_colour(i + 1);
  for (const GlObject* program : {&solids_[0], &solids_[1], &solids_[2], &ghost_program_}) {
    glProgramUniform3fv(program->id(), ramp_uniform, ramp_steps, ramp.data());
    glProgramUniform3fv(program->id(), tints_uniform, int(tints.size()), tints[0].data());
  }
  depth_program_ = make_program("depth.vert", "depth.frag");
  instances_ = make_buffer();
}

const GpuMesh& SurfacePainter::shared_mesh(const std::shared_ptr<const PreparedMesh>& mesh, SkinColour skin,
                                           VertexAreas& areas) {
  Shared& shared = meshes_.of(mesh, [](const PreparedMesh& prepared) { return Shared{GpuMesh(prepared)}; });
  const bool by_sampling = skin == SkinColour::sampling;
  if (shared.by_sampling != by_sampling) {
    shared.by_sampling = by_sampling;
    shared.mesh.colour_by(by_sampling ? areas.of(mesh) : std::span<const float>());
  }
  return shared.mesh;
}

const GpuMesh& SurfacePainter::gpu_mesh(const Snapshot& snapshot, std::size_t body, SkinColour skin,
                                        VertexAreas& areas) {
  const std::shared_ptr<const PreparedMesh>& own = (*snapshot.infos)[body].mesh;
  const OriginalSurface* original = contact_surfaces_ ? nullptr : own->original.get();
  const std::shared_ptr<const PreparedMesh>& mesh = original ? original->mesh : own;
  const BodyState& state = snapshot.bodies[body];
  if (!state.positions)
    return shared_mesh(mesh, skin, areas);
  auto found = deforming_.find(body);
  if (found != deforming_.end() && found->second.topology != mesh) {
    deforming_.erase(found);
    found = deforming_.end();
  }
  if (found == deforming_.end())
    found = deforming_.emplace(body, Deforming{mesh, GpuMesh(*mesh)}).first;
  Deforming& shown = found->second;
  if (shown.positions != state.positions) {
    shown.positions = state.positions;
    if (original)
      shown.mesh.update(carried(*original, own->mesh, *state.positions));
    else
      shown.mesh.update(*state.positions);
  }
  if (skin == SkinColour::pieces) {
    colour_by_piece(shown, (*snapshot.infos)[body].piece_of_vertex);
    return shown.mesh;
  }
  const std::span<const float> field = skin_field(snapshot, body, skin, areas);
  const std::shared_ptr<const void> holder =
      field.empty()                  ? nullptr
      : skin == SkinColour::sampling ? std::shared_ptr<const void>(mesh)
      : skin == SkinColour::overlap  ? std::shared_ptr<const void>((*snapshot.infos)[body].self_offset)
                                     : std::shared_ptr<const void>(state.inside);
  if (shown.coloured != holder || shown.skin != skin) {
    shown.coloured = holder;
    shown.skin = skin;
    shown.mesh.colour_by(field);
  }
  return shown.mesh;
}

void SurfacePainter::colour_by_piece(Deforming& shown, const PieceNumbers& pieces) {
  if (shown.coloured == pieces && shown.skin == SkinColour::pieces)
    return;
  shown.coloured = pieces;
  shown.skin = SkinColour::pieces;
  shown.mesh.colour_by(pieces ? std::vector<float>(pieces->begin(), pieces->end()) : std::vector<float>());
}

void SurfacePainter::upload(const Snapshot& snapshot, const ViewOptions& options, const Frame& frame,
                            ShownShapes& shapes, bool ghosts, double skin_top, VertexAreas& areas) {
  draws_.clear();
  outlined_.clear();
  outlined_bounds_ = Box();
  skin_top_ = skin_top;
  by_piece_ = options.skin == SkinColour::pieces;
  contact_surfaces_ = options.contact_surfaces();
  ghosts_ = ghosts;
  grid_left_ = GridLeft::all;
  const bool seen_from_above =
      frame.up.dot(frame.eye - frame.floor_point) > 0; // floors are not seen from below
  meshes_.prune();
  if (!snapshot.infos)
    return;
  const std::size_t count = std::min(snapshot.infos->size(), snapshot.bodies.size());
  std::erase_if(deforming_, [&](const auto& entry) {
    return entry.first >= count || !snapshot.bodies[entry.first].positions;
  });
  const std::vector<Colour> colours = body_colours(*snapshot.infos);
  std::vector<Drawn> drawn;
  drawn.reserve(count);
  for (std::size_t body = 0; body < count; ++body) {
    const std::shared_ptr<const PreparedMesh>& mesh = (*snapshot.infos)[body].mesh;
    if (!mesh || shapes.of(mesh).bounds.empty())
      continue;
    const BodyState& state = snapshot.bodies[body];
    if (!state.mesh_pose.position.allFinite() || !state.mesh_pose.orientation.coeffs().allFinite())
      continue;
    const GpuMesh& gpu = gpu_mesh(snapshot, body, options.skin, areas);
    const SurfaceRole role = shapes.of(mesh).role;
    const Pose pose = state.positions ? Pose{} : state.mesh_pose;
    const bool gridded = in_grid_plane(shapes.of(mesh), pose, frame);
    if (gridded && grid_left_ != GridLeft::none)
      grid_left_ = seen_from_above && holds_disc(shapes.of(mesh), pose, frame.floor_point, frame.fade_radius)
                       ? GridLeft::none
                       : GridLeft::around_floors;
    Drawn item{&gpu,
               role,
               gridded,
               edges_of(shapes.of(mesh)),
               (pose * gpu.centre() - frame.eye).norm(),
               make_instance(pose, gpu.centre(), frame),
               shapes.of(mesh).bounds.size().norm(),
               role != SurfaceRole::floor &&
                   std::find(options.outlined_bodies.begin(), options.outlined_bodies.end(), body) !=
                       options.outlined_bodies.end()};
    if (item.outlined)
      outlined_bounds_.include(shapes.body_bounds(snapshot, body));
    const bool floor = role == SurfaceRole::floor;
    const bool paler = options.asleep && snapshot.bodies[body].asleep;
    const Colour colour = shown_colour((*snapshot.infos)[body], colours[body], floor, paler, frame.dark);
    std::copy(colour.begin(), colour.end(), item.instance.colour);
    item.instance.colour[3] = options.selected_body == body  ? 2.0f
                              : options.hovered_body == body ? 1.0f
                                                             : 0.0f;
    drawn.push_back(item);
  }

  // Opaque bodies are grouped by mesh; ghosts must come one by one, the farthest first.
  std::stable_sort(drawn.begin(), drawn.end(), [&](const Drawn& a, const Drawn& b) {
    const bool a_floor = a.role == SurfaceRole::floor, b_floor = b.role == SurfaceRole::floor;
    if (a_floor != b_floor)
      return a_floor;
    return ghosts ? a.away > b.away : std::less<const GpuMesh*>()(a.mesh, b.mesh);
  });
  std::vector<SurfaceInstance> instances;
  instances.reserve(drawn.size());
  for (const Drawn& item : drawn) {
    if (!draws_.empty() && draws_.back().mesh == item.mesh && draws_.back().gridded == item.gridded &&
        !ghosts)
      ++draws_.back().count;
    else
      draws_.push_back({item.mesh, instances.size(), 1, item.role, item.gridded, item.half_size});
    if (item.outlined)
      outlined_.push_back(
          {{item.mesh, instances.size(), 1, item.role, item.gridded, item.half_size}, item.size});
    instances.push_back(item.instance);
  }
  // What is small comes last, so that nothing large hides it.
  std::stable_sort(outlined_.begin(), outlined_.end(),
                   [](const Outlined& a, const Outlined& b) { return a.size > b.size; });
  fill_buffer(instances_, instances.data(), instances.size() * sizeof(SurfaceInstance));
}

void SurfacePainter::render(const Draw& draw, bool both_sides) const {
  if (both_sides || draw.role == SurfaceRole::sheet)
    glDisable(GL_CULL_FACE);
  else
    glEnable(GL_CULL_FACE);
  draw.mesh->draw(instances_, draw.first, draw.count);
}

void SurfacePainter::render_casters(const Eigen::Matrix4f& projection) const {
  glUseProgram(depth_program_.id());
  glUniformMatrix4fv(0, 1, GL_FALSE, projection.data());
  // The sides that face away from the light throw the shadow, so lit sides need no bias against their own
  // depth.
  glCullFace(GL_FRONT);
  for (const Draw& draw : draws_)
    if (draw.role != SurfaceRole::floor)
      render(draw);
  glCullFace(GL_BACK);
}

void SurfacePainter::render_depths(const Frame& frame) const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  glDepthMask(GL_TRUE);
  glDisable(GL_BLEND);
  const float farthest = 1;
  glClearBufferfv(GL_DEPTH, 0, &farthest);
  glUseProgram(depth_program_.id());
  glUniformMatrix4fv(0, 1, GL_FALSE, frame.view_projection.data());
  for (const Draw& draw : draws_)
    if (draw.role != SurfaceRole::floor)
      render(draw, frame.cut && draw.role == SurfaceRole::solid);
}

void SurfacePainter::render_outlined(int number_uniform) const {
  for (std::size_t i = 0; i < outlined_.size(); ++i) {
    glUniform1f(number_uniform, float(1 + i % 255) / 255);
    render(outlined_[i].draw, true);
  }
}

void SurfacePainter::render_floors(const Frame& frame, bool grid) const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  blend(ghosts_);
  if (ghosts_) {
    glEnable(GL_POLYGON_OFFSET_FILL);
    glPolygonOffset(1, 8);
  }
  glUseProgram((ghosts_ ? ghost_floors_ : floors_)[shadow_kind(frame)].id());
  for (const Draw& draw : draws_)
    if (draw.role == SurfaceRole::floor) {
      glUniform1i(1, draw.gridded);
      glUniform1i(5, grid);
      glUniform3fv(4, 1, draw.half_size.data());
      render(draw);
    }
  glDisable(GL_POLYGON_OFFSET_FILL);
}

void SurfacePainter::use_solid_program(const GlObject& program) const {
  glUseProgram(program.id());
  glUniform1f(skin_top_uniform, static_cast<float>(skin_top_));
  glUniform1i(by_piece_uniform, by_piece_);
}

void SurfacePainter::render_bodies(const Frame& frame) const {
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_LEQUAL);
  blend(ghosts_);
  use_solid_program(solids_[shadow_kind(frame)]);
  for (const Draw& draw : draws_) {
    if (draw.role == SurfaceRole::floor)
      continue;
    const bool capped = frame.cut && draw.role == SurfaceRole::solid;
    if (ghosts_) {
      render_ghost(draw, frame, capped);
    } else {
      glUniform1i(1, capped);
      render(draw, capped);
    }
  }
}

void SurfacePainter::render_ghost(const Draw& draw, const Frame& frame, bool capped) const {
  // Its depth first, so that each ghost shows only its front-most side.
  glUseProgram(depth_program_.id());
  glUniformMatrix4fv(0, 1, GL_FALSE, frame.view_projection.data());
  glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
  render(draw, capped);
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  use_solid_program(ghost_program_);
  glUniform1i(1, capped);
  render(draw, capped);
}

} // namespace lamina
