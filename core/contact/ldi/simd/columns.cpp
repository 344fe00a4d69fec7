#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/contact/ldi/simd/columns.cpp" // NOLINT: read once for each target
#include <hwy/foreach_target.h>

#include "core/contact/ldi/arithmetic/sort_column.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/simd/compress-inl.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>
#include <bit>
#include <hwy/highway.h>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace lamina::ldi::simd {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

void WalkColumns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                 std::uint32_t crossing_limit, ColumnSet& set) {
  ldi::walk_columns(list, starts, crossing_limit, set);
}

#else

namespace hn = hwy::HWY_NAMESPACE;

using D = hn::ScalableTag<double>;
using DU = hn::RebindToUnsigned<D>;
using Narrow = hn::Rebind<std::uint32_t, D>;
using Number = hn::Vec<D>;
using Word = hn::Vec<DU>;
using Mask = hn::Mask<D>;

/// Columns of more crossings are walked one by one.
constexpr std::uint32_t most_crossings = 8;

HWY_INLINE std::uint32_t bits_of(Mask mask) {
  std::uint8_t stored[8] = {};
  hn::StoreMaskBits(D(), mask, stored);
  return stored[0];
}

HWY_INLINE Mask mask_of(std::uint32_t bits) {
  const std::uint8_t stored[8] = {static_cast<std::uint8_t>(bits)};
  return hn::LoadMaskBits(D(), stored);
}

/// Puts a crossing and one that is to lie above it in order.
HWY_INLINE void order(Number& depth0, Number& depth1, Word& tag0, Word& tag1) {
  const Mask swap = hn::Lt(depth1, depth0);
  const auto swap_tags = hn::RebindMask(DU(), swap);
  const Number lower = hn::Min(depth0, depth1);
  depth1 = hn::Max(depth0, depth1);
  depth0 = lower;
  const Word upper_tag = hn::IfThenElse(swap_tags, tag0, tag1);
  tag0 = hn::IfThenElse(swap_tags, tag1, tag0);
  tag1 = upper_tag;
}

/// Sorts up to eight crossings of as many columns as there are lanes: the shortest networks known.
template <int Count>
HWY_INLINE void sort(Number* depth, Word* tag) {
  static constexpr int two[][2] = {{0, 1}};
  static constexpr int four[][2] = {{0, 2}, {1, 3}, {0, 1}, {2, 3}, {1, 2}};
  static constexpr int six[][2] = {{0, 5}, {1, 3}, {2, 4}, {1, 2}, {3, 4}, {0, 3},
                                   {2, 5}, {0, 1}, {2, 3}, {4, 5}, {1, 2}, {3, 4}};
  static constexpr int eight[][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6},
                                     {3, 7}, {0, 1}, {2, 3}, {4, 5}, {6, 7}, {2, 4}, {3, 5},
                                     {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};
  const auto run = [&](const auto& network) HWY_ATTR {
    for (const auto& [low, high] : network)
      order(depth[low], depth[high], tag[low], tag[high]);
  };
  if constexpr (Count == 2)
    run(two);
  else if constexpr (Count == 4)
    run(four);
  else if constexpr (Count == 6)
    run(six);
  else
    run(eight);
}

/// Sorts and walks the columns of one direction, as many at a time as a vector has lanes.
class ColumnWalker {
public:
  ColumnWalker(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
               std::uint32_t crossing_limit, ColumnSet& set)
      : list_(list), starts_(starts), limit_(crossing_limit), set_(set), tiles_(set.tiles) {}

  void walk() {
    set_.bad.clear();
    set_.fragments = list_.fragments();
    lay_out();
    scatter();
    set_.found.count = 0;
    for (const ColumnTiles::Group& group : tiles_.groups)
      walk_group(group);
  }

private:
  static std::uint32_t lanes() { return static_cast<std::uint32_t>(hn::Lanes(D())); }

