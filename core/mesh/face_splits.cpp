#include "core/mesh/face_splits.h"

#include "core/mesh/tet_faces.h"
#include "core/mesh/union_find.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace lamina {

TetNeighbours::TetNeighbours(const TetMesh& mesh) {
  across_.assign(4 * mesh.tetrahedra.size(), none);
  const FaceTable table(mesh);
  const auto half = [](const FaceUse& use) { return 4 * use.tetrahedron + use.side; };
  for (std::size_t f = 0; f < table.size(); ++f) {
    const auto uses = table.uses(f);
    if (uses.size() != 2)
      continue;
    across_[half(uses[0])] = half(uses[1]);
    across_[half(uses[1])] = half(uses[0]);
  }

  ends_.assign(mesh.nodes.size(), 0);
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const std::uint32_t node : t)
      ++ends_[node];
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  opposite_.resize(across_.size());
  std::vector<std::uint32_t> next(ends_.size(), 0);
  for (std::size_t n = 1; n < ends_.size(); ++n)
    next[n] = ends_[n - 1];
  for (std::uint32_t t = 0; t < mesh.tetrahedra.size(); ++t)
    for (std::uint32_t k = 0; k < 4; ++k)
      opposite_[next[mesh.tetrahedra[t][k]]++] = 4 * t + k;
  for (std::uint32_t half = 0; half < across_.size(); ++half)
    if (across_[half] == none)
      boundary_.push_back(half);
}

std::vector<std::uint8_t> TetNeighbours::mark(std::span<const std::uint32_t> faces) const {
  std::vector<std::uint8_t> marked(halves(), 0);
  for (const std::uint32_t face : faces)
    marked[face] = marked[across_[face]] = 1;
  return marked;
}

namespace {

/// The groups in which the tetrahedra at a node hang together by faces at this node.
class NodeGroups {
public:
  explicit NodeGroups(std::size_t tetrahedra) : place_(tetrahedra) {}

  std::size_t find(const TetNeighbours& neighbours, std::span<const std::uint8_t> split, std::uint32_t node) {
    const std::span<const std::uint32_t> around = neighbours.opposite(node);
    sets_.reset(around.size());
    for (std::uint32_t i = 0; i < around.size(); ++i)
      place_[around[i] / 4] = i;
    for (std::uint32_t i = 0; i < around.size(); ++i)
      for (std::uint32_t side = 0; side < 4; ++side) {
        const std::uint32_t half = (around[i] & ~3u) + side, other = neighbours.across(half);
        if (half == around[i] || other == TetNeighbours::none || split[half])
          continue;
        sets_.unite(i, place_[other / 4]); // at this node, too
      }
    return sets_.number(group_);
  }
  std::uint32_t of(std::size_t i) const { return group_[i]; } ///< by place in TetNeighbours::opposite

private:
  UnionFind sets_;
  std::vector<std::uint32_t> group_;
  std::vector<std::uint32_t> place_; ///< of tetrahedra at the last node, in TetNeighbours::opposite
};

/// Whether the two halves of a split face have different nodes.
bool is_open(const TetMesh& mesh, std::uint32_t half, std::uint32_t other) {
  const auto nodes = [&mesh](std::uint32_t of) {
    Triangle t = face_of(mesh.tetrahedra[of / 4], static_cast<int>(of % 4));
    std::sort(t.begin(), t.end());
    return t;
  };
  return nodes(half) != nodes(other);
}

} // namespace

namespace {

/// Splits a mesh along other faces, node by node: ascending, since their copies follow in this order.
class Splitting {
public:
  Splitting(const TetMesh& mesh, const TetNeighbours& neighbours, std::span<const std::uint32_t> faces,
            SplitSolid& solid)
      : neighbours_(neighbours), split_(neighbours.mark(faces)), solid_(solid),
        origin_before_(solid.origin.begin() + static_cast<std::ptrdiff_t>(mesh.nodes.size()),
                       solid.origin.end()),
        nodes_(static_cast<std::uint32_t>(mesh.nodes.size())), groups_(mesh.tetrahedra.size()) {
    change_.from.resize(nodes_);
    std::iota(change_.from.begin(), change_.from.end(), 0u);
    change_.same.assign(nodes_, 1);
    change_.to.resize(solid.origin.size());
    std::iota(change_.to.begin(), change_.to.end(), 0u);
    solid.origin.resize(nodes_);
  }

