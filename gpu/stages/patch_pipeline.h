#pragma once

#include "gpu/method/layer_device.h"
#include "gpu/stages/device_number.h"
#include "gpu/stages/patches.h"

#include <cstdint>
#include <span>

namespace lamina::gpu {

/// The stages that join intervals to patches, on what a Door opens (see LayerPipeline).
template <class Door>
class PatchPipeline {
public:
  /// Runs the stages on the intervals of so many pairs, of which there are `count`, and says in `pixels`
  /// which patch each belongs to. All must stay.
  void run(Door& door, const BatchView& batch, std::uint32_t pairs, const IntervalsView& found,
           const ImageTotals* totals, const Number<Door>& count, DevicePixel* pixels) {
    const std::size_t intervals = count.room();
    ranges_.reserve(door, intervals);
    parents_.reserve(door, intervals);
    // No patch begins behind the last interval.
    marks_.clear(door, intervals);
    before_.reserve(door, intervals + 1);
    begins_.reserve(door, pairs);
    const SegmentsView view{found, ranges_.data(), parents_.data()};
    door.launch(count.if_open(), batch.columns, MakeSegments{batch, pairs, view});
    door.launch(count.if_open(), batch.columns, JoinNeighbours{batch, pairs, view});
    door.launch(count.counted(), intervals, JoinDirections{batch, view});
    door.launch(count.counted(), intervals, MarkPatches{batch, view, marks_.data()});
    patches_found_.guess(pairs);
    door.sum_before(marks_.data(), before_.data(), intervals, patches_found_.total(door));
    patches_found_.limit(door, patches_found_.total(door), 1, &count);
    patches_.clear(door, patches_found_.room());
    door.launch(patches_found_.if_open(), pairs,
                CountPatches{batch, found.begins, before_.data(), begins_.data()});
    door.launch(patches_found_.if_open(), (intervals + patch_stretch - 1) / patch_stretch,
                SumPatches{batch, view, totals, before_.data(), pixels, patches_.data()});
    pairs_ = pairs;
  }

  /// Whether there was room for all that came of `found` intervals; makes it otherwise.
  bool all_fits(const Door& door, std::uint64_t found) {
    if (patches_found_.found() > found)
      throw DeviceError(door.name() + nonsense);
    return patches_found_.fits();
  }

  void begin_download(Door& door) {
    host_patches_.reserve(door, patches_found_.room());
    host_begins_.reserve(door, pairs_);
    patches_found_.begin_download(door);
    patches_.begin_download(door, patches_found_.room(), host_patches_.data());
    begins_.begin_download(door, pairs_, host_begins_.data());
  }
  /// What came, pair by pair, and how many come before each pair.
  std::span<const DevicePatch> found() const { return {host_patches_.data(), patches_found_.found()}; }
  std::span<const std::uint32_t> begins() const { return {host_begins_.data(), pairs_}; }

private:
  template <class T>
  using Buffer = typename Door::template Buffer<T>;

  std::uint32_t pairs_ = 0;
  Number<Door> patches_found_;
  Buffer<ldi::VoxelRange> ranges_;
  Buffer<std::uint32_t> parents_, marks_, before_, begins_;
  Buffer<DevicePatch> patches_;
  typename Door::template HostArray<DevicePatch> host_patches_;
  typename Door::template HostArray<std::uint32_t> host_begins_;
};

} // namespace lamina::gpu
