#include "ui/render/pictures/ray_tracer.h"

#include "core/bvh/box_tree.h"
#include "core/mesh/original_surface.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/render/bodies/contact_shade.h"
#include "ui/render/bodies/surface_painter.h"
#include "ui/render/frame.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// Radians. A lamp's, not the sun's: so soft are shadows in the best of the drawn pictures too.
constexpr double light_radius = 0.02;

picture::Colour colour(const Colour& of) {
  return {of[0], of[1], of[2]};
}

std::span<const Triangle> shown_of(const PreparedMesh& mesh) {
  return std::span(mesh.mesh.triangles).first(shown_triangles(mesh));
}

/// The world box of what lies in a box of the frame that a pose places.
Box moved(const Box& box, const Pose& pose) {
  const Vec3 half = pose.orientation.toRotationMatrix().cwiseAbs() * (0.5 * box.size());
  const Vec3 centre = pose * box.centre(), spare = Vec3::Constant(1e-9 * (half.maxCoeff() + centre.norm()));
  return {centre - half - spare, centre + half + spare};
}

void set_normals(const SmoothVertices& smooth, const Pose& pose, picture::SeenSurface& surface) {
  surface.normals = smooth.normals;
  surface.normal_of_corner = smooth.indices;
  surface.normal_turn = pose.orientation.toRotationMatrix();
}

/// Where the frame of a shared tree lies in the world now. A rigid body's own frame lay at `place` in it, and
/// lies about its centre of mass in that of its mesh.
Pose pose_of(const SurfaceTree& tree, const PreparedMesh& mesh, const Pose& mesh_pose) {
  Mat3 axes;
  for (int row = 0; row < 3; ++row)
    for (int column = 0; column < 3; ++column)
      axes(row, column) = tree.place.axes[row][column];
  const Vec3 origin(tree.place.origin), centre = mesh.mesh.vertices[0] - (*tree.rest)[0];
  const Mat3 turn = mesh_pose.orientation.toRotationMatrix() * axes.transpose();
  return {mesh_pose * centre - turn * origin, Quat(turn).normalized()};
}

/// Whether it is of that mesh, all of which is shown.
bool fits(const std::shared_ptr<const SurfaceTree>& tree, const PreparedMesh& mesh) {
  return tree && tree->triangles.get() == &mesh.mesh.triangles &&
         tree->positions.size() == mesh.mesh.vertices.size() &&
         shown_triangles(mesh) == mesh.mesh.triangles.size();
}

/// What a body is drawn by: the surface that it came with, if it has another one now.
const std::shared_ptr<const PreparedMesh>& seen_mesh(const std::shared_ptr<const PreparedMesh>& own) {
  return own->original ? own->original->mesh : own;
}

std::shared_ptr<const SurfaceTree> tree_of(const Snapshot& snapshot, std::size_t body) {
  return body < snapshot.trees.size() ? snapshot.trees[body] : nullptr;
}

std::unique_ptr<bvh::HitTree> built_tree(std::span<const Triangle> triangles,
                                         std::span<const Vec3> positions) {
  auto tree = std::make_unique<bvh::BoxTree>();
  tree->build(triangles, positions, bvh::corner_bounds(triangles, positions));
  return tree;
}

} // namespace

ViewOptions ray_traced_options(const ViewOptions& options) {
  ViewOptions shown = options;
  static_cast<ViewModes&>(shown) = ViewModes();
  shown.ray_traced = true;
  shown.dropped = false;
  shown.grid = options.grid;
  shown.asleep = options.asleep;
  shown.cut = options.cut;
  shown.cut_position = options.cut_position;
  shown.hovered_body.reset();
  shown.outlined_bodies.clear();
  shown.hovered.reset();
  shown.hand.reset();
  return shown;
}

ViewSize size_within(ViewSize size, int pixels) {
  const double share = std::min(1.0, std::sqrt(pixels / (double(size.width) * size.height)));
  return {std::max(1, int(std::floor(share * size.width))),
          std::max(1, int(std::floor(share * size.height)))};
}

