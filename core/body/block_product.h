#pragma once

#include "core/math/symmetric_blocks.h"

#include <span>

namespace lamina {

// By vectors of four numbers, where the processor has them; the same bits everywhere.

/// y += (M + factor · A) x, M diagonal with `masses`, one a block; x and y have three numbers a block. The
/// bits are those of adding M x, then SymmetricBlocks::add_product().
void add_block_product(const SymmetricBlocks& matrix, std::span<const double> masses, double factor,
                       const double* x, double* y);

/// y = B x, B with these blocks on its diagonal and nothing else; x and y may not overlap. Products of a row
/// are added in order.
void multiply_blocks(std::span<const Mat3> blocks, const double* x, double* y);

} // namespace lamina
