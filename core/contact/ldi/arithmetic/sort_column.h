#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/fragment.h"

#include <cstdint>

namespace lamina::ldi {

/// Columns of more crossings are sorted as a heap.
inline constexpr std::uint32_t short_column = 32;

// Shared text stands between what opens and what closes it.
// clang-format off
#include "core/contact/ldi/arithmetic/shared/begin.h"
#include "core/contact/ldi/arithmetic/shared/sort.glsl"
#include "core/contact/ldi/arithmetic/shared/end.h"
// clang-format on

} // namespace lamina::ldi
