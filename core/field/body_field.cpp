#include "core/field/body_field.h"

namespace lamina::field {

BodyField make_body_field(const FieldSurface& surface, const BodyFieldOptions& options) {
  return options.octree ? BodyField(make_octree(surface, options.grid, *options.octree))
                        : BodyField(make_field(surface, options.grid));
}

} // namespace lamina::field
