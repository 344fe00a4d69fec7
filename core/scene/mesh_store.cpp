#include "core/scene/mesh_store.h"

#include "core/base/error.h"
#include "core/io/load_tet.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/lattice.h"
#include "core/mesh/mass_properties.h"
#include "core/mesh/near_vertices.h"
#include "core/mesh/original_surface.h"
#include "core/mesh/rig.h"
#include "core/mesh/subdivide_boundary_tets.h"
#include "core/mesh/tet_surface.h"
#include "core/scene/locking.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_keys.h"
#include "core/scene/solid_cache.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// All meshes of a scene together: about 2 GiB with everything that is kept of them.
constexpr std::size_t triangle_limit = 20'000'000;

/// Of one lattice: about 2 GiB with its stiffness matrices.
constexpr std::size_t cell_limit = 150'000;

std::string key_of(const SceneBody& body, const std::filesystem::path& path) {
  std::string key;
  if (body.recipe) {
    key = "recipe " + body.recipe->shape;
    for (const auto& [name, number] : body.recipe->numbers)
      key += " " + name + "=" + to_text(number);
  } else {
    key = "file " + path.string() + " " + std::to_string(body.object) + (body.split_pieces ? " pieces" : "");
  }
  key += " x" + to_text(body.scale);
  if (body.weld > 0)
    key += " weld " + to_text(body.weld);
  if (body.mending.close_holes)
    key += " holes closed";
  if (body.mending.thickness > 0)
    key += " thickness " + to_text(body.mending.thickness);
  if (body.stuffing_cells > 0)
    key += " tetrahedra " + std::to_string(body.stuffing_cells);
  if (body.sidedness == Sidedness::one_sided)
    key += " one-sided " + to_text(body.one_sided_thickness);
  if (body.kind == BodyKind::cloth)
    key += " cloth";
  return key;
}

void append(const TriangleMesh& part, TriangleMesh& whole) {
  const auto offset = static_cast<std::uint32_t>(whole.vertices.size());
  whole.vertices.insert(whole.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const Triangle& t : part.triangles)
    whole.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
}

void scale_to_metres(std::vector<Vec3>& points, double scale, const std::string& name) {
  for (Vec3& point : points) {
    point *= scale;
    if (!(point.cwiseAbs().maxCoeff() <= length_range.maximum))
      throw InputError(name, 0, "reaches farther than 1000 km from its origin: check the scale or unit");
  }
}

BodyFile read_body_file(const std::filesystem::path& path, const LoadOptions& options) {
  if (!is_tet_file(path))
    return {load_mesh_file(path, options), nullptr};
  if (options.split_pieces)
    throw InputError(path.string(), 0, "is a solid of tetrahedra, which cannot be split into pieces");
  LoadedTetFile loaded = load_tet_file(path, options);
  SubdividedTets divided = subdivide_boundary_tets(std::move(loaded.mesh));
  loaded.mesh = std::move(divided.mesh);
  if (divided.subdivided > 0)
    loaded.notes.push_back(
        std::to_string(divided.subdivided) +
        " tetrahedra with all nodes on the surface were divided around a node in their middle");
  BodyFile file;
  std::vector<std::uint32_t> nodes;
  file.surfaces.meshes.push_back(boundary_surface(loaded.mesh, nodes));
  file.surfaces.meshes.back().name = loaded.mesh.name;
  file.surfaces.notes = std::move(loaded.notes);
  file.solid = std::make_shared<const TetMesh>(std::move(loaded.mesh));
  return file;
}

} // namespace

const BodyFile& MeshStore::file(const std::filesystem::path& path, bool split_pieces,
                                const Progress& progress) {
  const std::string key = path.string() + (split_pieces ? " pieces" : "");
  const auto known = files_.find(key);
  if (known != files_.end())
    return known->second;
  LoadOptions options;
  options.split_pieces = split_pieces;
  options.progress = progress;
  return files_.emplace(key, read_body_file(path, options)).first->second;
}

TriangleMesh MeshStore::raw_mesh(const SceneBody& body, const std::filesystem::path& path,
                                 const Progress& progress) {
  if (body.recipe)
    return make_mesh(*body.recipe);
  const LoadedFile& loaded = file(path, body.split_pieces, progress).surfaces;
  if (body.object >= 0) {
    if (static_cast<std::size_t>(body.object) >= loaded.meshes.size())
      throw InputError(path.string(), 0,
                       "has no object " + std::to_string(body.object) + ": it holds " +
                           std::to_string(loaded.meshes.size()) + ", counted from 0");
    return loaded.meshes[static_cast<std::size_t>(body.object)];
  }
  TriangleMesh whole;
  whole.name = loaded.meshes.size() == 1 ? loaded.meshes.front().name : path.stem().string();
  for (const TriangleMesh& part : loaded.meshes)
    append(part, whole);
  return whole;
}

