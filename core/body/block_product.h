#pragma once

#include "core/math/symmetric_blocks.h"

namespace lamina {

/// SymmetricBlocks::add_product() by vectors of four numbers, where the processor has them: the same bits.
void add_block_product(const SymmetricBlocks& matrix, double factor, const double* x, double* y);

} // namespace lamina