  /// Counts and scans: where the crossings of each column go. Groups that need not be looked at put all of
  /// theirs into one place.
  void lay_out() {
    const Narrow d;
    const std::uint32_t columns = static_cast<std::uint32_t>(list_.columns());
    const std::uint32_t together = std::min(most_crossings, limit_);
    tiles_.groups.clear();
    tiles_.next.resize(columns + lanes());
    tiles_.stride.resize(columns / lanes() + 1);
    std::uint32_t size = 1;
    for (std::uint32_t first = 0; first < columns; first += lanes()) {
      const auto crossings = crossings_from(first);
      std::uint32_t& stride = tiles_.stride[first / lanes()];
      std::uint32_t* next = tiles_.next.data() + first;
      ColumnTiles::Group group{first, size, 0, must_look(first, crossings), false};
      if (group.looked == 0) {
        hn::StoreU(hn::Zero(d), d, next);
        stride = 0;
        continue;
      }
      group.most = hn::GetLane(hn::MaxOfLanes(d, crossings));
      group.one_by_one = group.most > together;
      if (group.one_by_one) {
        size = lay_out_one_by_one(first, size);
        stride = 1;
      } else {
        hn::StoreU(hn::Add(hn::Set(d, size), hn::Iota(d, 0)), d, next);
        size += group.most * lanes();
        stride = lanes();
      }
      tiles_.groups.push_back(group);
    }
    if (tiles_.depths.size() < size + lanes()) {
      tiles_.depths.resize(size + size / 2 + lanes());
      tiles_.tags.resize(tiles_.depths.size());
    }
  }

  std::uint32_t lay_out_one_by_one(std::uint32_t first, std::uint32_t size) {
    for (std::uint32_t column = first; column < first + lanes(); ++column) {
      tiles_.next[column] = size;
      size += list_.stored_in(column);
    }
    return size;
  }

  /// Crossings of a group's columns, with the lost_mark.
  hn::Vec<Narrow> crossings_from(std::uint32_t first) const {
    const Narrow d;
    const auto a = hn::LoadU(d, list_.counts(0) + first), b = hn::LoadU(d, list_.counts(1) + first);
    const auto mark = hn::Set(d, FragmentList::lost_mark);
    return hn::Or(hn::And(hn::Or(a, b), mark), hn::Add(hn::AndNot(mark, a), hn::AndNot(mark, b)));
  }

  /// Which columns of a group must be looked at. Those of one body alone matter only if they may be wrong.
  std::uint32_t must_look(std::uint32_t first, hn::Vec<Narrow> crossings) const {
    const Narrow d;
    const auto zero = hn::Zero(d);
    auto both = hn::Gt(crossings, zero), look = hn::Gt(crossings, hn::Set(d, limit_));
    for (int body = 0; body < 2; ++body) {
      const ColumnStart& start = starts_[static_cast<std::size_t>(body)];
      const auto has = hn::Gt(hn::LoadU(d, list_.counts(body) + first), zero);
      // A body that need not be crossed to be inside somewhere.
      if (start.winding_at_infinity <= 0)
        both = hn::And(both, has);
      if (!start.closed)
        look = hn::Or(look, has);
    }
    std::uint8_t stored[8] = {};
    hn::StoreMaskBits(d, hn::Or(both, look), stored);
    return stored[0];
  }

  void scatter() {
    std::uint32_t* next = tiles_.next.data();
    const int shift = std::countr_zero(lanes());
    const std::span<const Fragment> fragments = set_.fragments;
    for (std::uint32_t i = 0; i < fragments.size(); ++i) {
      const std::uint32_t column = fragments[i].column(), at = next[column];
      next[column] = at + tiles_.stride[column >> shift];
      tiles_.depths[at] = fragments[i].depth;
      tiles_.tags[at] = i << 2 | (fragments[i].place & 3);
    }
  }

  void walk_group(const ColumnTiles::Group& group) {
    bool done = false;
    if (!group.one_by_one)
      done = group.most <= 2   ? walk_together<2>(group)
             : group.most <= 4 ? walk_together<4>(group)
             : group.most <= 6 ? walk_together<6>(group)
                               : walk_together<8>(group);
    if (done)
      return;
    for (std::uint32_t looked = group.looked; looked != 0; looked &= looked - 1)
      walk_alone(group, group.first + static_cast<std::uint32_t>(std::countr_zero(looked)));
  }

  /// Crossings of a group's columns, one column a lane. Behind a column's last one depths are infinite.
  template <int Count>
  struct Crossings {
    Number depth[Count];
    Word tag[Count];   ///< as in ColumnTiles
    Number count;      ///< per column
    Number balance[2]; ///< sum of the turns of each body
  };

  /// Intervals of a group's columns.
  template <int Count>
  struct Ends {
    Mask closed[Count];                                          ///< one ends at this crossing
    alignas(64) std::uint64_t bounds[Count][hn::MaxLanes(DU())]; ///< as in FoundIntervals
    Word only;                                                   ///< the bounds of a column's last interval
    Mask found, found_more;                                      ///< a column has one, has several
  };

