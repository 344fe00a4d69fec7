#pragma once

#include "core/contact/ldi/columns.h"
#include "core/contact/ldi/gradient.h"
#include "core/contact/ldi/patches.h"
#include "core/contact/ldi/pixel_pairs.h"
#include "core/contact/ldi/prepare.h"
#include "core/contact/ldi/raster.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <vector>

namespace lamina::ldi {

/// Memory in which the crossings of a direction are found, sorted and walked.
struct ImageWork {
  FragmentList list;
  ColumnSet columns;
};

/// What one direction found.
struct DirectionWork {
  std::size_t columns = 0;     ///< sampled
  std::uint64_t fragments = 0; ///< crossings found
  std::vector<BadColumn> bad;
  std::vector<Interval> intervals;
  double length = 0; ///< of all intervals, each as often as it has pairs of sheets, m
  double area = 0;   ///< of the weights of all pixel pairs, m²
  CellSums sums;
  double seconds_raster = 0, seconds_walk = 0;
};

/// Seconds of one pair, under the names of F08 Table 1.
struct PairSeconds {
  double upload = 0, ldi = 0, volume = 0;
};

/// A pair, or a body with itself, on its way from region to contacts; memory to be reused.
struct SampledPair {
  PreparedPair prepared;
  CellLayout layout;
  std::array<ImageWork, 3> images; ///< one thread takes the first for all directions: it stays close
  std::array<DirectionWork, 3> directions;
  GradientScratch gradient;
  std::vector<Range> ranges;
  PatchFinder patches;
};

/// The memory that a direction is sampled in by one of so many threads.
ImageWork& image_of(SampledPair& pair, int direction, int threads);

/// Notes what outlives the image of a direction.
void keep_columns(const ImageWork& image, DirectionWork& work);

/// Lists what the three directions' intervals amount to, on up to `threads` threads: sums, contact pixels,
/// and the contacts by `sharing`. Contacts without area are left out, unless `without_area` (F08's law needs
/// none).
void list_contacts(SampledPair& pair, Sharing sharing, bool without_area, int threads, PairContacts& result);

/// Splits the wall time of sampling into layers and walks as the threads' time was.
PairSeconds split_sampling(const std::array<DirectionWork, 3>& directions, double sampling);

} // namespace lamina::ldi
