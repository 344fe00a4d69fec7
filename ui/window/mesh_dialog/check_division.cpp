#include "ui/window/mesh_dialog/check_division.h"

#include "core/base/error.h"
#include "core/scene/mesh_store.h"
#include "core/scene/solid_cache.h"

namespace lamina {
namespace {

// Its shape alone matters, not its size.
void build_trial_lattice(const std::shared_ptr<const PreparedMesh>& mesh, int cells,
                         std::vector<std::string>& notes) {
  SceneBody body;
  body.name = mesh->mesh.name.empty() ? "lattice" : mesh->mesh.name;
  body.kind = BodyKind::soft;
  body.mesh = mesh;
  body.lattice_cells = cells;
  MeshStore().divide(body, notes);
}

} // namespace

DivisionCheck check_division(const std::shared_ptr<const PreparedMesh>& mesh, const CheckOptions& options,
                             const Progress& progress) {
  DivisionCheck check;
  try {
    if (options.lattice_cells > 0)
      build_trial_lattice(mesh, options.lattice_cells, check.notes);
    if (options.stuffing_cells > 0) {
      // Opening the file then finds this solid where solids are kept.
      StuffedSolid solid =
          SolidCache().fill(mesh->mesh, {.cells = options.stuffing_cells, .progress = progress});
      const std::string& name = mesh->mesh.name;
      check.notes.push_back((name.empty() ? "" : name + ": ") + describe(solid.report));
      check.surface = std::move(solid.surface);
    }
  } catch (const InputError& error) {
    check.reason = error.what();
  }
  return check;
}

} // namespace lamina
