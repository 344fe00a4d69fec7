#include "core/io/assemble.h"

#include "core/mesh/edges.h"
#include "core/mesh/union_find.h"
#include "core/mesh/weld.h"

#include <algorithm>

namespace lamina {

namespace {

/// For each object the group of objects whose open edges meet its own; returns how many groups there are.
std::size_t group_patches(const std::vector<Vec3>& vertices, const std::vector<FileObject>& objects,
                          std::vector<std::uint32_t>& group_of_object) {
  // All triangles in one table, on welded vertices.
  const std::vector<std::uint32_t> first = first_at_same_position(vertices);
  TriangleMesh all;
  all.vertices = vertices;
  std::vector<std::uint32_t> object_of_triangle;
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    for (const Triangle& t : objects[i].triangles) {
      const Triangle welded = {first[t[0]], first[t[1]], first[t[2]]};
      if (welded[0] == welded[1] || welded[1] == welded[2] || welded[2] == welded[0])
        continue;
      all.triangles.push_back(welded);
      object_of_triangle.push_back(i);
    }
  }
  const EdgeTable edges(all);

  // Uses are sorted by triangle, and so by object: an object that uses an edge once is open there.
  constexpr std::uint32_t nobody = 0xffffffffu;
  UnionFind groups(objects.size());
  std::vector<std::uint32_t> open_at(vertices.size(), nobody);
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    const auto object = [&](std::size_t i) { return object_of_triangle[uses[i].triangle]; };
    for (std::size_t i = 0; i < uses.size(); ++i) {
      const bool alone =
          (i == 0 || object(i - 1) != object(i)) && (i + 1 == uses.size() || object(i + 1) != object(i));
      if (!alone)
        continue;
      for (const std::uint32_t v : {uses[i].low, uses[i].high}) {
        if (open_at[v] != nobody)
          groups.unite(open_at[v], object(i));
        open_at[v] = object(i);
      }
    }
  }
  return groups.number(group_of_object);
}

/// Appends the vertices that one mesh shall have, marking each in `place` with its new index.
void take_vertices(const std::vector<Vec3>& vertices, std::vector<std::uint32_t>& wanted,
                   std::vector<std::uint32_t>& place, TriangleMesh& mesh) {
  for (const Triangle& t : mesh.triangles)
    wanted.insert(wanted.end(), t.begin(), t.end());
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  mesh.vertices.reserve(wanted.size());
  for (const std::uint32_t v : wanted) {
    place[v] = static_cast<std::uint32_t>(mesh.vertices.size());
    mesh.vertices.push_back(vertices[v]);
  }
  for (Triangle& t : mesh.triangles)
    for (std::uint32_t& v : t)
      v = place[v];
}

} // namespace

std::vector<TriangleMesh> assemble_objects(std::vector<Vec3> vertices, std::vector<FileObject> objects,
                                           std::vector<std::string>& notes) {
  std::vector<std::uint32_t> group_of_object(objects.size(), 0);
  const std::size_t groups =
      objects.size() < 2 ? objects.size() : group_patches(vertices, objects, group_of_object);
  if (groups < objects.size())
    notes.push_back(std::to_string(objects.size()) +
                    " objects meet along their open edges and were joined into " + std::to_string(groups) +
                    (groups == 1 ? " body" : " bodies"));

  // Vertices that nobody uses go to the object in whose section they stand.
  std::vector<bool> used(vertices.size(), false);
  std::vector<TriangleMesh> meshes(groups);
  std::vector<std::vector<std::uint32_t>> wanted(groups);
  for (const FileObject& object : objects)
    for (const Triangle& t : object.triangles)
      for (const std::uint32_t v : t)
        used[v] = true;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    TriangleMesh& mesh = meshes[group_of_object[i]];
    if (mesh.triangles.empty()) {
      mesh.name = objects[i].name;
      mesh.triangles = std::move(objects[i].triangles);
    } else {
      mesh.triangles.insert(mesh.triangles.end(), objects[i].triangles.begin(), objects[i].triangles.end());
      objects[i].triangles = {};
    }
    const std::size_t first = i == 0 ? 0 : objects[i].first_vertex;
    const std::size_t last = i + 1 < objects.size() ? objects[i + 1].first_vertex : vertices.size();
    for (std::size_t v = first; v < last; ++v)
      if (!used[v])
        wanted[group_of_object[i]].push_back(static_cast<std::uint32_t>(v));
  }
  if (groups == 1) {
    meshes[0].vertices = std::move(vertices);
    return meshes;
  }
  std::vector<std::uint32_t> place(vertices.size());
  for (std::size_t group = 0; group < groups; ++group)
    take_vertices(vertices, wanted[group], place, meshes[group]);
  return meshes;
}

} // namespace lamina
