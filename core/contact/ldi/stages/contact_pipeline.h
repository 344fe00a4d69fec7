#pragma once

#include "core/contact/ldi/stages/batch_arrays.h"
#include "core/contact/ldi/stages/contact_results.h"
#include "core/contact/ldi/stages/contact_sums.h"
#include "core/contact/ldi/stages/device_number.h"
#include "core/contact/ldi/stages/friction.h"
#include "core/contact/ldi/stages/gradient_pipeline.h"
#include "core/contact/ldi/stages/patch_pipeline.h"

#include <algorithm>
#include <cstdint>
#include <span>

namespace lamina::ldi {

/// The stages from intervals to contact pixels, sums, patches, moments, friction samples and gradients, on
/// what a Queue opens (see LayerPipeline). Pixels are made of all intervals and mostly stay on the device.
template <class Queue>
class ContactPipeline {
public:
  /// Runs the stages on intervals, of which there are `count`, both of which must stay, as the request. What
  /// no pair wants is not made. `crossings`: where those of each column begin, and the end.
  void run(Queue& queue, const BatchArrays& arrays, const BatchView& batch, const IntervalsView& found,
           const Number<Queue>& count, const std::uint32_t* crossings, const LayerRequest& request) {
    arrays_ = &arrays;
    batch_ = batch;
    found_ = found;
    count_ = &count;
    wanted_.pixels = std::min(request.pixels, arrays.pairs.size());
    wanted_.gradients = std::min(request.gradients, arrays.pairs.size());
    wanted_.samples = request.friction != FrictionSampling::none && wanted_.gradients < arrays.pairs.size();
    pixels_.reserve(queue, count.room());
    queue.launch(count.counted(), count.room(), MakePixels{batch, found, pixels_.data()});
    sum(queue, crossings);
    if (arrays.in_patches)
      patches_.run(queue, batch, static_cast<std::uint32_t>(arrays.pairs.size()), found, totals_.data(),
                   count, pixels_.data());
    if (wanted_.samples)
      sample_friction(queue, request.friction == FrictionSampling::along_view_axis);
    if (wanted_.gradients > 0)
      gradients_.run(queue, batch, {batch.pairs, totals_.data(), found, pixels_.data(), shares()}, count,
                     static_cast<std::uint32_t>(wanted_.gradients));
  }

  /// Whether there was room for all that the stages made of `found` intervals; makes it otherwise. Of pixels
  /// that there was no room for the download begins again, and is waited for.
  bool all_fits(Queue& queue, std::uint64_t found) {
    if (arrays_->in_patches && !patches_.all_fits(queue, found))
      return false;
    // A group is full, or the last of its image.
    if (wanted_.samples && groups_.found() > found / sample_lanes + 3 * arrays_->pairs.size())
      refuse(queue);
    const bool fits = !wanted_.samples || groups_.fits();
    if (!fits || (wanted_.gradients > 0 && !gradients_.all_fits(queue, found)))
      return false;
    kept_pixels_ = pixels_of(wanted_.pixels);
    if (kept_pixels_ > found)
      refuse(queue);
    if (wanted_.pixels > 0 && !pixel_room_.fits(kept_pixels_)) {
      download_pixels(queue, kept_pixels_);
      queue.wait();
    }
    return true;
  }

  /// What was found last, on the device.
  const DevicePixel* pixels() const { return pixels_.data(); }

  /// Begins to bring what was found and is wanted to the processor.
  void begin_download(Queue& queue) {
    const std::size_t totals = 3 * arrays_->pairs.size();
    download(queue, totals_, totals, host_totals_);
    download(queue, cells_, arrays_->cells, host_cells_);
    download(queue, moments_, arrays_->moments, host_moments_);
    if (arrays_->in_patches)
      patches_.begin_download(queue);
    if (wanted_.samples) {
      groups_.begin_download(queue);
      download(queue, samples_, groups_.room(), host_samples_);
    }
    if (wanted_.gradients > 0)
      gradients_.begin_download(queue);
    if (wanted_.pixels > 0) {
      pixel_room_.guess(count_->room());
      download_pixels(queue, std::min(pixel_room_.size(), count_->room()));
    }
  }

