#include "core/contact/ldi/contacts/interval_sums.h"

namespace lamina::ldi {

namespace {

/// Fragments are fetched this many intervals ahead: they lie all over the list.
constexpr std::size_t ahead = 16;

/// Sums of one body. Ends are added up to moments as long as they lie on the same triangle: of large ones
/// neighbouring columns do.
template <bool delayed>
class BodySums {
public:
  BodySums(VertexSums& sums, const WalkedRows& rows, std::size_t intervals)
      : adder_(sums.adder(rows.axis, 2 * intervals)), units_(rows.units) {}
  BodySums(const BodySums&) = delete;
  BodySums& operator=(const BodySums&) = delete;
  ~BodySums() {
    finish_triangle();
    if constexpr (delayed)
      for (std::size_t i = came_ < delay ? 0 : came_ - delay; i < came_; ++i)
        adder_.add(waiting_[i % delay].triangle, waiting_[i % delay].sum, units_);
  }

  void add(const Fragment& end, std::int64_t halves) {
    if (end.triangle != triangle_) {
      finish_triangle();
      triangle_ = end.triangle;
      moments_ = {};
    }
    moments_.add(units_, end.b1, end.b2, halves);
  }

private:
  /// So many triangles later what a triangle needs has been fetched.
  static constexpr std::size_t delay = 32;
  static constexpr std::uint32_t none = 0xffffffffu;
  struct Waiting {
    GradientMoments sum;
    std::uint32_t triangle;
  };

  void finish_triangle() {
    if (triangle_ == none)
      return;
    if constexpr (delayed)
      let_wait();
    else
      adder_.add(triangle_, moments_, units_);
  }
  void let_wait() {
    if (came_ >= delay)
      adder_.add(waiting_[came_ % delay].triangle, waiting_[came_ % delay].sum, units_);
    waiting_[came_ % delay] = {moments_, triangle_};
    adder_.fetch_triangle(triangle_);
    if (came_ >= delay / 2)
      adder_.fetch_sums(waiting_[(came_ - delay / 2) % delay].triangle);
    ++came_;
  }

  ComponentSums::Adder adder_;
  GradientUnits units_;
  GradientMoments moments_{};
  std::uint32_t triangle_ = none;
  std::size_t came_ = 0;
  std::array<Waiting, delayed ? delay : 1> waiting_;
};

template <bool delayed>
void sum_rows(const ColumnSet& set, const WalkedRows& rows, std::vector<double>& row_lengths,
              const std::array<VertexSums*, 2>& sums) {
  const FoundIntervals& found = set.found;
  BodySums<delayed> body0(*sums[0], rows, found.count), body1(*sums[1], rows, found.count);
  const auto add = [&](const Fragment& end, std::int64_t halves) {
    (end.body() == 0 ? body0 : body1).add(end, halves);
  };
  std::uint64_t row = rows.first_row, row_end = rows.pixels_in_row;
  double length = 0;
  for (std::size_t i = 0; i < found.count; ++i) {
    if (i + ahead < found.count) {
      __builtin_prefetch(&set.fragments[found.ends[i + ahead] >> 32]);
      __builtin_prefetch(&set.fragments[found.ends[i + ahead] & 0xffffffffu]);
    }
    if (found.columns[i] >= row_end) {
      row_lengths[row] += length;
      length = 0;
      for (; found.columns[i] >= row_end; row_end += rows.pixels_in_row)
        ++row;
    }
    const Fragment &lower = set.fragments[found.ends[i] >> 32],
                   &upper = set.fragments[found.ends[i] & 0xffffffffu];
    length += upper.depth - lower.depth;
    add(lower, -2);
    add(upper, 2);
  }
  row_lengths[row] += length;
}

} // namespace

void sum_intervals(const ColumnSet& set, const WalkedRows& rows, std::vector<double>& row_lengths,
                   const std::array<VertexSums*, 2>& sums) {
  if (set.found.count == 0)
    return;
  if (sums[0]->large() || sums[1]->large())
    sum_rows<true>(set, rows, row_lengths, sums);
  else
    sum_rows<false>(set, rows, row_lengths, sums);
}

} // namespace lamina::ldi
