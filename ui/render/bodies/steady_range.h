#pragma once

namespace lamina {

/// The upper end of a scale that readers can hold on to: 1, 2 or 5 times a power of ten. It grows at once
/// when a value goes beyond it, and shrinks only after the values have stayed far below it for a while.
class SteadyRange {
public:
  /// Takes the largest value of a picture (what is not positive or not finite changes nothing); returns the
  /// upper end, 0 as long as there was no value.
  double update(double largest);
  double top() const { return top_; }

private:
  double top_ = 0;
  double recent_ = 0; ///< the largest value since it was last near the top
  int below_ = 0;     ///< pictures since then
};

/// The smallest of 1, 2, 5 times a power of ten that is not below a positive number.
double round_above(double value);

} // namespace lamina
