#pragma once

#include "core/contact/ldi/contacts/gradient.h"
#include "core/contact/ldi/image/columns.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// The rows of one direction's image that were walked.
struct WalkedRows {
  std::uint32_t pixels_in_row, first_row, axis;
  GradientUnits units; ///< of the direction
};

/// Adds intervals to the volume and gradient of the pair as a whole, without listing them. These sums are the
/// accumulators of F08, section 3.2. They serve pairs whose contact pixels nobody asks for, and have the same
/// bits as make_pixel_pairs and build_gradients (`whole`). Lengths are added to row_lengths (m, per row of
/// the image), and ends to the gradients of their body's vertices.
void sum_intervals(const ColumnSet& set, const WalkedRows& rows, std::vector<double>& row_lengths,
                   const std::array<VertexSums*, 2>& sums);

} // namespace lamina::ldi
