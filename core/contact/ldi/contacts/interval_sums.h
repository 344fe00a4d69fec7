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

/// Adds the intervals that walks found to the volume and the gradient of the pair as a whole (F08 section
/// 3.2, whose accumulators these sums are), without listing them: for pairs whose contact pixels nobody asks
/// for. The sums are those of make_pixel_pairs and build_gradients (`whole`), bit for bit. Lengths go to
/// row_lengths (m, per row of the image), what the ends add to the gradients to the vertices of their body.
void sum_intervals(const ColumnSet& set, const WalkedRows& rows, std::vector<double>& row_lengths,
                   const std::array<VertexSums*, 2>& sums);

} // namespace lamina::ldi
