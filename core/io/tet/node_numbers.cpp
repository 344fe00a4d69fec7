#include "core/io/tet/node_numbers.h"

#include <algorithm>

namespace lamina {

void NodeNumbers::add(std::int64_t number) {
  if (count_ == 0)
    first_ = number;
  if (numbers_.empty() && number - count_ != first_)
    for (std::int64_t i = 0; i < count_; ++i)
      numbers_.emplace_back(first_ + i, static_cast<std::uint32_t>(i));
  if (!numbers_.empty())
    numbers_.emplace_back(number, static_cast<std::uint32_t>(count_));
  ++count_;
}

std::optional<std::int64_t> NodeNumbers::sort() {
  std::sort(numbers_.begin(), numbers_.end());
  const auto twice = std::adjacent_find(numbers_.begin(), numbers_.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  return twice == numbers_.end() ? std::nullopt : std::optional(twice->first);
}

std::optional<std::uint32_t> NodeNumbers::find(std::int64_t number) const {
  if (numbers_.empty()) {
    if (number < first_ || number - first_ >= count_)
      return std::nullopt;
    return static_cast<std::uint32_t>(number - first_);
  }
  const auto found = std::lower_bound(numbers_.begin(), numbers_.end(), std::pair(number, std::uint32_t{0}));
  if (found == numbers_.end() || found->first != number)
    return std::nullopt;
  return found->second;
}

} // namespace lamina
