#pragma once

#include "core/contact/detection_request.h"
#include "core/shape/surface.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lamina::ldi {

/// Lists pairs of many triangles, which are taken one by one with all threads for each, and smaller pairs,
/// which are taken side by side, each by one thread that keeps what it touches close.
void sort_by_size(std::span<const Surface* const> surfaces, std::span<const BodyPair> pairs, int threads,
                  std::vector<std::size_t>& large, std::vector<std::size_t>& small);

} // namespace lamina::ldi
