#include "core/body/body_shapes.h"

namespace lamina {

CollisionShapes BodyShapes::of(std::span<const Surface* const> surfaces, std::span<const Body* const> bodies,
                               const ShapeParts& parts) {
  solids_.clear();
  rest_.clear();
  for (const Body* body : bodies) {
    if (parts.solid || parts.deformation)
      solids_.push_back(body->solid());
    if (parts.rest || parts.deformation)
      rest_.push_back(body->rest_surface());
  }
  return {surfaces, solids_, rest_};
}

std::string missing_part(const Body& body, const ShapeParts& parts) {
  if (!parts.solid)
    return "";
  const Solid solid = body.solid();
  if (parts.conforming && !solid.conforms())
    return "tetrahedra that end at its surface";
  return solid.tetrahedra.empty() ? "tetrahedra" : "";
}

} // namespace lamina
