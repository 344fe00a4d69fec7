#pragma once

#include "core/contact/contact.h"
#include "core/contact/ldi/vertices/vertex_surface.h"
#include "core/contact/ldi/vertices/way_out.h"
#include "core/contact/point_evidence.h"

namespace lamina::ldi {

/// Adds the contacts of the vertices of one side of a pair to its result, which was begun with points. A
/// depth shrinks as its vertex moves outwards, and grows as the place that it is joined to does.
class VertexContacts {
public:
  VertexContacts(const VertexSurface& own, std::uint8_t side, PairContacts& result);

  void make_room(std::size_t more);
  /// Of a vertex at `from`.
  void add(std::uint32_t vertex, const Vec3& from, const VertexWay& way, double area);

private:
  ContactPointPair point_of(std::uint32_t vertex, const Vec3& from, const VertexWay& way, double area) const;
  std::array<float, 2> barycentric_of(std::uint32_t vertex, std::uint32_t triangle) const;

  const VertexSurface& own_;
  std::uint8_t side_;
  PairContacts& result_;
  PointEvidence& points_;
};

} // namespace lamina::ldi
