#pragma once

#include "core/contact/distancefield/rest_field.h"
#include "core/contact/evidence.h"

#include <memory>
#include <vector>

namespace lamina {

/// A body's field where the body lies now.
struct PlacedField {
  std::shared_ptr<const distancefield::RestField> rest; ///< null for a body without one
  RigidPose place{};                                    ///< of the field's frame in the world
  Box bounds;                                           ///< of the surface, world, m

  /// What the field says about a point of the world; gradient in the world too. Needs `rest`.
  field::FieldValue at(const Vec3& point) const { return distancefield::value_at(*rest, place, point); }
};

/// The fields that method distancefield asks, for pictures (ContactMethod::show_search).
class FieldSearch : public EvidenceOf<FieldSearch> {
public:
  std::vector<PlacedField> fields; ///< by body

  void clear() override { fields.clear(); }
  std::unique_ptr<Evidence> summary() const override { return std::make_unique<FieldSearch>(); }
};

} // namespace lamina
