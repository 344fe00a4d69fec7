#pragma once

#include <deque>

namespace lamina {

/// Frames drawn a second, over the last second.
class FrameRate {
public:
  /// Notes a frame that is drawn at this moment, s; moments never fall.
  void drawn(double now_s) {
    moments_.push_back(now_s);
    while (moments_.front() < now_s - window_s)
      moments_.pop_front();
  }

  /// 0 before the second frame, or when the last one was more than a second ago.
  double per_second(double now_s) const {
    if (moments_.size() < 2 || moments_.back() < now_s - window_s || !(moments_.back() > moments_.front()))
      return 0;
    return double(moments_.size() - 1) / (moments_.back() - moments_.front());
  }

private:
  static constexpr double window_s = 1;
  std::deque<double> moments_;
};

} // namespace lamina