  /// Walks the columns of a group whose crossings all have different depths; false if some have not.
  template <int Count>
  bool walk_together(const ColumnTiles::Group& group) {
    const D d;
    Crossings<Count> crossings;
    load(group, crossings);
    sort<Count>(crossings.depth, crossings.tag);
    const Mask looked = mask_of(group.looked);
    if (!hn::AllFalse(d, hn::And(ties(crossings), looked)))
      return false;

    Number winding[2];
    Mask wrong = hn::FirstN(d, 0);
    for (std::size_t body = 0; body < 2; ++body) {
      winding[body] = hn::Set(d, starts_[body].winding_at_infinity);
      if (starts_[body].from_above)
        winding[body] = hn::Sub(winding[body], crossings.balance[body]);
      if (starts_[body].complete)
        wrong = hn::Or(wrong, hn::Ne(crossings.balance[body], hn::Zero(d)));
    }
    wrong = hn::And(wrong, looked);
    Ends<Count> ends;
    cross(crossings, winding, hn::AndNot(wrong, looked), ends);
    if (hn::AllFalse(d, hn::Or(wrong, ends.found_more)))
      list_one_each(group, ends.only, ends.found);
    else
      list_each(group, ends, bits_of(wrong));
    return true;
  }

  template <int Count>
  HWY_INLINE void load(const ColumnTiles::Group& group, Crossings<Count>& crossings) const {
    const D d;
    const hn::RebindToSigned<D> wide;
    const hn::RebindToSigned<Narrow> narrow;
    crossings.count = hn::ConvertTo(d, hn::PromoteTo(wide, hn::BitCast(narrow, crossings_from(group.first))));
    crossings.balance[0] = crossings.balance[1] = hn::Zero(d);
    for (std::uint32_t k = 0; k < Count; ++k) {
      const std::size_t at = group.begin + lanes() * std::min(k, group.most - 1);
      const Mask there = hn::Lt(hn::Set(d, k), crossings.count);
      crossings.depth[k] = hn::IfThenElse(there, hn::LoadU(d, tiles_.depths.data() + at),
                                          hn::Set(d, std::numeric_limits<double>::infinity()));
      crossings.tag[k] = hn::PromoteTo(DU(), hn::LoadU(Narrow(), tiles_.tags.data() + at));
      add_turn(crossings.tag[k], there, crossings.balance);
    }
  }

  /// Columns in which a crossing lies at the depth of the next one.
  template <int Count>
  static HWY_INLINE Mask ties(const Crossings<Count>& crossings) {
    const D d;
    Mask ties = hn::FirstN(d, 0);
    for (int k = 0; k + 1 < Count; ++k)
      ties = hn::Or(ties, hn::And(hn::Eq(crossings.depth[k], crossings.depth[k + 1]),
                                  hn::Lt(hn::Set(d, k), crossings.count)));
    return ties;
  }

  /// Follows both winding numbers up the columns; intervals count in those that are `trusted`.
  template <int Count>
  HWY_INLINE void cross(const Crossings<Count>& crossings, Number (&winding)[2], Mask trusted,
                        Ends<Count>& ends) const {
    const D d;
    const DU du;
    const Number from = hn::Set(d, set_.within.from), to = hn::Set(d, set_.within.to);
    Mask inside = are_inside(winding), opened = hn::FirstN(d, 0);
    Word lower = hn::Zero(du);
    ends.found = ends.found_more = opened;
    ends.only = lower;
    for (int k = 0; k < Count; ++k) {
      add_turn(crossings.tag[k], hn::Lt(hn::Set(d, k), crossings.count), winding);
      const Mask before = inside;
      inside = are_inside(winding);
      const Mask opens = hn::And(hn::AndNot(before, inside), hn::Ge(crossings.depth[k], from));
      const Mask closes = hn::And(hn::AndNot(inside, before), opened);
      const Word fragment = hn::ShiftRight<2>(crossings.tag[k]), bounds = hn::Or(lower, fragment);
      const Mask counts = hn::And(hn::And(closes, trusted), hn::Le(crossings.depth[k], to));
      ends.closed[k] = counts;
      hn::Store(bounds, du, ends.bounds[k]);
      ends.only = hn::IfThenElse(hn::RebindMask(du, counts), bounds, ends.only);
      ends.found_more = hn::Or(ends.found_more, hn::And(ends.found, counts));
      ends.found = hn::Or(ends.found, counts);
      lower = hn::IfThenElse(hn::RebindMask(du, opens), hn::ShiftLeft<32>(fragment), lower);
      opened = hn::AndNot(closes, hn::Or(opened, opens));
    }
  }

