#include "core/base/error.h"
#include "core/scene/mesh_store.h"
#include "core/scene/scene_file.h"

namespace lamina {

namespace {

/// What a scene file can say of a mesh that is open, as far as it does not.
std::string way_out(const SceneBody& body) {
  const bool can_be_mended = body.kind != BodyKind::cloth && !body.recipe &&
                             body.sidedness == Sidedness::closed && !body.mending.wanted();
  return can_be_mended && body.mesh->report.boundary_edges > 0
             ? "; \"close_holes\": true or a \"thickness\" makes a volume of it, and as it is it can be of "
               "kind "
               "cloth"
             : "";
}

} // namespace

void load_scene_meshes(Scene& scene, const Progress& progress) {
  MeshStore store;
  const double count = static_cast<double>(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    SceneBody& body = scene.bodies[i];
    const bool needs_bones = body.kind == BodyKind::skinned && !body.rig;
    if (body.mesh && (body.lattice || !uses_lattice(body)) && !needs_bones)
      continue;
    const auto part_done = [&](double fraction, const std::string& what) {
      return !progress || progress((static_cast<double>(i) + fraction) / count, what);
    };
    if (!part_done(0, "loading " + body.name))
      throw Cancelled();
    const auto place = [&](const std::string& reason) {
      const std::string about = "body \"" + body.name + "\": " + reason;
      return scene.source.empty() ? InputError(about) : InputError(scene.source.string(), body.line, about);
    };
    try {
      if (!body.mesh)
        store.load(body, scene.source.parent_path(), scene.notes, part_done);
      if (body.mesh->report.accepted)
        store.divide(body, scene.notes);
      if (body.mesh->report.accepted && body.kind == BodyKind::skinned && !body.rig)
        body.rig = store.rig(body, *body.mesh, scene.source.parent_path(), part_done);
    } catch (const InputError& error) {
      throw place(error.what());
    }
    if (!body.mesh->report.accepted)
      throw place((body.recipe ? "its shape" : body.file.string()) +
                  " is not usable: " + body.mesh->report.reason + way_out(body));
  }
}

} // namespace lamina
