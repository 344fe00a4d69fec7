#pragma once

#include "core/contact/adaptive/pair_sides.h"
#include "core/contact/adaptive/pair_tiles.h"
#include "core/contact/adaptive/self_volume.h"
#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/scratch_pool.h"

#include <memory>
#include <optional>
#include <vector>

namespace lamina::adaptive {

/// Says of volumes that `ldi` found by how much they may be off. Tiles along one direction find the
/// volume again, V_t, with a bound and an error bar of its own:
///
///   |V − V_exact| ≤ |V − V_t| + bound(V_t)
///
/// So the bound always holds, whatever pixels have missed. Tiles are split until the error bar of V_t is
/// small beside |V − V_t|, or within AdaptiveSettings. The overlap of a body with itself is found again too
/// (SelfVolume), by as many tiles as three directions have. Keeps nothing from call to call but memory.
class VolumeCheck {
public:
  /// Fills in ImageEvidence::error of what `ldi` found for this input, if its settings ask for error bars: of
  /// all pairs of method `ldi`, and of bodies with themselves of `adaptive`. Those whose overlap at rest is
  /// left out have none. On up to input.threads threads, and the same for any number. The time is added to
  /// the phase of volumes.
  void find(const DetectionInput& input, std::vector<PairContacts>& found, MethodTimings& timings);

private:
  void prepare(const DetectionInput& input, bool between);
  static std::optional<VolumeError> error_with_itself(double volume, const Surface& surface,
                                                      const Region& region, const AdaptiveSettings& settings,
                                                      SelfVolume& itself);

  ldi::OwnBounds own_bounds_;
  PairSides sides_;
  ldi::ScratchPool<PairTiles> pool_{[] { return std::make_unique<PairTiles>(); }};
  std::vector<std::unique_ptr<SelfVolume>> with_themselves_; ///< per surface; of those that meet themselves
};

} // namespace lamina::adaptive
