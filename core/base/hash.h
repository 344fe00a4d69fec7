#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace lamina {

/// Order-dependent 64-bit hash of the bits of doubles (a multiply and xor-shift per word, after SplitMix64's
/// finaliser). Negative zero and zero differ, on purpose: the hash is of bits. Start with `seed` 0 and feed
/// the result back in.
inline std::uint64_t hash_bits(std::span<const double> values, std::uint64_t seed) {
  for (const double value : values) {
    std::uint64_t word = std::bit_cast<std::uint64_t>(value) + seed + 0x9e3779b97f4a7c15ULL;
    word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
    word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
    seed = word ^ (word >> 31);
  }
  return seed;
}

} // namespace lamina
