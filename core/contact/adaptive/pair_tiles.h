#pragma once

#include "core/contact/adaptive/tile_contacts.h"
#include "core/contact/adaptive/view_axes.h"
#include "core/contact/ldi/region/prepare.h"
#include "core/contact/ldi/region/region_stages.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lamina::adaptive {

/// What is kept of a pair from step to step.
struct KeptPair {
  std::array<std::uint32_t, 2> body{};
  ViewAxes axes;                          ///< along which the pair was seen
  std::array<bool, 2> simple{true, true}; ///< neither was seen to overlap itself
  std::array<KeptSplits, 3> directions;

  /// Whether it says more than that there was nothing.
  bool says_anything() const;
  void save(std::vector<double>& memory) const;
  std::span<const double> restore(std::span<const double> memory); ///< as KeptSplits::restore
};

/// Takes one pair after another from region to contacts; all memory is kept for the next pair.
class PairTiles {
public:
  explicit PairTiles(const TileStages& stages = vector_tile_stages,
                     const ldi::RegionStages& region_stages = ldi::vector_region_stages);

  struct Of {
    const Surface& surface;
    const SurfaceSides& sides;
  };
  /// Fills `result`, on up to `threads` threads, the same whatever their number. Of the input, its settings
  /// and request count. `own_bounds` as for ldi::overlap_box. `last` is what was kept of the pair in the last
  /// step, or null; `kept` what is to be kept now.
  ldi::PairSeconds detect(const Of& a, const Of& b, const std::array<Box, 2>& own_bounds,
                          const DetectionInput& input, const BodyPair& pair, int threads,
                          const KeptPair* last, KeptPair& kept, const ldi::PairResult& result);
  /// By how much a volume (m³) that another method found may be off: see VolumeCheck. None of surfaces that
  /// are not closed.
  std::optional<VolumeError> error_of(double volume, const Of& a, const Of& b,
                                      const std::array<Box, 2>& own_bounds, const DetectionInput& input);

private:
  bool choose_region(const Of& a, const Of& b, const std::array<Box, 2>& own_bounds,
                     const DetectionInput& input, TileDirections directions, const KeptPair* last,
                     KeptPair& kept);
  bool turn_region(const Of& a, const Of& b, const std::array<Box, 2>& own_bounds,
                   const DetectionInput& input, const KeptPair* last, ViewAxes& axes);
  std::array<NearBody, 2> near_bodies(const Of& a, const Of& b) const;
  void refine(const std::array<NearBody, 2>& bodies, const AdaptiveSettings& settings, int threads,
              const KeptPair& last, const KeptPair& kept);
  void find(const std::array<NearBody, 2>& bodies, const AdaptiveSettings& settings, int threads,
            const KeptPair& last, KeptPair& kept);
  std::array<double, 3> weights() const;
  std::array<double, 3> shares() const;
  void count(const ldi::PairResult& result) const;

  const ldi::RegionStages& region_stages_;
  ldi::PreparedPair prepared_;
  TiledRegion region_;
  PartTaker taker_;
  std::array<DirectionTiles, 3> directions_;
  std::array<double, 3> weights_{}; ///< of the directions in the volume of the pair; their sum is 1
  TileContacts contacts_;
};

} // namespace lamina::adaptive
