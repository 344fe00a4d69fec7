#pragma once

#include "core/body/brick_stiffness.h"
#include "core/body/elastic_model.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina {

/// The cubic cells of a lattice, each linearly elastic in a frame that turns with it: its mean deformation
/// gradient is F = R S, and u = Rᵀ(x − c) − X are the displacements of its corners about its middle c. The
/// energy is ½ uᵀ K u, with K that of brick_stiffness. Forces are its exact gradient, so that momentum and
/// angular momentum stay. The stiffness matrix is K turned by R; the change of R is left out, which keeps it
/// positive semidefinite.
class CorotationalBricks final : public ElasticModel {
public:
  /// `cells`: corners of each, by the bits x, y, z; all of them cubes of `side` (m) in rest position, along
  /// the axes. `filled`: the share of each that is material.
  CorotationalBricks(std::size_t nodes, std::vector<std::array<std::uint32_t, 8>> cells,
                     std::vector<double> filled, double side, const Material& material);

  void update(std::span<const Vec3> nodes) override;
  void set_material(const Material& material) override;
  void look_inside(BodyInside& inside) const override;

private:
  static constexpr std::size_t pairs = 28; ///< of corners

  std::vector<std::array<std::uint32_t, 8>> cells_;
  std::vector<double> filled_;
  std::vector<std::array<std::uint32_t, pairs>> slots_; ///< of the blocks above the diagonal, cell by cell
  std::vector<Mat3> strains_;                           ///< in the mean of each cell
  double side_;
  double mu_ = 0; ///< Pa
  BrickMatrix stiffness_of_cell_;
};

} // namespace lamina