Image scaled_to(const Image& image, ViewSize size) {
  if (image.width == size.width && image.height == size.height)
    return image;
  Image scaled{size.width, size.height, {}};
  scaled.rgba.resize(4 * static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
  const double per_x = double(image.width) / size.width, per_y = double(image.height) / size.height;
  for (int y = 0; y < size.height; ++y) {
    const double from_y = std::clamp((y + 0.5) * per_y - 0.5, 0.0, double(image.height - 1));
    const int y0 = int(from_y), y1 = std::min(y0 + 1, image.height - 1);
    for (int x = 0; x < size.width; ++x) {
      const double from_x = std::clamp((x + 0.5) * per_x - 0.5, 0.0, double(image.width - 1));
      const int x0 = int(from_x), x1 = std::min(x0 + 1, image.width - 1);
      const std::uint8_t *a = image.pixel(x0, y0), *b = image.pixel(x1, y0), *c = image.pixel(x0, y1),
                         *d = image.pixel(x1, y1);
      const double u = from_x - x0, v = from_y - y0;
      std::uint8_t* to =
          &scaled.rgba[4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                            static_cast<std::size_t>(x))];
      for (int k = 0; k < 4; ++k)
        to[k] = static_cast<std::uint8_t>((1 - v) * ((1 - u) * a[k] + u * b[k]) +
                                          v * ((1 - u) * c[k] + u * d[k]) + 0.5);
    }
  }
  return scaled;
}

picture::PixelRays pixel_rays(const Camera& camera, ViewSize size) {
  const double scale = 2 * std::tan(0.5 * camera.field_of_view()) / std::max(1, size.height);
  picture::PixelRays rays;
  rays.orthographic = camera.orthographic();
  rays.along_x = scale * camera.right();
  rays.along_y = scale * camera.forward().cross(camera.right());
  const Vec3 corner =
      -(0.5 + camera.lens_shift()) * size.width * rays.along_x - 0.5 * size.height * rays.along_y;
  if (!rays.orthographic) {
    rays.origin = camera.eye();
    rays.direction = camera.forward() + corner;
    return rays;
  }
  rays.origin = camera.ray(0, 0, size).origin;
  rays.direction = camera.forward();
  rays.along_x *= camera.distance();
  rays.along_y *= camera.distance();
  return rays;
}

void RayTracer::show(std::shared_ptr<const Snapshot> snapshot, const Camera& camera,
                     const ViewOptions& options, ViewSize size) {
  snapshot_ = std::move(snapshot);
  camera_ = camera;
  size_ = size;
  shared_ = 0;
  shapes_.prune();
  rest_.prune();
  const Snapshot& shown = *snapshot_;
  const std::size_t count = shown.infos ? std::min(shown.infos->size(), shown.bodies.size()) : std::size_t{0};
  std::erase_if(deforming_, [&](const auto& entry) {
    return entry.first >= count || !shown.bodies[entry.first].positions;
  });
  Frame frame = make_frame(shown, camera, options, size, shapes_);
  const std::vector<Colour> colours = count > 0 ? body_colours(*shown.infos) : std::vector<Colour>();
  std::vector<picture::SeenSurface> surfaces;
  for (std::size_t body = 0; body < count; ++body) {
    const BodyInfo& info = (*shown.infos)[body];
    const BodyState& state = shown.bodies[body];
    picture::SeenSurface surface;
    if (!info.mesh || shapes_.of(info.mesh).bounds.empty() || !state.mesh_pose.position.allFinite() ||
        !state.mesh_pose.orientation.coeffs().allFinite() ||
        !(state.positions ? add_deforming(body, surface) : add_rigid(body, surface)))
      continue;
    const ShownShape& shape = shapes_.of(info.mesh);
    const bool floor = shape.role == SurfaceRole::floor;
    const Colour shown_in =
        shown_colour(info, colours[body], floor, options.asleep && state.asleep, options.dark);
    surface.colour = colour(shown_in);
    surface.first_inner = seen_mesh(info.mesh)->first_inner_triangle;
    surface.inner_colour = colour(inner_shade(shown_in));
    surface.solid = shape.role == SurfaceRole::solid;
    surface.front_only = shape.front_only() || (surface.solid && !frame.cut);
    surface.throws_shadow = !floor;
    surface.emphasis = options.selected_body == body ? 2.0f : 0.0f;
    if (floor && !options.floors)
      continue;
    if (floor) {
      const std::array<float, 3> half = edges_of(shape);
      surface.floor = picture::Floor{
          in_grid_plane(shape, surface.pose, frame), shape.bounds.centre(), {half[0], half[1], half[2]}};
    }
    surfaces.push_back(surface);
  }
  scene_ = picture::RayScene(std::move(surfaces));
  set_look(frame, options);
}

