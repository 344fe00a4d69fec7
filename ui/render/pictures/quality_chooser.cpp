#include "ui/render/pictures/quality_chooser.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

constexpr double too_slow_ms = 40;
constexpr double quick_ms = 8;
constexpr double coarser_ms = 50, finer_ms = 25; ///< at low quality, for fewer or more pixels
constexpr int slow_pictures = 4, quick_pictures = 120;
constexpr double coarsest_resolution = 0.5;

Quality below(Quality quality) {
  return quality == Quality::high ? Quality::medium : Quality::low;
}

Quality above(Quality quality) {
  return quality == Quality::low ? Quality::medium : Quality::high;
}

} // namespace

QualityChooser::Drawn QualityChooser::choose(QualityChoice wanted, bool moving) {
  chosen_freely_ = wanted == QualityChoice::automatic;
  last_.settled = chosen_freely_ && !moving;
  if (last_.settled) {
    last_.quality = Quality::high;
    last_.resolution = 1;
    return last_;
  }
  last_.quality = chosen_freely_ ? automatic_ : static_cast<Quality>(static_cast<int>(wanted) - 1);
  last_.resolution = last_.quality == Quality::low && moving ? resolution_ : 1;
  return last_;
}

void QualityChooser::took(double ms) {
  if (!(ms > 0) || !std::isfinite(ms) || last_.settled)
    return;
  const bool low = last_.quality == Quality::low;
  const bool slow = ms > (low ? coarser_ms : too_slow_ms);
  const bool quick = ms < (low && resolution_ < 1 ? finer_ms : quick_ms);
  slow_ = slow ? slow_ + 1 : 0;
  fast_ = quick ? fast_ + 1 : 0;
  if (low && slow_ >= slow_pictures) {
    resolution_ = std::max(coarsest_resolution, 0.8 * resolution_);
    slow_ = 0;
  } else if (low && resolution_ < 1 && fast_ >= quick_pictures) {
    resolution_ = std::min(1.0, 1.25 * resolution_);
    fast_ = 0;
  } else if (chosen_freely_) {
    adapt_quality();
  }
}

void QualityChooser::adapt_quality() {
  if (slow_ >= slow_pictures && automatic_ != Quality::low) {
    automatic_ = best_ = below(automatic_);
    slow_ = fast_ = 0;
  } else if (fast_ >= quick_pictures && automatic_ < best_) {
    automatic_ = above(automatic_);
    slow_ = fast_ = 0;
  }
}

void QualityChooser::reset() {
  best_ = Quality::high;
  resolution_ = 1;
  slow_ = fast_ = 0;
}

} // namespace lamina
