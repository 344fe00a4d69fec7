#pragma once

#include <optional>

namespace lamina::bench {

/// How much other programs ran while something was timed: figures taken on a busy machine are no good, those
/// of several threads least of all.
class Disturbance {
public:
  Disturbance(); ///< begins to watch

  /// Processors that other programs kept busy since then, on average; none where the system does not tell.
  /// Child processes count as ours once they were waited for.
  std::optional<double> others() const;

private:
  struct Seconds {
    double wall = 0, busy = 0, own = 0;
  };
  static std::optional<Seconds> now();

  std::optional<Seconds> begin_;
};

} // namespace lamina::bench
