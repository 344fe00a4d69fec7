#pragma once

#include "core/body/body.h"
#include "core/shape/collision_shapes.h"

#include <span>
#include <string>
#include <vector>

namespace lamina {

/// The parts of bodies that a method needs, as they are in one step. Memory is kept from step to step.
class BodyShapes {
public:
  /// Takes these parts of all bodies, whose surfaces come in the same order.
  CollisionShapes of(std::span<const Surface* const> surfaces, std::span<const Body* const> bodies,
                     const ShapeParts& parts);

private:
  std::vector<Solid> solids_;
  std::vector<RestSurface> rest_;
};

/// The name of a part that a body would need and has not, "tetrahedra"; empty if it has all.
std::string missing_part(const Body& body, const ShapeParts& parts);

/// Whether two bodies may meet, or one itself, if these lack a part.
inline bool may_meet(bool a_lacks, bool b_lacks, const ShapeParts& parts) {
  return parts.mixed ? !a_lacks || !b_lacks : !a_lacks && !b_lacks;
}

} // namespace lamina