  /// `differing`: nodes of the mesh around which other faces are split, ascending.
  SplitChange change(std::span<const std::uint32_t> differing) {
    auto next = differing.begin();
    for (std::size_t copy = 0; copy < origin_before_.size() || next != differing.end();) {
      const bool differs =
          next != differing.end() && (copy == origin_before_.size() || *next <= origin_before_[copy]);
      const std::uint32_t node = differs ? *next++ : origin_before_[copy];
      const std::size_t first = copy;
      while (copy < origin_before_.size() && origin_before_[copy] == node)
        ++copy;
      if (differs)
        regroup(node);
      else
        keep(node, nodes_ + static_cast<std::uint32_t>(first), copy - first);
    }
    return std::move(change_);
  }

private:
  std::uint32_t& corner(std::uint32_t half) { return solid_.tetrahedra[half / 4][half % 4]; }

  void add_copies(std::uint32_t node, std::size_t count) {
    solid_.origin.resize(solid_.origin.size() + count, node);
    change_.from.resize(solid_.origin.size());
    change_.same.resize(solid_.origin.size(), 1);
  }

  /// The same copies, with other numbers.
  void keep(std::uint32_t node, std::uint32_t first_before, std::size_t count) {
    const auto first = static_cast<std::uint32_t>(solid_.origin.size());
    add_copies(node, count);
    for (std::uint32_t i = 0; i < count; ++i) {
      change_.from[first + i] = first_before + i;
      change_.to[first_before + i] = first + i;
    }
    if (first == first_before)
      return;
    for (const std::uint32_t half : neighbours_.opposite(node))
      if (std::uint32_t& now = corner(half); now != node)
        now += first - first_before;
  }

  void regroup(std::uint32_t node) {
    const std::size_t count = groups_.find(neighbours_, split_, node);
    const auto first = static_cast<std::uint32_t>(solid_.origin.size());
    add_copies(node, count - 1);
    const std::span<const std::uint32_t> around = neighbours_.opposite(node);
    before_.clear();
    for (const std::uint32_t half : around) {
      before_.push_back(corner(half));
      change_.to[before_.back()] = TetNeighbours::none;
    }
    for (std::size_t i = 0; i < around.size(); ++i) {
      const std::uint32_t now = groups_.of(i) == 0 ? node : first + groups_.of(i) - 1;
      corner(around[i]) = now;
      change_.from[now] = before_[i];
      change_.to[before_[i]] = std::min(change_.to[before_[i]], now);
    }
    for (std::size_t i = 0; i < around.size(); ++i)
      if (const std::uint32_t now = corner(around[i]), lowest = change_.to[before_[i]];
          now != lowest || change_.from[now] != before_[i])
        change_.same[now] = change_.same[lowest] = 0;
  }

  const TetNeighbours& neighbours_;
  const std::vector<std::uint8_t> split_;
  SplitSolid& solid_;
  const std::vector<std::uint32_t> origin_before_; ///< of the copies
  const std::uint32_t nodes_;                      ///< of the mesh
  NodeGroups groups_;
  std::vector<std::uint32_t> before_; ///< the nodes that the tetrahedra at the last node had
  SplitChange change_;
};

} // namespace

SplitSolid split_faces(const TetMesh& mesh, const TetNeighbours& neighbours,
                       std::span<const std::uint32_t> faces) {
  SplitSolid solid;
  solid.tetrahedra = mesh.tetrahedra;
  solid.origin.resize(mesh.nodes.size());
  std::iota(solid.origin.begin(), solid.origin.end(), 0u);
  split_otherwise(mesh, neighbours, {}, faces, solid);
  return solid;
}

SplitChange split_otherwise(const TetMesh& mesh, const TetNeighbours& neighbours,
                            std::span<const std::uint32_t> before, std::span<const std::uint32_t> faces,
                            SplitSolid& solid) {
  std::vector<std::uint32_t> other;
  std::set_symmetric_difference(before.begin(), before.end(), faces.begin(), faces.end(),
                                std::back_inserter(other));
  return Splitting(mesh, neighbours, faces, solid).change(nodes_of_faces(mesh.tetrahedra, other));
}

