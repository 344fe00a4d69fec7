#pragma once

#include "core/body/elastic_model.h"
#include "core/body/nodal_body.h"
#include "core/mesh/mesh.h"

#include <Eigen/Core>

#include <array>
#include <vector>

namespace lamina {

/// A thin sheet of triangles that resists being stretched, sheared and bent.
///
/// In its plane each triangle is strained alike everywhere. With F the 3×2 matrix from the triangle at rest
/// to the one that is there, Green's strain is E = ½(FᵀF − I), and the energy for each square metre at rest
/// is μ E:E + ½λ tr²(E) (St. Venant and Kirchhoff; N/m). μ and λ follow from the stiffnesses against pulling
/// and shearing. Turning and isometric folding cost nothing.
///
/// Each edge between two triangles is a hinge: ½ k (θ − θ₀)² |e|² / (A₁ + A₂), with θ the angle between their
/// normals, θ₀ that at rest, e the edge at rest and A the areas (discrete shells, Grinspun et al. 2003). Of
/// equilateral triangles bent to a cylinder of curvature κ this is ½ k κ² for each square metre, along
/// whichever direction.
///
/// The stiffness matrix leaves out what would make it negative: compression of a triangle, and how the
/// gradient of an angle changes.
class ClothModel final : public ElasticModel {
public:
  /// `sheet` at rest, whose vertices are the nodes: no edge has more than two triangles, none is without
  /// area.
  ClothModel(const TriangleMesh& sheet, const ClothMaterial& material);

  void update(std::span<const Vec3> nodes) override;
  void set_material(const Material& material) override;
  void look_inside(BodyInside& inside) const override;

private:
  using Gradients = Eigen::Matrix<double, 2, 3>; ///< of the three corners' weights, one a column, 1/m
  using Strain = Eigen::Matrix2d;

  struct Element {
    Triangle node;
    std::array<std::uint32_t, 3> slots; ///< in the stiffness matrix: of corners 0 1, 1 2 and 2 0
    Gradients gradients;
    double area; ///< at rest, m²
  };
  /// Nodes 2 and 3 are the ends of the edge, 0 and 1 what lies opposite it on either side.
  struct Hinge {
    std::array<std::uint32_t, 4> node;
    std::array<std::uint32_t, 6> slots; ///< of 01, 02, 03, 12, 13, 23
    double angle, weight;               ///< at rest; |e|² / (A₁ + A₂)
  };

  void take(const ClothMaterial& material);
  void add_elements(const TriangleMesh& sheet, std::vector<SymmetricBlocks::Edge>& edges);
  void add_hinges(const TriangleMesh& sheet, std::vector<SymmetricBlocks::Edge>& edges);
  std::uint32_t slot_of(std::uint32_t a, std::uint32_t b) const;
  void stretch(std::size_t index, std::span<const Vec3> nodes);
  void bend(const Hinge& hinge, std::span<const Vec3> nodes);

  std::vector<Element> elements_;
  std::vector<Hinge> hinges_;
  std::vector<double> strains_; ///< greatest principal one of each element
  double lambda_ = 0, mu_ = 0, bending_ = 0;
};

/// The parts of a body of cloth: the nodes are the vertices of its surface, and a third of each triangle's
/// mass is at each of its corners. Throws InputError (naming the body) for what was not prepared as cloth.
NodalParts cloth_parts(const SceneBody& description);

} // namespace lamina
