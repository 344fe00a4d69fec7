#pragma once

#include "core/contact/contact.h"
#include "core/contact/point_evidence.h"
#include "core/contact/tetdistance/depth_in_tet.h"
#include "core/contact/tetdistance/edge_search.h"
#include "core/contact/tetdistance/tet_body.h"
#include "core/contact/tetrahedra/tet_hash.h"

#include <span>

namespace lamina::tetdistance {

/// Makes the contacts of one pair from what lies in tetrahedra, one side after the other. In self-contact
/// both bodies are the same, and there is side 0 alone.
///
/// Areas: a vertex or edge stands for its share of the surface, as far as that looks along the push. Where
/// both bodies receive, vertices and edges of both look at the same place. Each counts by how finely it
/// samples there, so that the areas of a face add up to the true one once: f = s_other / (s_own + s_other),
/// with s the mean area of the triangles around that look along the push.
class PairContactsMaker {
public:
  PairContactsMaker(const TetBody& a, const TetBody& b, bool self, TetReaction reaction,
                    PairContacts& result);

  /// Points of one side that lie in tetrahedra of the other, by point. Of one that is in several, on a face
  /// between them, the first counts: depth is the same.
  void add_points(std::span<const tetrahedra::PointInTet> found);
  /// Pieces of edges of one side, by edge and along it. Pieces that are pushed about the same way make one
  /// contact: depth is linear within a tetrahedron, so that φ = ∫ d̃ ds along the edge, whatever tetrahedra it
  /// crosses, and contacts do not depend on how finely these divide it. Where the way turns, as at the medial
  /// axis, another contact begins: else both pushes would cancel.
  void add_edges(std::uint32_t side, std::span<const EdgePiece> found);

private:
  /// Pieces of one edge, added up.
  struct Stretch {
    double length = 0;                                         ///< m
    double measure = 0;                                        ///< φ, m²
    Vec3 push = Vec3::Zero();                                  ///< ∫ ∇d ds, m
    std::array<Vec3, 2> at_end = {Vec3::Zero(), Vec3::Zero()}; ///< its parts at both vertices, m
    double centre = 0;                                         ///< of φ along the edge, times φ
    double greatest = -1;                                      ///< φ of the piece that has the most of it
    Vec3 middle = Vec3::Zero();                                ///< of that piece
    std::uint32_t tetrahedron = 0;                             ///< of that piece
  };

  const TetBody& own(std::uint32_t side) const { return *bodies_[side]; }
  const TetBody& other(std::uint32_t side) const { return *bodies_[self_ ? 0 : 1 - side]; }
  void add_point(const tetrahedra::PointInTet& found);
  bool any_is_deep(std::uint32_t side, std::span<const EdgePiece> pieces) const;
  void add_piece(std::uint32_t side, const SurfaceEdge& edge, const EdgePiece& piece, Stretch& stretch);
  void finish_stretch(std::uint32_t side, const SurfaceEdge& edge, Stretch& stretch);
  double share(std::uint32_t side, double own_scale, const Closest& closest, const Vec3& direction) const;
  double rest_overlap(std::uint32_t side, std::uint32_t vertex) const;
  void add_gradient(std::uint32_t side, Contact& contact);
  void add_contact(std::uint32_t side, Contact contact, const Vec3& normal, const Vec3& place,
                   const OnSurface& on_own, const Closest& closest);

  std::array<const TetBody*, 2> bodies_;
  bool self_;
  TetReaction reaction_;
  PairContacts& result_;
  PointEvidence& points_;
  std::vector<VertexGradient> at_vertices_; ///< of the contact that is being made, on the body that is pushed
  std::vector<AtNode> at_nodes_;            ///< and on the nodes of the other one
};

} // namespace lamina::tetdistance
