#pragma once

#include <chrono>
#include <cstdint>

namespace lamina::stochastic {

/// How many distances may still be found out: so many, or as many as a time allows.
class Budget {
public:
  explicit Budget(std::uint64_t most) : most_(most) {}
  explicit Budget(std::chrono::nanoseconds time) : timed_(true), end_(Clock::now() + time) {}

  /// One more; false where it would be too much, and is not counted.
  bool take() {
    if (over_ || (timed_ ? spent_ % calls_a_look == 0 && Clock::now() >= end_ : spent_ == most_)) {
      over_ = true;
      return false;
    }
    ++spent_;
    return true;
  }
  std::uint64_t spent() const { return spent_; }
  bool over() const { return over_; } ///< more was asked for
  /// Whether a fourth of it is spent.
  bool quarter_spent() const {
    return over_ || (timed_ ? Clock::now() >= end_ - (end_ - begin_) * 3 / 4 : spent_ >= most_ / 4);
  }

private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::uint64_t calls_a_look = 16;

  std::uint64_t most_ = 0, spent_ = 0;
  bool timed_ = false, over_ = false;
  Clock::time_point begin_ = Clock::now(), end_{};
};

} // namespace lamina::stochastic
