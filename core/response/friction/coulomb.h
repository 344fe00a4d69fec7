#pragma once

namespace lamina {

/// Named as Highway names it for vectors, which coulomb-inl.h asks for.
inline double Max(double a, double b) {
  return a < b ? b : a;
}

#include "core/response/friction/coulomb-inl.h"

} // namespace lamina
