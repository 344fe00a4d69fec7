#pragma once

#include "core/body/elastic_model.h"

#include <array>
#include <vector>

namespace lamina {

/// A spring between two different nodes.
struct Spring {
  std::array<std::uint32_t, 2> node;
  double length; ///< at rest, m
  double volume; ///< share of the body's volume that it stands for, m³
};

/// Springs between nodes: energy ½k(l − L)². Each has k L² = 6 E V, with V the volume that it stands for. A
/// network whose springs point evenly in all directions then has Young's modulus E. Its Poisson ratio is 1/4,
/// as in all such networks. The stiffness matrix leaves out what would make it negative, the sideways pull of
/// a spring that is shorter than at rest.
class MassSpring final : public ElasticModel {
public:
  MassSpring(std::size_t nodes, std::vector<Spring> springs, const Material& material);

  void update(std::span<const Vec3> nodes) override;
  void set_material(const Material& material) override;
  void look_inside(BodyInside& inside) const override;

  std::span<const Spring> springs() const { return springs_; }

private:
  std::vector<Spring> springs_;
  std::vector<std::uint32_t> slots_; ///< in the stiffness matrix, one a spring
  std::vector<double> strains_;      ///< one a spring
  double young_modulus_ = 0;
};

} // namespace lamina
