#pragma once

#include "core/contact/raytraced/ray_evidence.h"
#include "core/settings/setting_table.h"
#include "tests/contact/contact_support.h"

#include <array>
#include <cstdint>

namespace lamina::test {

inline constexpr std::array every_ray_tree{RayTree::bvh, RayTree::embree, RayTree::octree};

/// The paper's forces unless said otherwise.
inline Settings rays(RayTree tree = RayTree::bvh, RayArea area = RayArea::vertex,
                     RayForce force = RayForce::ray) {
  Settings settings;
  settings.contact.method = "raytraced";
  settings.simulation.threads = 1;
  settings.contact.raytraced.tree = tree;
  settings.contact.raytraced.area = area;
  settings.contact.raytraced.force = force;
  return settings;
}

inline std::uint64_t count(const PairContacts& found, RayFate fate) {
  return rays_of(found).fates[static_cast<std::size_t>(fate)];
}

/// Force on a body at κ = 1 Pa/m, and its torque about the world's origin.
struct Wrench {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
  double sum_of_norms = 0; ///< of the forces on its vertices
};

inline Wrench wrench_on(const PairContacts& found, std::size_t body, const Surface& surface) {
  Wrench wrench;
  for (const Contact& contact : found.contacts)
    for (std::uint32_t i = contact.gradient[body].begin; i < contact.gradient[body].end; ++i) {
      const Vec3 force = -contact.weight * contact.area * contact.measure * found.gradient[i].value;
      wrench.force += force;
      wrench.torque += surface.positions[found.gradient[i].vertex].cross(force);
      wrench.sum_of_norms += force.norm();
    }
  return wrench;
}

} // namespace lamina::test
