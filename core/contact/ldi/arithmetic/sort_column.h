#pragma once

#include "core/base/host_device.h"
#include "core/contact/ldi/arithmetic/fragment.h"

#include <cstdint>

namespace lamina::ldi {

/// Columns of more crossings are sorted as a heap, so that the longest do not take forever.
inline constexpr std::uint32_t short_column = 32;

/// Sorts the crossings of one column in the order of crosses_before.
class ColumnSorter {
public:
  LAMINA_HD ColumnSorter(Crossing* crossings, std::uint32_t count, const Fragment* fragments)
      : crossings_(crossings), count_(count), fragments_(fragments) {}

  LAMINA_HD void sort() const {
    if (count_ <= short_column)
      insert();
    else
      sort_heap();
  }

private:
  LAMINA_HD bool before(const Crossing& c, const Crossing& d) const {
    return crosses_before(c, d, fragments_);
  }
  LAMINA_HD void insert() const {
    for (std::uint32_t next = 1; next < count_; ++next) {
      const Crossing moving = crossings_[next];
      std::uint32_t hole = next;
      for (; hole > 0 && before(moving, crossings_[hole - 1]); --hole)
        crossings_[hole] = crossings_[hole - 1];
      crossings_[hole] = moving;
    }
  }
  LAMINA_HD void sink(std::uint32_t hole, std::uint32_t count) const {
    const Crossing moving = crossings_[hole];
    for (;;) {
      std::uint32_t child = 2 * hole + 1;
      if (child >= count)
        break;
      if (child + 1 < count && before(crossings_[child], crossings_[child + 1]))
        ++child;
      if (!before(moving, crossings_[child]))
        break;
      crossings_[hole] = crossings_[child];
      hole = child;
    }
    crossings_[hole] = moving;
  }
  LAMINA_HD void sort_heap() const {
    for (std::uint32_t first = count_ / 2; first-- > 0;)
      sink(first, count_);
    for (std::uint32_t last = count_ - 1; last > 0; --last) {
      const Crossing highest = crossings_[0];
      crossings_[0] = crossings_[last];
      crossings_[last] = highest;
      sink(0, last);
    }
  }

  Crossing* crossings_;
  std::uint32_t count_;
  const Fragment* fragments_;
};

/// The same in one call.
LAMINA_HD inline void sort_column(Crossing* crossings, std::uint32_t count, const Fragment* fragments) {
  ColumnSorter(crossings, count, fragments).sort();
}

} // namespace lamina::ldi