  /// Adds what crossings that are there change the winding numbers of the two bodies by.
  static HWY_INLINE void add_turn(Word tag, Mask there, Number (&winding)[2]) {
    const D d;
    const DU du;
    const Mask entering = hn::RebindMask(d, hn::TestBit(tag, hn::Set(du, 1)));
    const Mask second = hn::RebindMask(d, hn::TestBit(tag, hn::Set(du, 2)));
    const Number turn =
        hn::IfThenElseZero(there, hn::IfThenElse(entering, hn::Set(d, 1.0), hn::Set(d, -1.0)));
    winding[0] = hn::Add(winding[0], hn::IfThenZeroElse(second, turn));
    winding[1] = hn::Add(winding[1], hn::IfThenElseZero(second, turn));
  }

  static HWY_INLINE Mask are_inside(const Number (&winding)[2]) {
    const D d;
    return hn::And(hn::Gt(winding[0], hn::Zero(d)), hn::Gt(winding[1], hn::Zero(d)));
  }

  /// Where no column of a group has more than one interval.
  void list_one_each(const ColumnTiles::Group& group, Word bounds, Mask found) {
    const DU du;
    const auto which = hn::RebindMask(du, found);
    FoundIntervals& list = set_.found;
    list.make_room(hn::MaxLanes(du));
    // Storing whole vectors is many times faster on some processors than storing what counts alone.
    const Word columns = hn::Add(hn::Set(du, group.first), hn::Iota(du, 0));
    const Compressor<DU> compress(du, which);
    hn::StoreU(compress(columns), du, list.columns.data() + list.count);
    hn::StoreU(compress(bounds), du, list.ends.data() + list.count);
    list.count += hn::CountTrue(du, which);
  }

  template <int Count>
  void list_each(const ColumnTiles::Group& group, const Ends<Count>& ends, std::uint32_t wrong) {
    std::uint32_t closed[Count], any = wrong;
    for (int k = 0; k < Count; ++k) {
      closed[k] = bits_of(ends.closed[k]);
      any |= closed[k];
    }
    for (; any != 0; any &= any - 1) {
      const std::uint32_t lane = static_cast<std::uint32_t>(std::countr_zero(any));
      const std::uint32_t column = group.first + lane;
      if (wrong >> lane & 1)
        set_.bad.push_back({column, false});
      for (int k = 0; k < Count; ++k)
        if (closed[k] >> lane & 1)
          set_.found.add(column, static_cast<std::uint32_t>(ends.bounds[k][lane] >> 32),
                         static_cast<std::uint32_t>(ends.bounds[k][lane]));
    }
  }

  /// One column by itself.
  void walk_alone(const ColumnTiles::Group& group, std::uint32_t index) {
    if (list_.lost_some_in(index)) {
      set_.bad.push_back({index, true});
      return;
    }
    const std::uint32_t crossings = list_.stored_in(index);
    const std::uint32_t stride = group.one_by_one ? 1 : lanes();
    std::uint32_t at = tiles_.next[index] - crossings * stride;
    tiles_.column.clear();
    for (std::uint32_t k = 0; k < crossings; ++k, at += stride) {
      const std::uint32_t tag = tiles_.tags[at];
      tiles_.column.push_back({tiles_.depths[at], tag >> 2, index << 2 | (tag & 3)});
    }
    Column column{index, 0, crossings, {}};
    if (!begin_column(tiles_.column, starts_, limit_, column, set_.bad))
      return;
    sort_column(tiles_.column.data(), set_.fragments.data(), 0, crossings);
    walk_column(tiles_.column, column, set_.within, set_.found);
  }

  const FragmentList& list_;
  const std::array<ColumnStart, 2>& starts_;
  std::uint32_t limit_;
  ColumnSet& set_;
  ColumnTiles& tiles_;
};

void WalkColumns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                 std::uint32_t crossing_limit, ColumnSet& set) {
  ColumnWalker(list, starts, crossing_limit, set).walk();
}

#endif

} // namespace HWY_NAMESPACE
} // namespace lamina::ldi::simd
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace lamina::ldi::simd {

HWY_EXPORT(WalkColumns);

void walk_columns(const FragmentList& list, const std::array<ColumnStart, 2>& starts,
                  std::uint32_t crossing_limit, ColumnSet& set) {
  HWY_DYNAMIC_DISPATCH(WalkColumns)(list, starts, crossing_limit, set);
}

} // namespace lamina::ldi::simd
#endif
