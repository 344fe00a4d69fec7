#include "core/scene/solid_file.h"

#include "core/base/version.h"

#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

namespace lamina {

namespace {

constexpr std::uint64_t solid_magic = 0x31304c4f53544e4c; // "LNTSOL01" where the lowest byte comes first

/// All numbers of a report.
template <class Report>
auto numbers_of(Report& r) {
  return std::tie(r.cells, r.cell_m, r.finest_cell_m, r.divided_cubes, r.nodes, r.tetrahedra,
                  r.all_on_boundary, r.least_dihedral_deg, r.greatest_dihedral_deg, r.volume_m3,
                  r.mesh_volume_m3, r.lost_volume, r.diagonal_m, r.largest_deviation_m, r.mean_deviation_m,
                  r.pieces, r.lost_pieces, r.parted_nodes, r.advised_cells);
}

template <class Corners>
bool all_below(std::span<const Corners> items, std::size_t count) {
  return std::all_of(items.begin(), items.end(), [count](const Corners& corners) {
    return std::all_of(corners.begin(), corners.end(), [count](std::uint32_t i) { return i < count; });
  });
}

/// Whether all numbers of nodes and vertices are of something.
bool refers_to_itself(const StuffedSolid& solid) {
  const std::size_t nodes = solid.mesh.nodes.size();
  return all_below<Tetrahedron>(solid.mesh.tetrahedra, nodes) &&
         all_below<Triangle>(solid.surface.triangles, solid.node_of_vertex.size()) &&
         std::all_of(solid.node_of_vertex.begin(), solid.node_of_vertex.end(),
                     [nodes](std::uint32_t node) { return node < nodes; });
}

} // namespace

SolidKey solid_key(const TriangleMesh& closed, const StuffingOptions& options) {
  SolidKey key{1, 2};
  for (std::uint64_t& hash : key) {
    hash = hash_bytes(LAMINA_VERSION, hash);
    for (const int number : {stuffing_version, options.cells, options.finer_levels})
      hash = hash_word(static_cast<std::uint64_t>(number), hash);
    hash = hash_bytes(bytes_of(closed.vertices), hash);
    hash = hash_bytes(bytes_of(closed.triangles), hash);
  }
  return key;
}

std::string solid_bytes(const StuffedSolid& solid, const SolidKey& key) {
  std::string bytes = begin_bytes(solid_magic, key);
  for (const std::uint64_t count : {solid.mesh.nodes.size(), solid.mesh.tetrahedra.size(),
                                    solid.surface.triangles.size(), solid.node_of_vertex.size()})
    append_word(count, bytes);
  std::apply([&bytes](const auto&... numbers) { (append_word(numbers, bytes), ...); },
             numbers_of(solid.report));
  bytes += bytes_of(solid.mesh.nodes);
  bytes += bytes_of(solid.mesh.tetrahedra);
  bytes += bytes_of(solid.surface.triangles);
  bytes += bytes_of(solid.node_of_vertex);
  seal_bytes(bytes);
  return bytes;
}

std::optional<StuffedSolid> solid_from(std::string_view bytes, const SolidKey& key) {
  const std::optional<std::string_view> content = content_of(bytes, solid_magic, key);
  if (!content)
    return std::nullopt;
  WordReader reader(*content);
  std::uint64_t nodes = 0, tetrahedra = 0, triangles = 0, vertices = 0;
  for (std::uint64_t* word : {&nodes, &tetrahedra, &triangles, &vertices})
    reader.word(*word);
  StuffedSolid solid;
  std::apply([&reader](auto&... numbers) { (reader.word(numbers), ...); }, numbers_of(solid.report));
  reader.items(nodes, solid.mesh.nodes);
  reader.items(tetrahedra, solid.mesh.tetrahedra);
  reader.items(triangles, solid.surface.triangles);
  reader.items(vertices, solid.node_of_vertex);
  if (!reader.ended_well() || !refers_to_itself(solid))
    return std::nullopt;
  for (const std::uint32_t node : solid.node_of_vertex)
    solid.surface.vertices.push_back(solid.mesh.nodes[node]);
  return solid;
}

} // namespace lamina
