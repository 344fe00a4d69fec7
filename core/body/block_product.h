#pragma once

#include "core/math/symmetric_blocks.h"

#include <span>

namespace lamina {

// By vectors of four numbers, where the processor has them; the same bits everywhere.

/// y += (M + factor · A) x, M diagonal with `masses`, one a block; x and y have three numbers a block. The
/// bits are those of adding M x, then SymmetricBlocks::add_product().
void add_block_product(const SymmetricBlocks& matrix, std::span<const double> masses, double factor,
                       const double* x, double* y);

/// y = B x, B with these blocks on its diagonal and nothing else; x and y may not overlap. The third row of a
/// block adds its last two products first, the others their first two, as Eigen does where two numbers are
/// added at once.
void multiply_blocks(std::span<const Mat3> blocks, const double* x, double* y);

} // namespace lamina
