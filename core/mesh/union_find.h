#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace lamina {

/// Disjoint sets over 0 … count − 1; the smallest member of a set stands for it.
class UnionFind {
public:
  explicit UnionFind(std::size_t count = 0) { reset(count); }

  /// As made anew, in the memory that there is.
  void reset(std::size_t count) {
    parent_.resize(count);
    std::iota(parent_.begin(), parent_.end(), 0u);
  }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i)
      i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  /// Returns the smallest member of both sets.
  std::uint32_t unite(std::uint32_t a, std::uint32_t b) {
    if (parent_[a] == a && parent_[b] == a)
      return a; // as most often where sets are large
    a = find(a);
    b = find(b);
    if (a > b)
      std::swap(a, b);
    return parent_[b] = a;
  }

  /// Numbers the sets 0, 1, … in order of their smallest member; returns the number of sets.
  std::size_t number(std::vector<std::uint32_t>& set_of) {
    set_of.resize(parent_.size());
    std::uint32_t sets = 0;
    for (std::uint32_t i = 0; i < parent_.size(); ++i)
      set_of[i] = find(i) == i ? sets++ : set_of[find(i)];
    return sets;
  }

private:
  std::vector<std::uint32_t> parent_;
};

} // namespace lamina