MeshStore::Shape MeshStore::fill(const SceneBody& body, TriangleMesh mesh, const std::string& name,
                                 const Progress& progress) {
  Shape shape;
  auto surface = std::make_shared<PreparedMesh>(
      prepare_mesh(std::move(mesh), body.sidedness, body.one_sided_thickness, body.mending));
  shape.notes = surface->report.notes;
  if (!surface->report.accepted) {
    shape.mesh = std::move(surface);
    return shape;
  }
  StuffingOptions options;
  options.cells = body.stuffing_cells;
  options.progress = progress;
  try {
    StuffedSolid solid = SolidCache().fill(surface->mesh, options);
    if (!body.recipe || loses_much(solid.report))
      shape.notes.push_back(describe(solid.report));
    auto boundary = std::make_shared<PreparedMesh>(*prepare_body_mesh(std::move(solid.surface)));
    // Nothing is drawn of what was lost.
    if (solid.report.lost_pieces == 0)
      boundary->original = fix_original(std::move(surface), boundary->mesh, solid.report.cell_m);
    shape.mesh = std::move(boundary);
    shape.mesh_nodes = std::make_shared<const std::vector<std::uint32_t>>(
        find_nodes(shape.mesh->mesh, solid.mesh, solid.node_of_vertex));
    shape.tetrahedra = std::make_shared<const TetMesh>(std::move(solid.mesh));
  } catch (const InputError& error) {
    throw InputError(name, 0, error.what());
  }
  return shape;
}

MeshStore::Shape MeshStore::make_shape(const SceneBody& body, const std::filesystem::path& path,
                                       const std::string& name, const Progress& progress) {
  TriangleMesh mesh = raw_mesh(body, path, progress);
  triangles_ += mesh.triangles.size();
  if (triangles_ > triangle_limit)
    throw InputError(name, 0, "brings the scene above " + std::to_string(triangle_limit) + " triangles");
  scale_to_metres(mesh.vertices, body.scale, name);
  if (body.weld > 0)
    join_near_positions(mesh.vertices, body.weld);
  // The boundary of a solid keeps its nodes.
  const std::shared_ptr<const TetMesh> solid =
      body.recipe ? nullptr : file(path, body.split_pieces, progress).solid;
  if (body.stuffing_cells > 0 && solid)
    throw InputError(name, 0,
                     "holds tetrahedra already, and is not filled with others: leave \"tetrahedra\" out");
  if (body.stuffing_cells > 0)
    return fill(body, std::move(mesh), name, progress);
  Shape shape;
  if (body.kind == BodyKind::cloth) {
    if (solid)
      throw InputError(name, 0, "holds tetrahedra, and cloth is a surface: give the body another kind");
    shape.mesh = prepare_cloth_mesh(std::move(mesh));
    shape.notes = shape.mesh->report.notes;
    return shape;
  }
  shape.mesh = prepare_body_mesh(std::move(mesh), body.sidedness, body.one_sided_thickness,
                                 solid ? Mending{} : body.mending);
  shape.notes = shape.mesh->report.notes;
  if (!solid || body.sidedness == Sidedness::one_sided)
    return shape;
  auto scaled = std::make_shared<TetMesh>(*solid);
  scale_to_metres(scaled->nodes, body.scale, name);
  std::vector<std::uint32_t> nodes;
  boundary_surface(*scaled, nodes);
  shape.mesh_nodes =
      std::make_shared<const std::vector<std::uint32_t>>(find_nodes(shape.mesh->mesh, *scaled, nodes));
  shape.tetrahedra = std::move(scaled);
  return shape;
}

const MeshStore::Shape& MeshStore::shape(const SceneBody& body, const std::filesystem::path& path,
                                         std::vector<std::string>& notes, const Progress& progress) {
  const std::string key = key_of(body, path);
  if (const auto known = shapes_.find(key); known != shapes_.end())
    return known->second;
  const std::string name = body.recipe ? "recipe " + body.recipe->shape : path.string();
  const Shape& made = shapes_.emplace(key, make_shape(body, path, name, progress)).first->second;
  if (body.recipe && body.stuffing_cells == 0)
    return made;
  const std::string about =
      body.recipe
          ? name
          : path.filename().string() + (made.mesh->mesh.name.empty() ? "" : ", " + made.mesh->mesh.name);
  for (const std::string& note : made.notes)
    notes.push_back(about + ": " + note);
  return made;
}

/// The vertices of all surfaces of a file, or the nodes of its solid.
void MeshStore::load_particles(SceneBody& body, const std::filesystem::path& path, const Progress& progress) {
  const BodyFile& loaded = file(path, false, progress);
  std::vector<Vec3> points;
  if (loaded.solid)
    points = loaded.solid->nodes;
  else
    for (const TriangleMesh& mesh : loaded.surfaces.meshes)
      points.insert(points.end(), mesh.vertices.begin(), mesh.vertices.end());
  scale_to_metres(points, body.scale, path.string());
  body.particle_positions = std::make_shared<const std::vector<Vec3>>(std::move(points));
}

void MeshStore::load(SceneBody& body, const std::filesystem::path& folder, std::vector<std::string>& notes,
                     const Progress& progress) {
  const std::filesystem::path path = body.recipe ? std::filesystem::path() : folder / body.file;
  const Shape& found = shape(body, path, notes, progress);
  body.mesh = found.mesh;
  body.tetrahedra = found.tetrahedra;
  body.mesh_nodes = found.mesh_nodes;
  body.lattice = nullptr;
  body.particle_positions = nullptr;
  body.rig = rig_if_any(body, *body.mesh, folder, progress);
  if (body.kind == BodyKind::particles && !body.particles.empty())
    load_particles(body, folder / body.particles, progress);
}

