#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lamina::ldi::simd {

/// For each choice of up to eight lanes, a bit a lane: which they are, in their order; zeros behind them.
struct ChosenLanes {
  constexpr ChosenLanes() {
    for (std::size_t choice = 0; choice < of.size(); ++choice) {
      std::size_t count = 0;
      for (std::uint8_t lane = 0; lane < 8; ++lane)
        if (choice >> lane & 1)
          of[choice][count++] = lane;
    }
  }
  alignas(64) std::array<std::array<std::uint8_t, 8>, 256> of{};
};
inline constexpr ChosenLanes chosen_lanes;

} // namespace lamina::ldi::simd
