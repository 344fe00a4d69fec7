#pragma once

#include "core/body/elastic_model.h"
#include "core/body/solid_change.h"
#include "core/mesh/tet_mesh.h"

#include <array>
#include <vector>

namespace lamina {

/// Linear tetrahedra whose strain is measured in a frame that turns with each of them: F = R S, ε = ½(S + Sᵀ)
/// − I, σ = 2με + λ tr(ε) I. The energy density is με:ε + ½λ tr²(ε). Sources: Müller and Gross 2004; R from
/// the polar decomposition of Etzmuss, Keckeisen and Strasser 2003. The stiffness matrix is that of linear
/// elasticity turned by R. It is exact for an element that is not strained. Elsewhere the change of R is left
/// out, which keeps it positive semidefinite.
class CorotationalTetrahedra final : public ElasticModel {
public:
  /// `mesh` at rest. `share`: of each tetrahedron's volume that is filled with material; none means all.
  CorotationalTetrahedra(const TetMesh& mesh, std::vector<double> share, const Material& material);

  /// Takes the same tetrahedra on other nodes, or with nodes elsewhere at rest, as if made anew of `mesh` and
  /// updated with `nodes` (world, m): bit for bit, however it came to the mesh that it has. `change`: from
  /// places() to these. Tetrahedra around nodes that are other ones are evaluated again, and what nodes far
  /// from them have is kept.
  void follow(const TetMesh& mesh, std::span<const Vec3> nodes, const SolidChange& change);

  /// Of the nodes as of the last update().
  NodePlaces places() const { return {nodes_at_rest_, nodes_}; }

  void update(std::span<const Vec3> nodes) override;
  double energy() const override; ///< summed when it is asked for
  void set_material(const Material& material) override;
  void look_inside(BodyInside& inside) const override;

  /// The trace of the stiffness at rest, N/m.
  double rest_stiffness() const;

private:
  void set_mesh(const TetMesh& mesh);
  void set_rest(std::size_t element, const TetMesh& mesh);
  std::uint32_t find_place(const Tetrahedron& t, std::size_t pair) const;
  /// Adds what an element has to do with nodes of which wanted(node) says so.
  template <class Wanted>
  void add(std::size_t element, std::span<const Vec3> nodes, const Wanted& wanted);

  struct Rest {
    double volume; ///< filled, m³
    Mat3 inverse;  ///< F = [x1 − x0, x2 − x0, x3 − x0] · inverse
  };
  /// Of the blocks above the diagonal, where they come in their rows: pairs 01 02 03 12 13 23.
  using Places = std::array<std::uint32_t, 6>;

  // Of each tetrahedron
  std::vector<Tetrahedron> tetrahedra_;
  std::vector<Places> places_;
  std::vector<double> share_;    ///< or none
  std::vector<Rest> rest_;       ///< at rest
  std::vector<double> energies_; ///< J
  std::vector<double> traces_;   ///< of its stiffness at rest over λ + 4 μ
  std::vector<Mat3> strains_;
  // Of each node
  std::vector<Vec3> nodes_at_rest_; ///< m
  std::vector<Vec3> nodes_;         ///< of the last update(), world, m
  double lambda_ = 0, mu_ = 0;      ///< Lamé's constants, Pa
};

} // namespace lamina
