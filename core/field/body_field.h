#pragma once

#include "core/field/octree_field.h"

#include <optional>
#include <utility>
#include <variant>

namespace lamina::field {

/// How the field of a body is made, and what it is kept in.
struct BodyFieldOptions {
  FieldOptions grid;
  std::optional<OctreeOptions> octree; ///< nothing: the grid itself
};

/// The field of a body: a grid or an octree, asked in the same way. Which one it is costs a comparison a
/// point.
class BodyField {
public:
  BodyField() = default; ///< of nothing: all is outside
  explicit BodyField(DistanceField grid) : form_(std::move(grid)) {}
  explicit BodyField(OctreeField octree) : form_(std::move(octree)) {}

  FieldValue at(const Vec3& point) const {
    const DistanceField* const grid = std::get_if<DistanceField>(&form_);
    return grid ? grid->at(point) : std::get_if<OctreeField>(&form_)->at(point);
  }
  /// Side of the smallest cells, m.
  double cell() const {
    return std::visit([](const auto& form) { return form.cell(); }, form_);
  }
  /// Half width, m.
  double band() const {
    return std::visit([](const auto& form) { return form.band(); }, form_);
  }
  /// Of memory.
  std::size_t bytes() const {
    return std::visit([](const auto& form) { return form.bytes(); }, form_);
  }
  /// Null where it is an octree, and where it is a grid.
  const DistanceField* grid() const { return std::get_if<DistanceField>(&form_); }
  const OctreeField* octree() const { return std::get_if<OctreeField>(&form_); }
  bool operator==(const BodyField&) const = default;

private:
  std::variant<DistanceField, OctreeField> form_;
};

/// Makes the field. Throws what make_field() and make_octree() do.
BodyField make_body_field(const FieldSurface& surface, const BodyFieldOptions& options);

} // namespace lamina::field
