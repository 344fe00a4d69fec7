#include "core/mesh/meshlets.h"

#include <algorithm>
#include <numeric>

namespace lamina {

namespace {

/// Triangles in a meshlet of a small and of a large mesh.
constexpr std::size_t smallest_meshlet = 16, largest_meshlet = 192;

/// Reorders the triangles so that each group of neighbours is contiguous, and visits the groups in order.
class Splitter {
public:
  Splitter(std::span<const Triangle> triangles, const VertexPositions& positions, std::size_t largest)
      : triangles_(triangles), positions_(positions),
        largest_(std::clamp<std::size_t>(largest, 1, Meshlets::most_triangles)), seen_(positions.size(), 0) {}

  template <class Visit>
  void split(const TriangleIndices& triangles, const Visit& visit) {
    if (triangles.size() > 0 && triangles.size() <= largest_) {
      members_.assign(triangles.begin(), triangles.end());
      if (count_vertices(members_) <= Meshlets::most_vertices) {
        visit(std::span<const std::uint32_t>(members_));
        return;
      }
    }
    items_.clear();
    for (const std::uint32_t i : triangles) {
      const Triangle& t = triangles_[i];
      items_.push_back({(positions_[t[0]] + positions_[t[1]] + positions_[t[2]]) / 3, i});
    }
    if (!items_.empty())
      split(items_, visit);
  }

private:
  struct Item {
    Vec3 centroid;
    std::uint32_t triangle;
  };

  template <class Visit>
  void split(std::span<Item> part, const Visit& visit) {
    if (part.size() <= largest_) {
      members_.clear();
      for (const Item& item : part)
        members_.push_back(item.triangle);
      if (count_vertices(members_) <= Meshlets::most_vertices) {
        std::sort(members_.begin(), members_.end());
        visit(std::span<const std::uint32_t>(members_));
        return;
      }
    }
    Box box;
    for (const Item& item : part)
      box.include(item.centroid);
    int axis = 0;
    box.size().maxCoeff(&axis);
    const std::size_t middle = middle_of(part.size());
    std::nth_element(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(middle), part.end(),
                     [axis](const Item& p, const Item& q) {
                       const double at_p = p.centroid[axis], at_q = q.centroid[axis];
                       return at_p != at_q ? at_p < at_q : p.triangle < q.triangle;
                     });
    split(part.first(middle), visit);
    split(part.subspan(middle), visit);
  }

  /// Of many triangles whole groups go to the lower half, so that few groups are left half empty.
  std::size_t middle_of(std::size_t count) const {
    return count <= largest_ ? count / 2 : (count / 2 + largest_ - 1) / largest_ * largest_;
  }

  std::size_t count_vertices(std::span<const std::uint32_t> part) {
    ++round_;
    std::size_t count = 0;
    for (const std::uint32_t triangle : part)
      for (const std::uint32_t vertex : triangles_[triangle]) {
        count += seen_[vertex] != round_;
        seen_[vertex] = round_;
      }
    return count;
  }

