#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "gpu/opengl/peeling/layer_peeler.h"

#include "core/contact/ldi/image/columns.h"
#include "core/contact/ldi/image/raster.h"

#include <array>
#include <span>
#include <vector>

namespace lamina::gpu {

/// The vertices of a pair in pixels along the axes of its region, as they are drawn.
struct PlacedPair {
  std::vector<float> positions; ///< three a vertex, those of the first body first
  std::size_t vertices_of_first = 0;
};
void place_pair(const ldi::Grid& grid, const std::array<const Surface*, 2>& surfaces, PlacedPair& placed);

/// The columns of one direction, filled layer by layer with what was read back.
class PeeledColumns {
public:
  void begin(const ldi::Grid& grid, const PeeledView& view, const std::array<const Surface*, 2>& surfaces,
             const PlacedPair& placed);
  /// Takes the next layer; false if it names what there is not.
  bool take(std::span<const PeeledCrossing> layer);
  /// Walks what was taken. Adds to columns and fragments of `layers`, and fills this direction's part of it.
  void walk(std::uint32_t crossing_limit, ldi::PairLayers& layers);

private:
  bool take_crossing(const PeeledCrossing& crossing, std::uint32_t column);
  void weigh_ends(ldi::Interval& interval) const;

  const ldi::Grid* grid_ = nullptr;
  const PeeledView* view_ = nullptr;
  const PlacedPair* placed_ = nullptr;
  std::array<const Surface*, 2> surfaces_{};
  double from_ = 0, stretch_ = 0; ///< metres at depth 0, and from there to where depth 1 would be
  ldi::FragmentList list_;
  ldi::ColumnSet set_;
};

} // namespace lamina::gpu
