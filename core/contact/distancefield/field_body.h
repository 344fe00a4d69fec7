#pragma once

#include "core/contact/distancefield/rest_field.h"
#include "core/contact/distancefield/rest_places.h"
#include "core/contact/point_contact.h"
#include "core/contact/proximity/features.h"
#include "core/contact/vertex_fans.h"

#include <memory>
#include <vector>

namespace lamina::distancefield {

/// How a body that deforms lies about its rest; nothing of others.
struct Deformed {
  RestSurface rest;
  Solid solid; ///< that carries the surface; without Solid::at_rest it says nothing
};

/// What the method needs of one body, kept from step to step. A rigid body has a field. One that deforms has
/// the field of its rest, if a solid carries it, and otherwise points alone.
class FieldBody {
public:
  /// What is pointed to stays while this is used. Throws what field::make_body_field does.
  void update(const Surface& surface, const Deformed& deformed, const DistanceFieldSettings& settings,
              RestFields& fields, int threads);

  const Surface& surface() const { return *surface_; }
  const Vec3& position(std::uint32_t vertex) const { return surface_->positions[vertex]; }
  const Triangle& triangle(std::uint32_t index) const { return (*triangles_)[index]; }
  std::size_t triangle_count() const { return triangles_->size(); }
  const VertexFans& fans() const { return fans_; }
  const std::vector<proximity::Edge>& edges() const { return features_->edges(); }
  double longest_edge() const { return longest_edge_; } ///< m
  /// Surface that is seen from outside against a unit direction, m²: of a vertex, and of a triangle.
  double area_along(std::uint32_t vertex, const Vec3& direction) const {
    return fans_.area_along(vertex, surface_->positions, direction);
  }
  double face_area_along(std::uint32_t triangle, const Vec3& direction) const;

  /// Of corners that do not exist there is none.
  bool has_field() const { return rest() != nullptr && !triangles_->empty(); }
  const std::shared_ptr<const RestField>& rest() const { return field_.get(); }
  double cell() const { return rest()->field().cell(); }
  /// The field at a point of the world; its gradient is in the world too.
  field::FieldValue at(const Vec3& point) const {
    return deforms_ ? value_at(*rest(), places_, point, reach_) : value_at(*rest(), surface_->place, point);
  }
  /// The point of the surface that a point at this distance (m) is pushed to along a unit direction. It lies
  /// on the line along the direction, so that both forces do, unless the surface there is too steep.
  SurfacePoint foot(const Vec3& point, double distance, const Vec3& direction) const;

private:
  RestMesh take_rest(const Deformed& deformed);
  Vec3 rest_foot(const Vec3& point, double distance, const Vec3& direction) const;
  void take_topology();
  void find_longest_edge();

  const Surface* surface_ = nullptr;
  std::shared_ptr<const std::vector<Triangle>> triangles_;
  std::uint64_t topology_ = 0;
  VertexFans fans_;
  std::unique_ptr<const proximity::Features> features_;
  double longest_edge_ = 0;
  std::shared_ptr<const std::vector<Vec3>> rest_positions_; ///< that the longest edge was found of
  KeptField field_;                                         ///< null where there is none
  RestMesh rest_mesh_;                                      ///< of what deforms
  RestPlaces places_;                                       ///< of what deforms and has a field
  bool deforms_ = false;
  double reach_ = 0; ///< m: how far from what deforms its field is known
};

} // namespace lamina::distancefield
