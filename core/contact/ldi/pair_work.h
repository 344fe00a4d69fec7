#pragma once

#include "core/contact/ldi/columns.h"
#include "core/contact/ldi/gradient.h"
#include "core/contact/ldi/pixel_pairs.h"
#include "core/contact/ldi/prepare.h"
#include "core/contact/ldi/raster.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <vector>

namespace lamina::ldi {

/// What one direction found, and the memory that it needed.
struct DirectionWork {
  FragmentList list;
  ColumnSet columns;
  std::vector<Interval> intervals;
  double length = 0; ///< of all intervals, m
  double area = 0;   ///< of pairs between different bodies, m²
  CellSums sums;
  double seconds_raster = 0, seconds_walk = 0;
};

/// Seconds of one pair, under the names of F08 Table 1.
struct PairSeconds {
  double upload = 0, ldi = 0, volume = 0;
};

/// Takes one pair after another from region to contacts; all memory is kept for the next pair.
class PairWork {
public:
  /// Fills `result`, the three directions on up to `threads` threads. `own_bounds` as for overlap_box.
  PairSeconds detect(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                     const Settings& settings, const CameraView& camera, int threads, PairContacts& result);

private:
  void sample(int direction, const Settings& settings);
  void list_pixels(int direction, PairContacts& result);
  void sum_directions(PairContacts& result) const;
  void list_contacts(const Settings& settings, PairContacts& result);

  PreparedPair prepared_;
  CellLayout layout_;
  std::array<DirectionWork, 3> directions_;
  GradientScratch gradient_;
  std::vector<Range> ranges_;
};

} // namespace lamina::ldi
