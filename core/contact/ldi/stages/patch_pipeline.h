#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/device_number.h"
#include "core/contact/ldi/stages/patches.h"

#include <cstdint>
#include <span>

namespace lamina::ldi {

/// The stages that join intervals to patches, on what a Queue opens (see LayerPipeline).
template <class Queue>
class PatchPipeline {
public:
  /// Runs the stages on the intervals of so many pairs, of which there are `count`, and says in `pixels`
  /// which patch each belongs to. All must stay.
  void run(Queue& queue, const BatchView& batch, std::uint32_t pairs, const IntervalsView& found,
           const ImageTotals* totals, const Number<Queue>& count, DevicePixel* pixels) {
    const std::size_t intervals = count.room();
    ranges_.reserve(queue, intervals);
    parents_.reserve(queue, intervals);
    // No patch begins behind the last interval.
    marks_.clear(queue, intervals);
    before_.reserve(queue, intervals + 1);
    begins_.reserve(queue, pairs);
    const SegmentsView view{found, ranges_.data(), parents_.data()};
    queue.launch(count.if_open(), batch.columns, MakeSegments{batch, pairs, view});
    queue.launch(count.if_open(), batch.columns, JoinNeighbours{batch, pairs, view});
    queue.launch(count.counted(), intervals, JoinDirections{batch, view});
    queue.launch(count.counted(), intervals, MarkPatches{batch, view, marks_.data()});
    patches_found_.guess(pairs);
    queue.exclusive_scan(marks_.data(), before_.data(), intervals, patches_found_.total(queue));
    patches_found_.limit(queue, patches_found_.total(queue), 1, &count);
    patches_.clear(queue, patches_found_.room());
    queue.launch(patches_found_.if_open(), pairs,
                 CountPatches{batch, found.begins, before_.data(), begins_.data()});
    queue.launch(patches_found_.if_open(), (intervals + patch_stretch - 1) / patch_stretch,
                 SumPatches{batch, view, totals, before_.data(), pixels, patches_.data()});
    pairs_ = pairs;
  }

  /// Whether there was room for all that came of `found` intervals; makes it otherwise.
  bool all_fits(const Queue& queue, std::uint64_t found) {
    if (patches_found_.found() > found)
      throw DeviceError(queue.name() + nonsense);
    return patches_found_.fits();
  }

  void begin_download(Queue& queue) {
    host_patches_.reserve(queue, patches_found_.room());
    host_begins_.reserve(queue, pairs_);
    patches_found_.begin_download(queue);
    patches_.begin_download(queue, patches_found_.room(), host_patches_.data());
    begins_.begin_download(queue, pairs_, host_begins_.data());
  }
  /// What came, pair by pair, and how many come before each pair.
  std::span<const DevicePatch> found() const { return {host_patches_.data(), patches_found_.found()}; }
  std::span<const std::uint32_t> begins() const { return {host_begins_.data(), pairs_}; }

private:
  template <class T>
  using Buffer = typename Queue::template Buffer<T>;

  std::uint32_t pairs_ = 0;
  Number<Queue> patches_found_;
  Buffer<VoxelRange> ranges_;
  Buffer<std::uint32_t> parents_, marks_, before_, begins_;
  Buffer<DevicePatch> patches_;
  typename Queue::template HostArray<DevicePatch> host_patches_;
  typename Queue::template HostArray<std::uint32_t> host_begins_;
};

} // namespace lamina::ldi
