#pragma once

#include "core/contact/distancefield/deepest_point.h"
#include "core/contact/distancefield/field_body.h"
#include "core/contact/distancefield/field_evidence.h"

#include <vector>

namespace lamina::distancefield {

/// The contacts of the points of one body in the field of another: of its vertices; of edges where they lie
/// deeper than their ends; and of triangles where they lie deeper than all of that.
///
///      ──╲───●───╱──         ───●───────●───      ● a vertex within
///         ╲     ╱               │ ✕   ✕ │         ✕ an edge across an edge, and inner points of triangles:
///          ╲─✕─╱             ───┼───────┼───        corners on corners of a stack lie at no depth
///
/// Kept from step to step for its memory.
class SidePoints {
public:
  /// Finds those of vertices. `other` has a field. `offset` (m): the distance that is kept.
  void find(const FieldBody& own, const FieldBody& other, double offset);
  /// Adds those within edges and triangles, after find(). `back`: the points of the other body in the field
  /// of this one, empty where there is none. Where a vertex of the other body is pushed out of the same
  /// place, nothing is added, so that a face does not count twice.
  void find_inner(const SidePoints& back);
  void clear(); ///< there are none
  /// Appends them to a result that was begun with points and FieldEvidence; `side` is whose points they are.
  void add_to(PairContacts& result, std::uint8_t side) const;

private:
  void ask_vertices();
  void push_vertices();
  void push_edges(const SidePoints& back);
  void push_edge(const proximity::Edge& edge, const SidePoints& back);
  void push_faces(const SidePoints& back);
  void push_face(std::uint32_t triangle, const SidePoints& back);
  template <class AreaAlong>
  bool push(const SurfacePoint& point, const field::FieldValue& value, const AreaAlong& area_along,
            const SidePoints* back);

  const FieldBody* own_ = nullptr;
  const FieldBody* other_ = nullptr;
  double offset_ = 0;
  FieldEvidence counts_;
  std::vector<field::FieldValue> values_; ///< by vertex; beyond the other's box a lower bound of the distance
  std::vector<double> lowest_;            ///< by triangle: of its corners and edges, m
  std::vector<std::uint8_t> is_pushed_;   ///< by vertex
  std::vector<PointContact> pushed_;      ///< without bodies
};

} // namespace lamina::distancefield
