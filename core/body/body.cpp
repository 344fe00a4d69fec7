#include "core/body/body.h"

#include "core/base/error.h"
#include "core/scene/scene.h"

#include <algorithm>
#include <cmath>

namespace lamina {

void Body::share_surface(const std::shared_ptr<const PreparedMesh>& mesh) {
  mesh_ = mesh;
  ++surface_.topology;
  surface_.triangles = std::shared_ptr<const std::vector<Triangle>>(mesh, &mesh->mesh.triangles);
  surface_.positions.resize(mesh->mesh.vertices.size());
  rest_vertices_ = std::shared_ptr<const std::vector<Vec3>>(mesh, &mesh->mesh.vertices);
  if (mesh->meshlets.size() > 0)
    surface_.meshlets = std::shared_ptr<const Meshlets>(mesh, &mesh->meshlets);
  surface_.winding_at_infinity = mesh->winding_at_infinity;
  surface_.balanced = mesh->report.accepted;
}

std::span<const double> Body::take(std::span<const double>& state, std::size_t count) {
  if (state.size() < count)
    throw InputError("a stored state ends too early: it belongs to another scene");
  const std::span<const double> taken = state.first(count);
  if (!std::all_of(taken.begin(), taken.end(), [](double number) { return std::isfinite(number); }))
    throw InputError("a stored state has numbers that are not finite: it is damaged");
  state = state.subspan(count);
  return taken;
}

void Body::measure_surface() {
  if (surface_.meshlets) {
    surface_.bounds = enclose_meshlets(*surface_.meshlets, surface_.positions, surface_.balls);
    return;
  }
  Box box;
  for (const Vec3& p : surface_.positions)
    box.include(p);
  surface_.bounds = box;
}

double closed_volume(const SceneBody& description) {
  const double volume = description.mesh->report.volume_m3;
  if (!(volume > 0) || description.mesh->sidedness == Sidedness::one_sided)
    throw InputError(
        "body \"" + description.name +
        "\": a body that moves freely must be a closed volume; make it \"fixed\" or repair its mesh");
  return volume;
}

} // namespace lamina
