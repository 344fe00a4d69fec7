#include "core/scene/open_meshes.h"

#include "core/base/error.h"
#include "core/mesh/rig.h"
#include "core/scene/mesh_store.h"
#include "core/scene/scene_keys.h"
#include "core/scene/soft_material.h"
#include "core/scene/turns.h"
#include "core/scene/unique_name.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {

namespace {

/// Sizes outside this are taken as a sign that the file is not in metres.
constexpr double plausible_least = 1e-3, plausible_most = 100;

/// Height of the lowest point above the floor, over the size of everything.
constexpr double drop_height = 0.05;

std::string in_metres(double length) {
  char text[40];
  std::snprintf(text, sizeof text, "%.3g m", length);
  return text;
}

/// 1, 2 or 5 times a power of ten, not above the value.
double round_down(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double step : {5.0, 2.0})
    if (value >= step * power)
      return step * power;
  return power;
}

/// Quarter turns that bring an axis of the files up, about x, y and z.
Vec3 turns_to_up(char axis) {
  switch (axis) {
  case 'x':
    return {0, 0, 90};
  case 'y':
    return Vec3::Zero();
  case 'z':
    return {-90, 0, 0};
  default:
    throw InputError("the axis that points up is x, y or z");
  }
}

Box bounds_in_metres(const TriangleMesh& mesh, double scale, const Quat& turn) {
  const Box box = bounds(mesh);
  Box turned;
  if (box.empty())
    return turned;
  turned.include(Vec3(turn * (scale * box.min)));
  turned.include(Vec3(turn * (scale * box.max)));
  return turned;
}

/// A body for each object of a file, still in the file's place; returns what they occupy.
Box add_objects(const std::filesystem::path& path, const LoadedFile& loaded, const OpenOptions& options,
                UniqueNames& names, Scene& scene) {
  const double scale = options.metres_per_unit > 0  ? options.metres_per_unit
                       : loaded.metres_per_unit > 0 ? loaded.metres_per_unit
                                                    : 1;
  const Quat turn = orientation_of(turns_to_up(options.up));
  Box all;
  for (std::size_t i = 0; i < loaded.meshes.size(); ++i) {
    SceneBody body;
    if (options.up != 'y')
      body.pose.orientation = turn;
    body.file = std::filesystem::absolute(path);
    body.object = loaded.meshes.size() > 1 ? static_cast<int>(i) : -1;
    body.split_pieces = options.split_pieces && loaded.meshes.size() > 1;
    body.scale = scale;
    body.weld = options.weld;
    body.mending = options.mending;
    body.stuffing_cells = options.stuffing_cells;
    if (options.density > 0)
      body.density = options.density;
    const std::string& own_name = loaded.meshes[i].name;
    body.name = names.make_unique(printable_name(own_name.empty() ? path.stem().string() : own_name));
    scene.bodies.push_back(std::move(body));
    all.include(bounds_in_metres(loaded.meshes[i], scale, turn));
  }
  const std::string about = path.filename().string() + ": ";
  if (!loaded.unit.empty() && !(options.metres_per_unit > 0) && !(options.fit_m > 0))
    scene.notes.push_back(about + "it is in " + loaded.unit);
  for (const std::string& note : loaded.notes)
    scene.notes.push_back(about + note);
  return all;
}

/// Applies the wish for a size; a size that nobody wished for and that is implausible is worth a note.
void settle_size(const OpenOptions& options, bool unit_said, Box& all, Scene& scene) {
  const double extent = all.size().maxCoeff();
  if (!(extent > 0) || !std::isfinite(extent))
    throw InputError("the meshes have no extent");
  if (options.fit_m > 0) {
    const double factor = options.fit_m / extent;
    for (SceneBody& body : scene.bodies)
      body.scale *= factor;
    all.min *= factor;
    all.max *= factor;
  } else if (!(options.metres_per_unit > 0) && (extent > plausible_most || extent < plausible_least)) {
    scene.notes.push_back("the largest extent is " + in_metres(extent) +
                          (unit_said ? " in the unit that the file says" : " if the file is in metres") +
                          "; --unit mm (or cm, in ...) or --fit METRES sets the size");
  }
  if (!(all.size().maxCoeff() <= length_range.maximum))
    throw InputError("the meshes are " + in_metres(all.size().maxCoeff()) +
                     " large, more than 1000 km: give their unit with --unit, or a size with --fit METRES");
}

void make_soft(SceneBody& body, const OpenOptions& options, MeshStore& store,
               std::vector<std::string>& notes) {
  body.material = soft_material(body);
  if (options.young_modulus > 0)
    body.material.young_modulus = options.young_modulus;
  if (options.lattice_cells > 0) {
    body.lattice_cells = options.lattice_cells;
    if (body.tetrahedra)
      body.division = Division::lattice;
  }
  store.divide(body, notes);
  if (options.tensile_strength > 0 && can_break(body))
    body.material.tensile_strength = options.tensile_strength;
}

/// What to try with an open surface, as far as it was not tried.
std::string ways_out(const OpenOptions& options) {
  const std::string one_sided = "--one-sided takes it as a one-sided surface";
  if (options.mending.wanted())
    return "; " + one_sided;
  return "; --close-holes fills its holes, --thickness METRES makes it a shell so thick, and " + one_sided;
}

