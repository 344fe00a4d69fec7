#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lamina {

/// The numbers that a file gives its nodes, in any order and with gaps.
class NodeNumbers {
public:
  /// The number of the next node, not negative.
  void add(std::int64_t number);
  /// After the last add(): makes find() possible. Returns a number given twice, if there is one.
  std::optional<std::int64_t> sort();
  /// The index of a node; nothing if no node has the number.
  std::optional<std::uint32_t> find(std::int64_t number) const;

private:
  std::int64_t first_ = 0, count_ = 0;                          ///< numbers first_, first_ + 1, … so far
  std::vector<std::pair<std::int64_t, std::uint32_t>> numbers_; ///< used once they are anything else
};

} // namespace lamina
