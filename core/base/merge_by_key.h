#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Sums up the entries of the same key from `first` on, and lets keys ascend. What is summed keeps its order,
/// so sums are the same each time. Keys have 32 bits; room is kept for the next call on the same thread.
template <class Entry, class Value>
void merge_by_key(std::vector<Entry>& entries, std::size_t first, std::uint32_t Entry::*key,
                  Value Entry::*value) {
  thread_local std::vector<std::uint64_t> order; // key, then place
  thread_local std::vector<Entry> merged;
  order.clear();
  for (std::size_t i = first; i < entries.size(); ++i)
    order.push_back(std::uint64_t{entries[i].*key} << 32 | static_cast<std::uint32_t>(i));
  std::sort(order.begin(), order.end());

  merged.clear();
  for (const std::uint64_t next : order) {
    const Entry& entry = entries[static_cast<std::uint32_t>(next)];
    if (!merged.empty() && merged.back().*key == entry.*key)
      merged.back().*value += entry.*value;
    else
      merged.push_back(entry);
  }
  entries.resize(first);
  entries.insert(entries.end(), merged.begin(), merged.end());
}

} // namespace lamina