/// Prepares the body's mesh, or says why it cannot be a volume and what to do.
void prepare_body(SceneBody& body, const OpenOptions& options, MeshStore& store,
                  std::vector<std::string>& notes) {
  store.load(body, {}, notes, options.progress);
  const std::string about = body.file.string() + (body.object >= 0 ? ", " + body.name : "");
  const MeshReport closed = body.mesh->report;
  if (closed.closed_holes == 0 && closed.thickened_pieces == 0)
    body.mending = {};
  if (closed.accepted) {
    const bool file_has_tetrahedra = body.tetrahedra && body.stuffing_cells == 0;
    body.kind = options.kind.value_or(file_has_tetrahedra ? BodyKind::soft : BodyKind::rigid);
    if (body.kind == BodyKind::soft)
      make_soft(body, options, store, notes);
    if (body.kind == BodyKind::skinned) {
      body.rig = store.rig(body, *body.mesh, {}, options.progress);
      if (!body.rig->animations.empty())
        body.drive.animation = body.rig->animations.front().name;
    }
    return;
  }
  const bool open = closed.boundary_edges > 0;
  if (!options.as_one_sided)
    throw MeshRefused(
        about, 0,
        closed.reason +
            (closed.closing_distance > 0 ? " (--weld " + to_text(closed.closing_distance) + ")" : "") +
            (open ? ways_out(options) : ""));

  // A half-infinite solid has no mass, so it stays where it is.
  body.sidedness = Sidedness::one_sided;
  body.kind = BodyKind::fixed;
  body.stuffing_cells = 0;
  store.load(body, {}, notes, options.progress);
  if (!body.mesh->report.accepted)
    throw MeshRefused(about, 0, body.mesh->report.reason);
  notes.push_back(body.name + ": taken as a fixed one-sided surface (" + closed.reason + ")");
}

SceneBody make_floor(double extent, UniqueNames& names) {
  SceneBody floor;
  floor.name = names.make_unique("floor");
  floor.kind = BodyKind::fixed;
  floor.recipe = Recipe{"ground", {{"size", 20}}};
  floor.scale = extent;
  floor.sidedness = Sidedness::one_sided;
  floor.one_sided_thickness = 2 * extent;
  floor.colour = std::array<float, 3>{0.62f, 0.63f, 0.65f};
  return floor;
}

} // namespace

Scene open_meshes(std::span<const std::filesystem::path> files, const OpenOptions& options) {
  if (options.mending.wanted() && options.as_one_sided)
    throw InputError(std::string(options.mending.close_holes ? "close-holes" : "thickness") +
                     " makes open surfaces volumes, and one-sided leaves them open: choose one");
  if (options.mending.close_holes && options.mending.thickness > 0)
    throw InputError("close-holes and thickness both make open surfaces volumes: choose one");
  if (options.stuffing_cells > 0 && options.lattice_cells > 0)
    throw InputError("tetrahedra and lattice both say what soft bodies are cut into: choose one");
  if (options.stuffing_cells > 0 && options.kind == BodyKind::skinned)
    throw InputError(
        "bones carry the vertices of a mesh, and tetrahedra would replace them: leave out skinned or "
        "tetrahedra");
  Scene scene;
  MeshStore store;
  UniqueNames names;
  Box all;
  bool unit_said = false;
  for (const std::filesystem::path& file : files) {
    const std::filesystem::path path = std::filesystem::absolute(file);
    const LoadedFile& loaded = store.file(path, options.split_pieces, options.progress).surfaces;
    all.include(add_objects(path, loaded, options, names, scene));
    unit_said = unit_said || loaded.metres_per_unit > 0;
    scene.title += (scene.title.empty() ? "" : ", ") + printable_name(file.filename().string());
  }
  settle_size(options, unit_said, all, scene);
  const double extent = all.size().maxCoeff();

  // Everything moves as one: centred, and a little above the floor.
  const Vec3 centre = all.centre();
  const Vec3 shift(-centre.x(), drop_height * extent - all.min.y(), -centre.z());
  for (SceneBody& body : scene.bodies) {
    if (options.progress && !options.progress(1, "checking " + body.name))
      throw Cancelled();
    body.pose.position = shift;
    body.one_sided_thickness = 2 * extent;
    prepare_body(body, options, store, scene.notes);
  }
  const bool any_soft = std::any_of(scene.bodies.begin(), scene.bodies.end(),
                                    [](const SceneBody& body) { return body.kind == BodyKind::soft; });
  if (!any_soft && (options.young_modulus > 0 || options.lattice_cells > 0))
    throw InputError("--young and --lattice are for soft bodies, and there is none: add --soft");
  if (options.tensile_strength > 0 && std::none_of(scene.bodies.begin(), scene.bodies.end(), can_break))
    throw InputError("--strength is for soft bodies of tetrahedra, and there is none: add --soft and "
                     "--tetrahedra N");
  if (options.floor) {
    scene.bodies.push_back(make_floor(extent, names));
    store.load(scene.bodies.back(), {}, scene.notes, options.progress);
  }
  const Setting& pixel_size = find_setting("pixel_size");
  scene.settings.contact.ldi.pixel_size =
      std::clamp(round_down(extent / 64), pixel_size.minimum, pixel_size.maximum);
  return scene;
}

} // namespace lamina
