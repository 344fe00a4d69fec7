#pragma once

#include "core/body/surface.h"
#include "core/contact/ldi/columns.h"
#include "core/contact/ldi/grid.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lamina::gpu {

/// A device that cannot go on: the message names the device, what failed and why.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A pair to be sampled: two of the surfaces, and its pixels. The grid must stay.
struct PairPlan {
  std::array<std::uint32_t, 2> surface;
  const ldi::Grid* grid;
};

/// What a device found out about a pair, per direction: intervals in the order of rows, pixels and depths,
/// columns that cannot be trusted in the order of rows and pixels.
struct PairLayers {
  std::array<std::vector<ldi::Interval>, 3> intervals;
  std::array<std::vector<ldi::BadColumn>, 3> bad;
  std::uint64_t columns = 0, fragments = 0; ///< sampled, and crossings found
};

/// Seconds on the device, under the names of F08 Table 1.
struct LayerSeconds {
  double upload = 0, ldi = 0, volume = 0;
};

/// Draws and walks the layered depth images of all pairs of a step (F08 sections 3 and 4; design: LDI volume
/// contact, items 3 and 4), with the results of the plain stages bit for bit. Every crossing of a column is
/// found, so that every column is checked.
class LayerDevice {
public:
  virtual ~LayerDevice() = default;
  /// Fills `layers`, one for each plan. A column of more than `crossing_limit` crossings is not trusted.
  /// Throws DeviceError; what was there before is then gone.
  virtual LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                              std::uint32_t crossing_limit, std::span<PairLayers> layers) = 0;
  /// For the panel and for `lamina devices`.
  virtual std::string name() const = 0;
};

} // namespace lamina::gpu
