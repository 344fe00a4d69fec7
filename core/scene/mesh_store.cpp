#include "core/scene/mesh_store.h"

#include "core/base/error.h"
#include "core/mesh/rig.h"
#include "core/scene/scene_keys.h"
#include "core/settings/setting_list.h"

namespace lamina {

namespace {

/// All meshes of a scene together: about 2 GiB with everything that is kept of them.
constexpr std::size_t triangle_limit = 20'000'000;

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
  if (body.sidedness == Sidedness::one_sided)
    key += " one-sided " + to_text(body.one_sided_thickness);
  return key;
}

void append(const TriangleMesh& part, TriangleMesh& whole) {
  const auto offset = static_cast<std::uint32_t>(whole.vertices.size());
  whole.vertices.insert(whole.vertices.end(), part.vertices.begin(), part.vertices.end());
  for (const Triangle& t : part.triangles)
    whole.triangles.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
}

void scale_to_metres(TriangleMesh& mesh, double scale, const std::string& name) {
  for (Vec3& vertex : mesh.vertices) {
    vertex *= scale;
    if (!(vertex.cwiseAbs().maxCoeff() <= length_range.maximum))
      throw InputError(name, 0, "reaches farther than 1000 km from its origin: check the scale or unit");
  }
}

} // namespace

const LoadedFile& MeshStore::file(const std::filesystem::path& path, bool split_pieces,
                                  const Progress& progress) {
  const std::string key = path.string() + (split_pieces ? " pieces" : "");
  const auto known = files_.find(key);
  if (known != files_.end())
    return known->second;
  LoadOptions options;
  options.split_pieces = split_pieces;
  options.progress = progress;
  return files_.emplace(key, load_mesh_file(path, options)).first->second;
}

TriangleMesh MeshStore::raw_mesh(const SceneBody& body, const std::filesystem::path& path,
                                 const Progress& progress) {
  if (body.recipe)
    return make_mesh(*body.recipe);
  const LoadedFile& loaded = file(path, body.split_pieces, progress);
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

std::shared_ptr<const PreparedMesh> MeshStore::prepared(const SceneBody& body,
                                                        const std::filesystem::path& folder,
                                                        std::vector<std::string>& notes,
                                                        const Progress& progress) {
  const std::filesystem::path path = body.recipe ? std::filesystem::path() : folder / body.file;
  const std::string key = key_of(body, path);
  if (const auto known = meshes_.find(key); known != meshes_.end())
    return known->second;

  const std::string name = body.recipe ? "recipe " + body.recipe->shape : path.string();
  TriangleMesh mesh = raw_mesh(body, path, progress);
  triangles_ += mesh.triangles.size();
  if (triangles_ > triangle_limit)
    throw InputError(name, 0, "brings the scene above " + std::to_string(triangle_limit) + " triangles");
  scale_to_metres(mesh, body.scale, name);

  const auto result = prepare_body_mesh(std::move(mesh), body.sidedness, body.one_sided_thickness);
  if (!body.recipe) {
    const std::string about =
        path.filename().string() + (result->mesh.name.empty() ? "" : ", " + result->mesh.name);
    for (const std::string& note : result->report.notes)
      notes.push_back(about + ": " + note);
  }
  meshes_.emplace(key, result);
  return result;
}

/// The bones that carry the vertices of raw_mesh(); null without any.
std::shared_ptr<const Rig> MeshStore::raw_rig(const SceneBody& body, const std::filesystem::path& path,
                                              const Progress& progress) {
  if (body.recipe)
    return make_rig(*body.recipe);
  const LoadedFile& loaded = file(path, body.split_pieces, progress);
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
