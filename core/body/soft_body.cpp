#include "core/body/soft_body.h"

#include "core/body/corotational.h"
#include "core/body/corotational_bricks.h"
#include "core/mesh/lattice.h"
#include "core/mesh/tet_surface.h"

namespace lamina {

void scale_to(double wanted, std::vector<double>& numbers) {
  double sum = 0;
  for (const double number : numbers)
    sum += number;
  for (double& number : numbers)
    number *= wanted / sum;
}

namespace {

/// What fills each cell of a lattice, to equal parts to its nodes.
std::vector<double> lattice_masses(const DividedSolid& solid, double mass) {
  std::vector<double> masses(solid.mesh.nodes.size(), 0.0);
  const std::size_t in_cell = solid.mesh.tetrahedra.size() / solid.cells.size();
  for (std::size_t cell = 0; cell < solid.cells.size(); ++cell)
    for (const std::uint32_t node : solid.cells[cell])
      masses[node] += solid.filled[in_cell * cell] / static_cast<double>(solid.cells[cell].size());
  scale_to(mass, masses);
  return masses;
}

/// Of the edges at the first corner of each tetrahedron, m.
double mean_edge(const TetMesh& mesh) {
  double sum = 0;
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (std::size_t k = 1; k < 4; ++k)
      sum += (mesh.nodes[t[k]] - mesh.nodes[t[0]]).norm();
  return sum / (3 * static_cast<double>(mesh.tetrahedra.size()));
}

} // namespace

double mass_of(const SceneBody& description, double volume) {
  return description.mass.value_or(description.density.value_or(1000.0) * volume);
}

double corner_volume(const TetMesh& mesh, const Tetrahedron& tetrahedron) {
  return volume(mesh, tetrahedron) / 4;
}

std::vector<double> node_volumes(const TetMesh& mesh) {
  std::vector<double> volumes(mesh.nodes.size(), 0.0);
  for (const Tetrahedron& t : mesh.tetrahedra) {
    const double part = corner_volume(mesh, t);
    for (const std::uint32_t node : t)
      volumes[node] += part;
  }
  return volumes;
}

std::vector<double> node_masses(const TetMesh& mesh, double mass) {
  std::vector<double> masses = node_volumes(mesh);
  scale_to(mass, masses);
  return masses;
}

DividedSolid divide_solid(const SceneBody& description) {
  const double mass = mass_of(description, closed_volume(description));
  DividedSolid solid;
  if (description.tetrahedra && description.division != Division::lattice) {
    solid.mesh = *description.tetrahedra;
    solid.mapping = NodeMapping::identity(*description.mesh_nodes);
    solid.node_spacing = mean_edge(solid.mesh);
  } else {
    const std::shared_ptr<const Lattice> lattice =
        description.lattice
            ? description.lattice
            : std::make_shared<const Lattice>(build_lattice(*description.mesh, description.lattice_cells));
    solid.mesh = lattice->mesh;
    solid.surface = lattice->surface;
    solid.cells = lattice->cell_corners;
    solid.node_spacing = lattice->cell_size;
    solid.filled = lattice->filled;
    for (const Lattice::EmbeddedVertex& vertex : lattice->embedding) {
      std::array<NodeMapping::Weight, 4> weights;
      for (std::size_t k = 0; k < 4; ++k)
        weights[k] = {solid.mesh.tetrahedra[vertex.tetrahedron][k], vertex.weights[k]};
      solid.mapping.add_vertex(weights);
    }
  }
  solid.masses = solid.cells.empty() ? node_masses(solid.mesh, mass) : lattice_masses(solid, mass);
  return solid;
}

namespace {

std::unique_ptr<ElasticModel> elastic_model(DividedSolid& solid, const Material& material) {
  if (solid.cells.empty())
    return std::make_unique<CorotationalTetrahedra>(solid.mesh, std::move(solid.filled), material);
  std::vector<double> filled;
  const std::size_t tetrahedra = solid.mesh.tetrahedra.size() / solid.cells.size();
  for (std::size_t cell = 0; cell < solid.cells.size(); ++cell)
    filled.push_back(solid.filled[tetrahedra * cell]);
  return std::make_unique<CorotationalBricks>(solid.mesh.nodes.size(), std::move(solid.cells),
                                              std::move(filled), solid.node_spacing, material);
}

} // namespace

NodalParts soft_parts(const SceneBody& description) {
  DividedSolid solid = divide_solid(description);
  NodalParts parts;
  parts.masses = std::move(solid.masses);
  parts.mapping = std::move(solid.mapping);
  parts.surface = std::move(solid.surface);
  parts.node_spacing = solid.node_spacing;
  if (solid.cells.empty()) {
    parts.node_of_vertex = *description.mesh_nodes;
    parts.whole = description.tetrahedra;
  }
  parts.model = elastic_model(solid, description.material);
  for (const Vec3& node : solid.mesh.nodes)
    parts.nodes.push_back(description.pose * node);
  parts.nodes_at_rest = std::move(solid.mesh.nodes);
  parts.tetrahedra = std::move(solid.mesh.tetrahedra);
  return parts;
}

} // namespace lamina