  std::span<const Triangle> triangles_;
  VertexPositions positions_;
  std::size_t largest_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> members_; ///< of the group that is visited
  std::vector<std::uint32_t> seen_;    ///< per vertex: the round that counted it last
  std::uint32_t round_ = 0;
};

/// The vertices in the order in which triangles use them, then those that none uses.
std::vector<std::uint32_t> first_used(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles) {
  std::vector<std::uint32_t> vertices;
  vertices.reserve(mesh.vertices.size());
  std::vector<bool> listed(mesh.vertices.size(), false);
  const auto list = [&](std::uint32_t vertex) {
    if (!listed[vertex])
      vertices.push_back(vertex);
    listed[vertex] = true;
  };
  for (const std::uint32_t t : triangles)
    for (const std::uint32_t vertex : mesh.triangles[t])
      list(vertex);
  for (std::uint32_t vertex = 0; vertex < listed.size(); ++vertex)
    list(vertex);
  return vertices;
}

void rearrange(TriangleMesh& mesh, const MeshletOrder& before) {
  std::vector<Vec3> vertices;
  vertices.reserve(before.vertices.size());
  std::vector<std::uint32_t> place(before.vertices.size());
  for (const std::uint32_t vertex : before.vertices) {
    place[vertex] = static_cast<std::uint32_t>(vertices.size());
    vertices.push_back(mesh.vertices[vertex]);
  }
  std::vector<Triangle> triangles;
  triangles.reserve(before.triangles.size());
  for (const std::uint32_t i : before.triangles) {
    const Triangle& t = mesh.triangles[i];
    triangles.push_back({place[t[0]], place[t[1]], place[t[2]]});
  }
  mesh.vertices = std::move(vertices);
  mesh.triangles = std::move(triangles);
}

} // namespace

std::size_t Meshlets::largest_of(std::size_t triangles) {
  return std::clamp(triangles / 256, smallest_meshlet, largest_meshlet);
}

Meshlets::Meshlets(const TriangleMesh& mesh)
    : Meshlets(mesh.triangles, mesh.vertices, largest_of(mesh.triangles.size())) {}

Meshlets::Meshlets(std::span<const Triangle> triangles, const VertexPositions& positions,
                   std::size_t largest) {
  Places places(positions.size(), unplaced);
  Splitter(triangles, positions, largest)
      .split({nullptr, 0, triangles.size()},
             [&](std::span<const std::uint32_t> members) { add(triangles, members, places); });
  finish();
}

Meshlets::Meshlets(const TriangleMesh& mesh, const Meshlets& first) {
  Places places(mesh.vertices.size(), unplaced);
  Splitter splitter(mesh.triangles, mesh.vertices, largest_of(mesh.triangles.size()));
  const auto visit = [&](std::span<const std::uint32_t> members) { add(mesh.triangles, members, places); };
  std::uint32_t behind = 0;
  for (std::size_t m = 0; m < first.size(); behind = first.ends_[m++].triangle)
    splitter.split(first.triangles(m), visit);
  splitter.split({nullptr, behind, mesh.triangles.size() - behind}, visit);
  finish();
}

void Meshlets::finish() {
  for (std::vector<std::uint8_t>& corners : corners_)
    corners.resize(corners.size() + readable_behind);
  const auto last = std::max_element(vertices_.begin(), vertices_.end());
  std::vector<bool> used(last == vertices_.end() ? 0 : std::size_t{*last} + 1);
  for (const std::uint32_t vertex : vertices_)
    used[vertex] = true;
  vertices_from_first_ = std::find(used.begin(), used.end(), false) == used.end() ? used.size() : 0;
  if (!vertices_.empty())
    vertices_.resize(vertices_.size() + readable_behind, vertices_.front());
}

Meshlets Meshlets::in_order(TriangleMesh& mesh, MeshletOrder& before) {
  Meshlets found(mesh);
  before.triangles = std::move(found.triangles_);
  before.vertices = first_used(mesh, before.triangles);
  rearrange(mesh, before);

  Meshlets ordered;
  Places places(mesh.vertices.size(), unplaced);
  std::vector<std::uint32_t> members;
  std::uint32_t begin = 0;
  for (const End& end : found.ends_) {
    members.resize(end.triangle - begin);
    std::iota(members.begin(), members.end(), begin);
    ordered.add(mesh.triangles, members, places);
    begin = end.triangle;
  }
  ordered.finish();
  ordered.triangles_ = {};
  return ordered;
}

void Meshlets::add(std::span<const Triangle> triangles, std::span<const std::uint32_t> members,
                   Places& places) {
  const std::size_t first = vertices_.size();
  for (const std::uint32_t i : members) {
    triangles_.push_back(i);
    for (const std::uint32_t vertex : triangles[i]) {
      if (places[vertex] == unplaced)
        vertices_.push_back(vertex);
      places[vertex] = 0;
    }
  }
  std::sort(vertices_.begin() + static_cast<std::ptrdiff_t>(first), vertices_.end());
  for (std::size_t v = first; v < vertices_.size(); ++v)
    places[vertices_[v]] = static_cast<std::uint32_t>(v - first);
  for (const std::uint32_t i : members)
    for (std::size_t k = 0; k < 3; ++k)
      corners_[k].push_back(static_cast<std::uint8_t>(places[triangles[i][k]]));
  for (std::size_t v = first; v < vertices_.size(); ++v)
    places[vertices_[v]] = unplaced;
  std::size_t apart = vertices_.size() - 1;
  while (apart > first && vertices_[apart - 1] + 1 == vertices_[apart])
    --apart;
  ends_.push_back({static_cast<std::uint32_t>(triangles_.size()),
                   static_cast<std::uint32_t>(vertices_.size()), static_cast<std::uint32_t>(apart - first)});
}

} // namespace lamina
