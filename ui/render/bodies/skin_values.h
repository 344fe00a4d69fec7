#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/view_modes.h"

#include <array>
#include <vector>

namespace lamina {

/// Values at both ends of every pair of contact pixels of one pair of bodies, Pa; and those of all pairs.
using PairSkinValues = std::vector<std::array<double, 2>>;
using SkinValues = std::vector<PairSkinValues>;

/// What colours the skin. Pressure is that of the contact cell in which an end lies. Friction is the traction
/// of the friction law at the velocities of the snapshot (those of the skin where bodies deform). It is
/// scaled so that it adds up to the pair's friction force. Where bodies merely spin on one another, that sum
/// vanishes, and the coefficient of the settings holds.
PairSkinValues skin_values(const Snapshot& snapshot, const PairState& pair, SkinColour skin);
SkinValues skin_values(const Snapshot& snapshot, SkinColour skin);

/// The same at the contact points of a pair, one value for both ends, in their order.
std::vector<double> point_skin_values(const Snapshot& snapshot, const PairState& pair, SkinColour skin);

/// The value that 95 % of the coloured area stay below, Pa: a single cell under great pressure must not
/// darken all others. 0 if there is none.
double upper_skin_value(const Snapshot& snapshot, const SkinValues& values);

/// Pressure of each contact cell of a pair, Pa, by cell index; a single one where the whole pair has one.
class CellPressures {
public:
  explicit CellPressures(const PairState& pair);
  double of(std::uint32_t cell) const {
    return by_cell_.empty() ? 0 : cell < by_cell_.size() ? by_cell_[cell] : whole_;
  }

private:
  std::vector<double> by_cell_;
  double whole_ = 0;
};

} // namespace lamina
