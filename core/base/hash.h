#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace lamina {

/// One more word into a hash: two multiplications and xor-shifts, SplitMix64's finaliser.
inline std::uint64_t hash_word(std::uint64_t word, std::uint64_t seed) {
  word += seed + 0x9e3779b97f4a7c15ULL;
  word = (word ^ (word >> 30)) * 0xbf58476d1ce4e5b9ULL;
  word = (word ^ (word >> 27)) * 0x94d049bb133111ebULL;
  return word ^ (word >> 31);
}

/// Order-dependent 64-bit hash of the bits of doubles. Negative zero and zero differ, on purpose: the hash is
/// of bits. Start with `seed` 0 and feed the result back in.
inline std::uint64_t hash_bits(std::span<const double> values, std::uint64_t seed) {
  for (const double value : values)
    seed = hash_word(std::bit_cast<std::uint64_t>(value), seed);
  return seed;
}

/// The same of bytes and their number, eight a word; the last are filled up with zeros.
inline std::uint64_t hash_bytes(std::string_view bytes, std::uint64_t seed) {
  seed = hash_word(bytes.size(), seed);
  for (; !bytes.empty(); bytes.remove_prefix(bytes.size() < 8 ? bytes.size() : 8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data(), bytes.size() < 8 ? bytes.size() : 8);
    seed = hash_word(word, seed);
  }
  return seed;
}

} // namespace lamina
