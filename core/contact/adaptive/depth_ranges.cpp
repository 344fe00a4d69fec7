#include "core/contact/adaptive/depth_ranges.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lamina::adaptive {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Of depths, by which rounding may part faces that share an edge.
constexpr double parted_by_rounding = 1e-13;

/// Adds a range that may continue the last one.
void append(std::vector<DepthRange>& ranges, const DepthRange& next) {
  if (!ranges.empty() && next.low <= ranges.back().high)
    ranges.back().high = std::max(ranges.back().high, next.high);
  else
    ranges.push_back(next);
}

} // namespace

/// Few are apart: so each face is merged with those that it meets at once.
void DepthRanges::add(const DepthRange& face) {
  std::size_t place = merged_.size();
  while (place > 0 && merged_[place - 1].high >= face.low)
    --place;
  if (place == merged_.size() || merged_[place].low > face.high) {
    merged_.insert(merged_.begin() + static_cast<std::ptrdiff_t>(place), face);
    return;
  }
  DepthRange& range = merged_[place];
  range.low = std::min(range.low, face.low);
  range.high = std::max(range.high, face.high);
  std::size_t next = place + 1;
  for (; next < merged_.size() && merged_[next].low <= range.high; ++next)
    range.high = std::max(range.high, merged_[next].high);
  merged_.erase(merged_.begin() + static_cast<std::ptrdiff_t>(place) + 1,
                merged_.begin() + static_cast<std::ptrdiff_t>(next));
}

void DepthRanges::add_within(const DepthRange& limits, double low, double high,
                             std::vector<DepthRange>& ranges) {
  low = std::max(low, limits.low);
  high = std::min(high, limits.high);
  if (low <= high)
    append(ranges, {low, high});
}

void DepthRanges::finish(int winding, std::span<const Crossing> crossings, const DepthRange& limits) {
  turns_.assign(merged_.size(), 0);
  for (const Crossing& crossing : crossings) {
    const auto above = std::upper_bound(merged_.begin(), merged_.end(), crossing.z,
                                        [](double z, const DepthRange& range) { return z < range.low; });
    if (above != merged_.begin())
      turns_[static_cast<std::size_t>(above - merged_.begin()) - 1] += crossing.turns;
  }

  possible_.clear();
  certain_.clear();
  double from = -infinity;
  for (std::size_t i = 0; i <= merged_.size(); ++i) {
    const double to = i < merged_.size() ? merged_[i].low : infinity;
    if (winding > 0 && from < to) {
      add_within(limits, from, to, certain_);
      add_within(limits, from, to, possible_);
    }
    if (i == merged_.size())
      break;
    add_within(limits, merged_[i].low, merged_[i].high, possible_);
    winding += turns_[i];
    from = merged_[i].high;
  }
}

bool DepthRanges::is_beside_last(std::size_t range) const {
  const double low = merged_[range - 1].high, high = merged_[range].low;
  return high - low <= parted_by_rounding * std::max(std::abs(low), std::abs(high));
}

bool DepthRanges::meets(double low, double high) const {
  const auto first = std::lower_bound(possible_.begin(), possible_.end(), low,
                                      [](const DepthRange& range, double z) { return range.high < z; });
  return first != possible_.end() && first->low <= high;
}

bool DepthRanges::holds(double low, double high) const {
  const auto first = std::lower_bound(certain_.begin(), certain_.end(), low,
                                      [](const DepthRange& range, double z) { return range.high < z; });
  return first != certain_.end() && first->low <= low && high <= first->high;
}

double common_length(std::span<const DepthRange> a, std::span<const DepthRange> b) {
  double sum = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    sum += std::max(0.0, std::min(a[i].high, b[j].high) - std::max(a[i].low, b[j].low));
    a[i].high < b[j].high ? ++i : ++j;
  }
  return sum;
}

} // namespace lamina::adaptive
