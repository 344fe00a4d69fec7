#pragma once

#include "core/body/body.h"
#include "core/math/symmetric_blocks.h"

#include <Eigen/Core>

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace lamina {

/// What holds the nodes of a body together: an elastic energy, its forces and its stiffness matrix.
class ElasticModel {
public:
  virtual ~ElasticModel() = default;

  /// Computes energy, forces and stiffness where the nodes are (world, m).
  virtual void update(std::span<const Vec3> nodes) = 0;

  virtual double energy() const { return energy_; }               ///< J
  std::span<const Vec3> forces() const { return forces_; }        ///< N, one a node
  const SymmetricBlocks& stiffness() const { return stiffness_; } ///< −∂f/∂x, N/m, positive semidefinite

  /// The Cauchy stress of each tetrahedron (Pa, world) as of the last update(); none of models without.
  std::span<const Mat3> stresses() const { return stresses_; }

  /// From the next update() on. Throws InputError for what no material has.
  virtual void set_material(const Material& material) = 0;

  /// Edges, and strain and stress per node, as of the last update().
  virtual void look_inside(BodyInside& inside) const = 0;

protected:
  /// Each edge once, in order, whichever way it was listed.
  static std::vector<SymmetricBlocks::Edge> each_once(std::vector<SymmetricBlocks::Edge> edges) {
    for (SymmetricBlocks::Edge& edge : edges)
      if (edge[0] > edge[1])
        std::swap(edge[0], edge[1]);
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
  }

  double energy_ = 0;
  std::vector<Mat3> stresses_;
  std::vector<Vec3> forces_;
  SymmetricBlocks stiffness_;
};

} // namespace lamina