void MeshStore::divide(SceneBody& body, std::vector<std::string>& notes) {
  if (std::string locking = describe_locking(body); !locking.empty())
    notes.push_back(std::move(locking));
  if (body.lattice || !uses_lattice(body))
    return;
  std::shared_ptr<const Lattice>& known = lattices_[{body.mesh.get(), body.lattice_cells}];
  if (!known) {
    // Every cell inside, and about two for each that the surface could cover.
    const double cell = body.mesh->report.bounds.size().maxCoeff() / body.lattice_cells;
    const double cells = std::abs(body.mesh->report.volume_m3) / (cell * cell * cell) +
                         2 * surface_area(body.mesh->mesh) / (cell * cell);
    if (cells > static_cast<double>(cell_limit))
      throw InputError("a lattice of " + std::to_string(body.lattice_cells) +
                       " cells along would have about " + std::to_string(std::llround(cells)) + ", above " +
                       std::to_string(cell_limit) + ": lower \"lattice_cells\"");
    known = std::make_shared<const Lattice>(build_lattice(*body.mesh, body.lattice_cells));
    if (const std::string gluing = describe_gluing(*known); !gluing.empty())
      notes.push_back(body.name + ": " + gluing);
  }
  body.lattice = known;
}

bool uses_lattice(const SceneBody& body) {
  if (body.kind != BodyKind::soft && body.kind != BodyKind::particles)
    return false;
  return body.division == Division::lattice ||
         (body.division == Division::automatic && !body.tetrahedra && !body.particle_positions);
}

bool can_break(const SceneBody& body) {
  return body.kind == BodyKind::soft && body.tetrahedra && !uses_lattice(body);
}

bool share_a_group(const SceneBody& a, const SceneBody& b) {
  return std::any_of(a.groups.begin(), a.groups.end(), [&b](const std::string& group) {
    return std::find(b.groups.begin(), b.groups.end(), group) != b.groups.end();
  });
}

const std::vector<std::string>& body_file_extensions() {
  static const std::vector<std::string> extensions = [] {
    std::vector<std::string> all = mesh_extensions();
    for (const std::string& extension : tet_extensions())
      if (std::find(all.begin(), all.end(), extension) == all.end())
        all.push_back(extension);
    return all;
  }();
  return extensions;
}

/// The bones that carry the vertices of raw_mesh(); null without any.
std::shared_ptr<const Rig> MeshStore::raw_rig(const SceneBody& body, const std::filesystem::path& path,
                                              const Progress& progress) {
  if (body.recipe)
    return make_rig(*body.recipe);
  const LoadedFile& loaded = file(path, body.split_pieces, progress).surfaces;
  if (!loaded.rig || body.object < 0)
    return loaded.rig;
  const auto object = static_cast<std::size_t>(body.object);
  std::size_t vertex = 0;
  for (std::size_t i = 0; i < object; ++i)
    vertex += loaded.meshes[i].vertices.size();
  auto part = std::make_shared<Rig>();
  part->bones = loaded.rig->bones;
  part->animations = loaded.rig->animations;
  for (std::size_t v = 0; v < loaded.meshes[object].vertices.size(); ++v)
    part->add_vertex(loaded.rig->of(vertex + v));
  return part;
}

std::shared_ptr<const Rig> MeshStore::rig_if_any(const SceneBody& body, const PreparedMesh& mesh,
                                                 const std::filesystem::path& folder,
                                                 const Progress& progress) {
  // Bones carry the vertices of the surface, whose place a boundary of tetrahedra takes.
  if (!mesh.report.accepted || mesh.sidedness != Sidedness::closed || body.stuffing_cells > 0 ||
      body.kind == BodyKind::cloth)
    return nullptr;
  try {
    return rig(body, mesh, folder, progress);
  } catch (const InputError&) {
    return nullptr;
  }
}

std::shared_ptr<const Rig> MeshStore::rig(const SceneBody& body, const PreparedMesh& mesh,
                                          const std::filesystem::path& folder, const Progress& progress) {
  const std::filesystem::path path = body.recipe ? std::filesystem::path() : folder / body.file;
  const std::string key = key_of(body, path);
  if (const auto known = rigs_.find(key); known != rigs_.end())
    return known->second;
  const std::shared_ptr<const Rig> raw = raw_rig(body, path, progress);
  if (!raw)
    throw InputError((body.recipe ? "a " + body.recipe->shape : body.file.string()) +
                     " has no bones; give the body another kind, or a mesh that has some");
  const TriangleMesh vertices = raw_mesh(body, path, progress);
  auto fitted = std::make_shared<const Rig>(fit_rig(*raw, vertices.vertices, body.scale, mesh.mesh));
  check_rig(*fitted, mesh.mesh.vertices.size());
  rigs_.emplace(key, fitted);
  return fitted;
}

} // namespace lamina