// By the tree of contact detection where it has one, wherever the body was when that was fitted.
bool RayTracer::add_rigid(std::size_t body, picture::SeenSurface& surface) {
  const std::shared_ptr<const PreparedMesh>& mesh = seen_mesh((*snapshot_->infos)[body].mesh);
  const Pose& pose = snapshot_->bodies[body].mesh_pose;
  Rest& rest = rest_.of(mesh, [](const PreparedMesh& prepared) {
    return Rest{nullptr, smooth_vertices(prepared.mesh.vertices, shown_of(prepared))};
  });
  surface.triangles = shown_of(*mesh);
  surface.bounds = moved(shapes_.of(mesh).bounds, pose);
  set_normals(rest.smooth, pose, surface);
  if (const auto tree = tree_of(*snapshot_, body); fits(tree, *mesh) && tree->rest) {
    surface.tree = tree->tree.get();
    surface.positions = tree->positions;
    surface.pose = pose_of(*tree, *mesh, pose);
    ++shared_;
    return true;
  }
  if (!rest.tree) {
    rest.tree = built_tree(surface.triangles, mesh->mesh.vertices);
    ++built_;
  }
  surface.tree = rest.tree.get();
  surface.positions = mesh->mesh.vertices;
  surface.pose = pose;
  return true;
}

// By a copy of that tree, which is refitted to where the body is now.
bool RayTracer::add_deforming(std::size_t body, picture::SeenSurface& surface) {
  const std::shared_ptr<const PreparedMesh>& own = (*snapshot_->infos)[body].mesh;
  const std::shared_ptr<const PreparedMesh>& mesh = seen_mesh(own);
  const auto& positions = snapshot_->bodies[body].positions;
  if (positions->size() != own->mesh.vertices.size())
    return false;
  Deforming& known = deforming_[body];
  const std::span<const Triangle> triangles = shown_of(*mesh);
  if (known.mesh != mesh)
    known = {mesh, nullptr, nullptr, std::make_unique<std::vector<Vec3>>(), nullptr, {}, {}};
  if (known.shown != positions) {
    known.shown = positions;
    *known.positions = own->original ? carried(*own->original, own->mesh, *positions) : *positions;
    if (known.smooth.source.empty())
      known.smooth = smooth_vertices(*known.positions, triangles);
    update_normals(known.smooth, *known.positions);
    known.bounds = bvh::corner_bounds(triangles, *known.positions);
    if (const auto tree = tree_of(*snapshot_, body); fits(tree, *mesh) && known.copied != tree) {
      known.tree = tree->tree->copy_for(triangles, *known.positions);
      known.copied = known.tree ? tree : nullptr;
    }
    if (known.tree) {
      known.tree->refit(known.bounds);
      ++refitted_;
    } else {
      known.tree = built_tree(triangles, *known.positions);
      ++built_;
    }
  }
  shared_ += known.copied != nullptr;
  surface.tree = known.tree.get();
  surface.triangles = triangles;
  surface.positions = *known.positions;
  surface.bounds = known.bounds;
  set_normals(known.smooth, {}, surface);
  return true;
}

void RayTracer::set_look(Frame& frame, const ViewOptions& options) {
  if (shapes_.level_floor(*snapshot_))
    ContactShade::fit(frame, *snapshot_, shapes_);
  const Theme& of = theme(options.dark);
  look_ = picture::Look();
  look_.up = frame.up;
  look_.key_direction = frame.key_direction;
  look_.light_radius = light_radius;
  look_.shadows = options.shadows;
  look_.dark = options.dark;
  look_.background_top = colour(options.flat_background.value_or(of.background_top));
  look_.background_bottom = colour(options.flat_background.value_or(of.background_bottom));
  look_.flat_background = options.flat_background.has_value();
  look_.floor_point = frame.floor_point;
  look_.fade_radius = frame.fade_radius;
  look_.ground_reach = frame.contact_reach;
  look_.grid = options.grid && options.floors;
  look_.across = frame.across();
  look_.along = frame.along();
  look_.grid_minor = frame.grid_minor;
  look_.grid_major = frame.grid_major;
  look_.grid_ink = {of.grid[0], of.grid[1], of.grid[2]};
  look_.grid_opacity = of.grid[3];
  if (frame.cut)
    look_.cut = picture::Cut{frame.cut_point, frame.cut_inward};
  line_width_ = static_cast<float>(options.pixel_ratio);
  scales_ = ShownScales();
  scales_.grid = frame.grid_minor;
  scales_.grid_strong = frame.grid_major;
}

void RayTracer::begin(ViewSize size) {
  picture_.begin(size.width, size.height);
  rays_ = pixel_rays(camera_, size);
  look_.line_width = line_width_ * static_cast<float>(size.height) / static_cast<float>(size_.height);
}

bool RayTracer::add_pass(const std::atomic<bool>* stop) {
  return picture_.add_pass(scene_, rays_, look_, snapshot_->settings.simulation.threads, stop);
}

Image RayTracer::whole(ViewSize size, int passes) {
  begin(size);
  for (int pass = 0; pass < passes; ++pass)
    add_pass();
  return image();
}

Image RayTracer::image() const {
  Image image{picture_.width(), picture_.height(), {}};
  image.rgba.resize(4 * static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  picture_.write(image.rgba);
  return image;
}

} // namespace lamina
