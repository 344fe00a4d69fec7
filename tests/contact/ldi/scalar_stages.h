#pragma once

#include "core/contact/ldi/contacts/pair_block.h"
#include "core/contact/ldi/contacts/volume.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::test {

/// What ldi::simd::walk_columns does, one column after the other.
void walk_columns(const ldi::FragmentList& list, const std::array<ldi::ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ldi::ColumnSet& set);

/// What ldi::simd::weigh_pairs does, one pair after the other.
void weigh_pairs(const ldi::PairFrame& frame, std::size_t count, ldi::PairBlock& block);

} // namespace lamina::test
