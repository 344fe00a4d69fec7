#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

namespace lamina {

/// The beat of a film of a run: pictures are equally far apart in simulated time, whatever time it takes to
/// simulate and to draw them. Picture k shows the first state at or after k intervals since the film began; a
/// state that comes after several of these moments is shown as often.
class FilmBeat {
public:
  /// Simulated time between pictures, s; greater than 0.
  explicit FilmBeat(double interval_s) : interval_s_(interval_s) {}

  /// How many pictures the next state stands for, given its time: the first state stands for one. Where time
  /// goes back, as in a run that starts over, the beat begins anew there.
  std::uint64_t pictures_of(double time_s) {
    if (!begin_s_ || time_s < last_s_) {
      begin_s_ = time_s;
      shown_ = 0;
    }
    last_s_ = time_s;
    // Sums of time steps are off by a few last digits, which is no reason to wait for a step more.
    const double beats = std::floor((time_s - *begin_s_) / interval_s_ + 1e-6);
    const auto due = static_cast<std::uint64_t>(beats) + 1;
    const std::uint64_t pictures = due - shown_;
    shown_ = due;
    return pictures;
  }

private:
  double interval_s_, last_s_ = 0;
  std::optional<double> begin_s_;
  std::uint64_t shown_ = 0;
};

} // namespace lamina
