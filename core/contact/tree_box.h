#pragma once

#include "core/math/types.h"

#include <cstdint>

namespace lamina {

/// A box of the tree that a method searches a body's surface with (ContactMethod::tree_boxes).
struct TreeBox {
  std::uint32_t body;
  Box box; ///< world, m
};

} // namespace lamina
