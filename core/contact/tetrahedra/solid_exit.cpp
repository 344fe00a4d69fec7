#include "core/contact/tetrahedra/solid_exit.h"

#include "core/mesh/tet_faces.h"

namespace lamina::tetrahedra {

namespace {

constexpr std::size_t no_face = 4;
/// Rounding may lead a way around an edge for ever.
constexpr int most_crossings = 4096;

struct NumberedFace {
  Triangle nodes; ///< rising
  std::uint32_t triangle;
};

/// The triangles of a surface by their nodes.
std::vector<NumberedFace> faces_by_nodes(std::span<const Triangle> triangles,
                                         std::span<const std::uint32_t> node_of_vertex) {
  std::vector<NumberedFace> faces;
  faces.reserve(triangles.size());
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    Triangle nodes = triangles[i];
    for (std::uint32_t& node : nodes)
      node = node_of_vertex[node];
    std::sort(nodes.begin(), nodes.end());
    faces.push_back({nodes, i});
  }
  std::sort(faces.begin(), faces.end(),
            [](const NumberedFace& p, const NumberedFace& q) { return p.nodes < q.nodes; });
  return faces;
}

/// The face through which a way from one place to another leaves a tetrahedron first, and after which share
/// of the way.
struct Crossing {
  std::size_t side = no_face;
  double share = 1;
};

Crossing first_crossing(const TetWeights& from, const TetWeights& to, std::size_t entered) {
  Crossing first;
  for (std::size_t side = 0; side < 4; ++side) {
    if (side == entered || to[side] >= 0)
      continue;
    const double before = std::max(from[side], 0.0), share = before / (before - to[side]);
    if (first.side == no_face || share < first.share)
      first = {side, share};
  }
  return first;
}

SolidExit exit_at(const Tetrahedron& t, const Crossing& crossing, std::uint32_t triangle,
                  const TetWeights& from, const TetWeights& to, std::span<const Vec3> nodes) {
  SolidExit exit{triangle, {}, {}, Vec3::Zero()};
  double sum = 0;
  for (std::size_t k = 0, at = 0; k < 4; ++k) {
    if (k == crossing.side)
      continue;
    exit.nodes[at] = t[k];
    exit.weights[at] = std::max(from[k] + crossing.share * (to[k] - from[k]), 0.0);
    sum += exit.weights[at++];
  }
  for (std::size_t k = 0; k < 3; ++k) {
    exit.weights[k] /= sum;
    exit.position += exit.weights[k] * nodes[exit.nodes[k]];
  }
  return exit;
}

} // namespace

SolidFaces::SolidFaces(std::span<const Tetrahedron> tetrahedra, std::size_t nodes,
                       std::span<const Triangle> triangles, std::span<const std::uint32_t> node_of_vertex)
    : beyond_(tetrahedra.size()) {
  const std::vector<NumberedFace> surface = faces_by_nodes(triangles, node_of_vertex);
  const FaceTable faces(tetrahedra, nodes);
  for (std::size_t face = 0; face < faces.size(); ++face) {
    const std::span<const FaceUse> uses = faces.uses(face);
    if (uses.size() == 2) {
      for (std::size_t k = 0; k < 2; ++k)
        beyond_[uses[k].tetrahedron][uses[k].side] = {uses[1 - k].tetrahedron, Beyond::What::tetrahedron};
      continue;
    }
    const auto found = std::lower_bound(surface.begin(), surface.end(), uses[0].nodes,
                                        [](const NumberedFace& p, const Triangle& q) { return p.nodes < q; });
    if (uses.size() == 1 && found != surface.end() && found->nodes == uses[0].nodes)
      beyond_[uses[0].tetrahedron][uses[0].side] = {found->triangle, Beyond::What::triangle};
  }
}

SolidWay follow_way(std::span<const Vec3> nodes, std::span<const Tetrahedron> tetrahedra,
                    const SolidFaces& faces, std::uint32_t start, const Vec3& from, const Vec3& to) {
  using What = SolidFaces::Beyond::What;
  if (!to.allFinite())
    return {};
  std::uint32_t at = start;
  std::size_t entered = no_face;
  for (int step = 0; step < most_crossings; ++step) {
    const TetFrame frame(nodes, tetrahedra[at]);
    if (!frame.usable())
      return {};
    const TetWeights of_from = frame.weights(from), of_to = frame.weights(to);
    const Crossing crossing = first_crossing(of_from, of_to, entered);
    if (crossing.side == no_face)
      return {.exit = {}, .end = at};
    const SolidFaces::Beyond& beyond = faces.beyond(at, crossing.side);
    if (beyond.what == What::triangle)
      return {.exit = exit_at(tetrahedra[at], crossing, beyond.number, of_from, of_to, nodes), .end = {}};
    if (beyond.what == What::nothing)
      return {};
    for (entered = 0; entered < 4; ++entered)
      if (const auto& back = faces.beyond(beyond.number, entered);
          back.what == What::tetrahedron && back.number == at)
        break;
    at = beyond.number;
  }
  return {};
}

} // namespace lamina::tetrahedra
