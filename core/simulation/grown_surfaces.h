#pragma once

#include "core/body/body.h"

#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// Surfaces of rigid bodies that are a little too large, so that bodies which touch, and have no volume in
/// common, are found.
///
///          ┌─────────┐      Every point x is where 1 + s times its way from the centre c leads:
///          │ ┌─────┐ │
///          │ │  c  │ │      x ↦ c + (1 + s) (x − c)
///          │ └─────┘ │
///          └─────────┘      What is prescribed or deforms stays as it is (s = 0).
struct GrownSurfaces {
  std::vector<std::unique_ptr<Surface>> grown;
  std::vector<const Surface*> surfaces; ///< by body: one of those, or the body's own
  std::vector<double> share;            ///< s, by body
};

/// Grows bodies by about `distance` (m) on every side: s is 2 distance over the cube root of the volume.
GrownSurfaces grow_surfaces(std::span<const Body* const> bodies, double distance);

} // namespace lamina