TriangleMesh split_surface(const TetMesh& rest, const TetNeighbours& neighbours,
                           std::span<const std::uint32_t> faces, std::vector<std::uint32_t>& node_of_vertex,
                           std::size_t& first_split) {
  TriangleMesh surface;
  surface.name = rest.name;
  const auto add = [&](std::uint32_t half) {
    surface.triangles.push_back(face_of(rest.tetrahedra[half / 4], static_cast<int>(half % 4)));
  };
  for (const std::uint32_t half : neighbours.boundary())
    add(half);
  first_split = surface.triangles.size();
  for (const std::uint32_t face : faces) {
    const std::uint32_t other = neighbours.across(face);
    if (!is_open(rest, face, other))
      continue;
    add(face);
    add(other);
  }
  number_vertices(rest, surface, node_of_vertex);
  return surface;
}

std::vector<std::uint32_t> tetrahedra_at(const TetNeighbours& neighbours,
                                         std::span<const Tetrahedron> tetrahedra,
                                         std::span<const std::uint32_t> origin,
                                         std::span<const std::uint32_t> nodes) {
  std::vector<std::uint32_t> found;
  if (nodes.empty())
    return found;
  std::vector<std::uint8_t> wanted(tetrahedra.size(), 0);
  for (const std::uint32_t node : nodes)
    neighbours.for_each_at(tetrahedra, origin[node], node, [&wanted](std::uint32_t t) { wanted[t] = 1; });
  for (std::uint32_t t = 0; t < wanted.size(); ++t)
    if (wanted[t])
      found.push_back(t);
  return found;
}

std::vector<std::uint32_t> nodes_of_faces(std::span<const Tetrahedron> tetrahedra,
                                          std::span<const std::uint32_t> faces) {
  std::vector<std::uint32_t> nodes;
  for (const std::uint32_t face : faces)
    for (const std::uint32_t node : face_of(tetrahedra[face / 4], static_cast<int>(face % 4)))
      nodes.push_back(node);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

namespace {

/// The piece numbers of find_tet_pieces(), by node; of nodes with tetrahedra.
std::size_t find_node_pieces(std::span<const Tetrahedron> tetrahedra, std::size_t nodes,
                             std::vector<std::uint32_t>& piece_of_node) {
  UnionFind sets(nodes);
  for (const Tetrahedron& t : tetrahedra) {
    std::uint32_t first = sets.find(t[0]);
    for (std::size_t k = 1; k < 4; ++k)
      first = sets.unite(first, t[k]);
  }
  const std::size_t pieces = sets.number(piece_of_node);
  // From the order of first nodes to that of first tetrahedra.
  std::vector<std::uint32_t> piece_of_set(pieces, TetNeighbours::none);
  std::uint32_t next = 0;
  for (std::size_t t = 0; next < pieces && t < tetrahedra.size(); ++t)
    if (std::uint32_t& piece = piece_of_set[piece_of_node[tetrahedra[t][0]]]; piece == TetNeighbours::none)
      piece = next++;
  for (std::uint32_t& piece : piece_of_node)
    piece = piece_of_set[piece];
  return next;
}

} // namespace

std::size_t find_tet_pieces(std::span<const Tetrahedron> tetrahedra, std::size_t nodes,
                            std::vector<std::uint32_t>& piece_of_tetrahedron) {
  std::vector<std::uint32_t> of_node;
  const std::size_t pieces = find_node_pieces(tetrahedra, nodes, of_node);
  piece_of_tetrahedron.clear();
  piece_of_tetrahedron.reserve(tetrahedra.size());
  for (const Tetrahedron& t : tetrahedra)
    piece_of_tetrahedron.push_back(of_node[t[0]]);
  return pieces;
}

std::shared_ptr<const std::vector<std::uint32_t>>
pieces_of_vertices(std::span<const Tetrahedron> tetrahedra, std::size_t nodes,
                   std::span<const std::uint32_t> node_of_vertex) {
  std::vector<std::uint32_t> of_node;
  if (find_node_pieces(tetrahedra, nodes, of_node) < 2)
    return nullptr;
  auto of_vertex = std::make_shared<std::vector<std::uint32_t>>();
  of_vertex->reserve(node_of_vertex.size());
  for (const std::uint32_t node : node_of_vertex)
    of_vertex->push_back(of_node[node]);
  return of_vertex;
}

} // namespace lamina
