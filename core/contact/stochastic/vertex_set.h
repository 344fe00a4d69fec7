#pragma once

#include "core/base/hash.h"

#include <cstdint>
#include <vector>

namespace lamina::stochastic {

/// Which vertices of two surfaces were met, in the order in which they were. Its memory grows with those
/// alone, not with the surfaces.
class VertexSet {
public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  void clear() {
    keys_.clear();
    slots_.assign(slots_.size(), none);
  }
  /// False if it was there.
  bool insert(std::uint8_t side, std::uint32_t vertex) {
    const std::size_t before = keys_.size();
    return index(side, vertex) == before;
  }
  /// Which one it is in order; put at the end if it was not there.
  std::uint32_t index(std::uint8_t side, std::uint32_t vertex) {
    if (2 * (keys_.size() + 1) > slots_.size())
      grow();
    const std::uint64_t key = std::uint64_t{vertex} << 1 | side;
    const std::size_t slot = find(key);
    if (slots_[slot] == none) {
      slots_[slot] = static_cast<std::uint32_t>(keys_.size());
      keys_.push_back(key);
    }
    return slots_[slot];
  }

  std::size_t size() const { return keys_.size(); }
  std::uint8_t side(std::size_t index) const { return static_cast<std::uint8_t>(keys_[index] & 1); }
  std::uint32_t vertex(std::size_t index) const { return static_cast<std::uint32_t>(keys_[index] >> 1); }

private:
  std::size_t find(std::uint64_t key) const {
    std::size_t slot = hash_word(key, 0) & (slots_.size() - 1);
    while (slots_[slot] != none && keys_[slots_[slot]] != key)
      slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), none);
    for (std::uint32_t i = 0; i < keys_.size(); ++i)
      slots_[find(keys_[i])] = i;
  }

  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_; ///< a power of two of them, at most half of them taken
};

} // namespace lamina::stochastic
