#include "core/body/soft_body.h"

#include "core/body/corotational.h"
#include "core/mesh/lattice.h"
#include "core/mesh/tet_surface.h"

namespace lamina {

namespace {

/// A quarter of each tetrahedron's filled volume to each of its nodes, scaled to the mass of the body.
std::vector<double> node_masses(const TetMesh& mesh, const std::vector<double>& share, double mass) {
  std::vector<double> masses(mesh.nodes.size(), 0.0);
  double total = 0;
  for (std::size_t e = 0; e < mesh.tetrahedra.size(); ++e) {
    const double filled = volume(mesh, mesh.tetrahedra[e]) * (share.empty() ? 1 : share[e]);
    total += filled;
    for (const std::uint32_t node : mesh.tetrahedra[e])
      masses[node] += filled / 4;
  }
  for (double& m : masses)
    m *= mass / total;
  return masses;
}

} // namespace

double mass_of(const SceneBody& description, double volume) {
  return description.mass.value_or(description.density.value_or(1000.0) * volume);
}

DividedSolid divide_solid(const SceneBody& description) {
  const double mass = mass_of(description, closed_volume(description));
  DividedSolid solid;
  if (description.tetrahedra && description.division != Division::lattice) {
    solid.mesh = *description.tetrahedra;
    solid.mapping = NodeMapping::identity(*description.mesh_nodes);
  } else {
    const std::shared_ptr<const Lattice> lattice =
        description.lattice ? description.lattice
                            : std::make_shared<const Lattice>(
                                  build_lattice(description.mesh->mesh, description.lattice_cells));
    solid.mesh = lattice->mesh;
    solid.filled = lattice->filled;
    for (const Lattice::EmbeddedVertex& vertex : lattice->embedding) {
      std::array<NodeMapping::Weight, 4> weights;
      for (std::size_t k = 0; k < 4; ++k)
        weights[k] = {solid.mesh.tetrahedra[vertex.tetrahedron][k], vertex.weights[k]};
      solid.mapping.add_vertex(weights);
    }
  }
  solid.masses = node_masses(solid.mesh, solid.filled, mass);
  return solid;
}

NodalParts soft_parts(const SceneBody& description) {
  DividedSolid solid = divide_solid(description);
  NodalParts parts;
  parts.masses = std::move(solid.masses);
  parts.mapping = std::move(solid.mapping);
  parts.model =
      std::make_unique<CorotationalTetrahedra>(solid.mesh, std::move(solid.filled), description.material);
  for (const Vec3& node : solid.mesh.nodes)
    parts.nodes.push_back(description.pose * node);
  parts.tetrahedra = std::move(solid.mesh.tetrahedra);
  return parts;
}

} // namespace lamina