  /// Hands out to each pair what has come of `found` intervals; false if it makes no sense.
  bool take(std::uint64_t found, std::span<PairLayers> layers) const {
    const ContactResults results{{host_totals_.data(), 3 * arrays_->pairs.size()},
                                 {host_cells_.data(), arrays_->cells},
                                 {host_moments_.data(), arrays_->moments},
                                 arrays_->in_patches ? patches_.found() : std::span<const DevicePatch>(),
                                 arrays_->in_patches ? patches_.begins() : std::span<const std::uint32_t>(),
                                 wanted_.gradients > 0 ? gradients_.found()
                                                       : std::span<const DeviceGradient>(),
                                 {host_pixels_.data(), kept_pixels_},
                                 {host_samples_.data(), wanted_.samples ? groups_.found() : 0},
                                 wanted_};
    return hand_out(results, *arrays_, found, layers);
  }

private:
  template <class T>
  using Buffer = typename Queue::template Buffer<T>;
  template <class T>
  using HostArray = typename Queue::template HostArray<T>;

  Shares shares() const { return {arrays_->cells > 0 ? 4u : 2u}; }

  void sum(Queue& queue, const std::uint32_t* crossings) {
    const std::uint32_t pairs = static_cast<std::uint32_t>(arrays_->pairs.size());
    rows_.reserve(queue, arrays_->rows);
    totals_.reserve(queue, 3 * std::size_t{pairs});
    row_cells_.reserve(queue, arrays_->row_cells);
    cells_.reserve(queue, arrays_->cells);
    moments_.reserve(queue, arrays_->moments);
    const Limit limit = count_->if_open();
    queue.launch(limit, arrays_->rows, SumRows{batch_, pairs, found_, pixels_.data(), rows_.data()});
    queue.launch(limit, 3 * std::size_t{pairs},
                 SumImages{batch_, found_, crossings, rows_.data(), totals_.data(), moments_.data()});
    queue.launch(limit, arrays_->row_cells,
                 SumRowCells{batch_, pairs, found_, pixels_.data(), row_cells_.data()});
    queue.launch(limit, arrays_->cells,
                 SumCells{batch_, pairs, row_cells_.data(), cells_.data(), moments_.data()});
  }

  /// Of the pairs without gradients.
  void sample_friction(Queue& queue, bool along_axis) {
    const std::size_t images = 3 * arrays_->pairs.size();
    group_counts_.clear(queue, images);
    group_begins_.reserve(queue, images + 1);
    queue.launch(count_->if_open(), images,
                 CountGroups{batch_, found_.begins, static_cast<std::uint32_t>(wanted_.gradients),
                             group_counts_.data()});
    groups_.guess(count_->room() / sample_lanes);
    queue.exclusive_scan(group_counts_.data(), group_begins_.data(), images, groups_.total(queue));
    groups_.limit(queue, groups_.total(queue), sample_lanes, count_);
    samples_.reserve(queue, groups_.room());
    queue.launch(groups_.counted(), groups_.room() * sample_lanes,
                 WriteSamples{batch_, static_cast<std::uint32_t>(images), found_.begins, pixels_.data(),
                              group_begins_.data(), along_axis, samples_.data()});
  }

  template <class T>
  void download(Queue& queue, const Buffer<T>& from, std::size_t count, HostArray<T>& to) {
    to.reserve(queue, count);
    from.begin_download(queue, count, to.data());
  }

  /// Of the first pairs, which lie in front.
  void download_pixels(Queue& queue, std::uint64_t count) {
    download(queue, pixels_, static_cast<std::size_t>(count), host_pixels_);
  }

  /// Of so many pairs.
  std::uint64_t pixels_of(std::size_t pairs) const {
    std::uint64_t sum = 0;
    for (std::size_t image = 0; image < 3 * pairs; ++image)
      sum += host_totals_.data()[image].intervals;
    return sum;
  }

  [[noreturn]] static void refuse(const Queue& queue) { throw DeviceError(queue.name() + nonsense); }

  const BatchArrays* arrays_ = nullptr;
  BatchView batch_{};
  IntervalsView found_{};
  const Number<Queue>* count_ = nullptr; ///< of intervals
  WantedContacts wanted_;
  PatchPipeline<Queue> patches_;
  GradientPipeline<Queue> gradients_;
  Number<Queue> groups_; ///< of friction samples
  Room pixel_room_;      ///< to be downloaded
  std::uint64_t kept_pixels_ = 0;
  Buffer<DevicePixel> pixels_;
  Buffer<RowSum> rows_, row_cells_;
  Buffer<ContactSum> cells_;
  Buffer<ImageTotals> totals_;
  Buffer<RigidMoments> moments_;
  Buffer<std::uint32_t> group_counts_, group_begins_;
  Buffer<DeviceSamples> samples_;
  HostArray<ImageTotals> host_totals_;
  HostArray<ContactSum> host_cells_;
  HostArray<RigidMoments> host_moments_;
  HostArray<DeviceSamples> host_samples_;
  HostArray<DevicePixel> host_pixels_;
};

} // namespace lamina::ldi
