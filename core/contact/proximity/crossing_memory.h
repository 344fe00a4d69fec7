#pragma once

#include "core/contact/proximity/pair_search.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::proximity {

/// The features that have gone through each other, kept from one detection to the next. A sweep says when
/// they did. Of cloth and something solid also those vertices are kept that lie behind a face without having
/// been seen to go through it, as in the first detection. A node of cloth within something solid is followed
/// from face to face, however deep it is:
///
///   ═════╤═════╤═════   faces of the solid
///        ┊ ──▶ ┊
///        ●     ●        node of cloth, now and a step later
class CrossingMemory {
public:
  /// Adds what went through in earlier detections and still is, and takes the far sides of it away. `body`
  /// are the surfaces of the pair.
  void add_earlier(const SurfacePair& of, const std::array<std::uint32_t, 2>& body,
                   std::vector<FeaturePair>& found) const;

  void clear() { crossings_.clear(); }
  /// Keeps what of a pair has gone through, in its order. Call sort() after the last pair.
  void keep(const SurfacePair& of, const std::array<std::uint32_t, 2>& body,
            std::span<const FeaturePair> found);
  void sort();

  /// Appends what is kept as numbers, and takes all of such numbers.
  void save(std::vector<double>& memory) const;
  void restore(std::span<const double> memory);

private:
  struct Crossing {
    std::array<std::uint32_t, 2> body;
    FeaturePair features;
  };
  std::span<const Crossing> of_pair(const std::array<std::uint32_t, 2>& body) const;

  std::vector<Crossing> crossings_; ///< sorted by bodies
};

/// What went through cloth in this step lies in front of its other side, which must not push it on: takes
/// such pairs away.
void drop_far_sides(const SurfacePair& of, std::vector<FeaturePair>& found);

} // namespace lamina::proximity
