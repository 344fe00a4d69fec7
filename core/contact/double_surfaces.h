#pragma once

#include "core/shape/surface.h"

#include <span>
#include <vector>

namespace lamina {

/// Surfaces for methods that work in double precision only: those whose positions are kept in single
/// precision are copied, the others taken as they are. Memory is kept from step to step.
class DoubleSurfaces {
public:
  /// As many as were given, in their order; valid until the next call, and while the given ones stay.
  std::span<const Surface* const> of(std::span<const Surface* const> surfaces);

private:
  std::vector<Surface> copies_; ///< by surface; empty where the given one is taken
  std::vector<const Surface*> pointers_;
};

} // namespace lamina
