#include "core/bench/waved_bodies.h"

#include <limits>

namespace lamina::bench {

WavedBodies::WavedBodies(const std::vector<TriangleMesh>& meshes, bool self) : surfaces_(meshes.size()) {
  for (std::size_t i = 0; i < meshes.size(); ++i) {
    meshes_.push_back(timed(meshes[i]));
    Surface& surface = surfaces_[i];
    surface.triangles = meshes_[i].triangles;
    surface.single_positions = in_single(meshes_[i].rest->vertices);
    surface.meshlets = meshes_[i].meshlets;
    surface.balanced = true;
    surface.self_contact = self;
    pointers_.push_back(&surface);
  }
}

void WavedBodies::move(int repetition) {
  const Phases now = phases_in(repetition);
  for (std::size_t i = 0; i < surfaces_.size(); ++i) {
    std::vector<Vec3f>& positions = surfaces_[i].single_positions;
    for (std::size_t v = 0; v < positions.size(); ++v)
      positions[v] = waved(meshes_[i].rest->vertices[v], (*meshes_[i].phases)[v], now).cast<float>();
  }
}

void WavedBodies::refit() {
  for (Surface& surface : surfaces_)
    surface.bounds = enclose_meshlets(*surface.meshlets, surface.vertex_positions(), surface.balls);
}

double WavedBodies::exact_volume() const {
  return std::numeric_limits<double>::quiet_NaN();
}

} // namespace lamina::bench
