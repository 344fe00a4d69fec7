#pragma once

#include "core/contact/ldi/contacts/contact_list.h"

#include <array>
#include <span>

namespace lamina::ldi {

/// Takes one pair after another from region to contacts; all memory is kept for the next pair.
class PairWork {
public:
  /// Fills `result`, on up to `threads` threads, the same whatever their number; with contact pixels, or what
  /// friction needs of them, if `pair` wants them or the areas of contacts follow from them. Of the input,
  /// its settings, request and camera count. `own_bounds` as for overlap_box.
  PairSeconds detect(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                     const DetectionInput& input, const BodyPair& pair, int threads,
                     const PairResult& result);

private:
  void choose_what_is_made(const BodyPair& pair, const DetectionRequest& request, int threads);
  void sample_in_turn(const LdiSettings& settings, const PairResult& result);
  void sample_side_by_side(const LdiSettings& settings, int threads, const PairResult& result);
  void cut_bands(int threads);
  void add_band(int direction, Rows rows);
  void sample(Band& band, const LdiSettings& settings);
  void list(Band& band, const PairResult& result);
  std::span<Band> bands_along(int direction);
  void begin_sums();
  void sum(std::span<Band> bands);
  std::vector<Interval>& intervals_of(int direction) {
    return pair_.directions[static_cast<std::size_t>(direction)].intervals;
  }

  SampledPair pair_;
  bool listed_ = true;                           ///< intervals are listed; else they are only added up
  std::vector<ContactPixelPair> passing_pixels_; ///< memory of pixels that are not kept
};

} // namespace lamina::ldi
