#pragma once

#include "core/base/word_bytes.h"
#include "core/field/body_field.h"
#include "core/math/rigid_pose.h"
#include "core/mesh/nearest_triangle.h"
#include "core/settings/settings.h"
#include "core/shape/surface.h"

#include <map>
#include <memory>

namespace lamina::distancefield {

/// What a field is made of: the surface of a body at rest, in the frame of its mesh.
struct RestMesh {
  std::shared_ptr<const std::vector<Vec3>> positions; ///< m; null where there is none
  std::shared_ptr<const std::vector<Triangle>> triangles;
  std::uint64_t topology = 0;
  bool balanced = false;
  int winding_at_infinity = 0;

  /// Of a rigid body; without positions of one that deforms.
  static RestMesh of(const Surface& surface);
};

/// The field of a surface at rest, in the frame of its mesh, and the surface itself. Bodies of the same mesh
/// share one.
class RestField {
public:
  /// The mesh has positions and triangles.
  RestField(const RestMesh& mesh, const DistanceFieldSettings& settings, int threads);

  const field::BodyField& field() const { return field_; }
  const NearestTriangle& nearest() const { return nearest_; } ///< of the surface's triangles

private:
  TriangleMesh mesh_;
  NearestTriangle nearest_;
  field::BodyField field_;
};

/// A point of the world (m) in the frame of a field that lies there.
Vec3 in_field(const RigidPose& place, const Vec3& point);
/// What a field that lies there says about a point of the world; its gradient is in the world too.
field::FieldValue value_at(const RestField& rest, const RigidPose& place, const Vec3& point);

/// Hands out fields, and makes each once while somebody holds it. Surfaces are told apart by their bits.
class RestFields {
public:
  /// Null for a mesh without positions or triangles, or with corners that do not exist. Throws what
  /// field::make_body_field does.
  std::shared_ptr<const RestField> of(const RestMesh& mesh, const DistanceFieldSettings& settings,
                                      int threads);

private:
  std::map<FileKey, std::weak_ptr<const RestField>> known_;
};

/// The field of one surface, asked for again only where its mesh or the settings have changed.
class KeptField {
public:
  /// As RestFields::of.
  const std::shared_ptr<const RestField>& of(const RestMesh& mesh, const DistanceFieldSettings& settings,
                                             RestFields& fields, int threads);
  const std::shared_ptr<const RestField>& get() const { return field_; }

private:
  RestMesh mesh_; ///< that it is of
  DistanceFieldSettings settings_;
  std::shared_ptr<const RestField> field_;
};

} // namespace lamina::distancefield
