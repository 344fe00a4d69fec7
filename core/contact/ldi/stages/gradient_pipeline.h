#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/device_number.h"
#include "core/contact/ldi/stages/gradient.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string>

namespace lamina::ldi {

/// The stages from contact pixels to gradients over vertices, on what a Queue opens (see LayerPipeline).
template <class Queue>
class GradientPipeline {
public:
  /// Runs the stages on the shares of the first so many pairs; of intervals there are `count`. All must stay.
  void run(Queue& queue, const BatchView& batch, const SharesView& view, const Number<Queue>& count,
           std::uint32_t pairs) {
    batch_ = batch;
    view_ = view;
    const std::size_t shares = count.room() * view.shares.of_each;
    // No run begins behind the last interval.
    begins_.clear(queue, shares);
    before_.reserve(queue, shares + 1);
    queue.launch(count.counted(), count.room(), FindRuns{view, pairs, begins_.data()});
    runs_found_.guess(count.room());
    queue.exclusive_scan(begins_.data(), before_.data(), shares, runs_found_.total(queue));
    runs_found_.limit(queue, runs_found_.total(queue), 3, &count);
    runs_.reserve(queue, runs_found_.room());
    queue.launch(runs_found_.if_open(), shares, SumRuns{batch, view, before_.data(), runs_.data()});
    join(queue, 3 * runs_found_.room());
  }

  /// Whether there was room for all that came of `found` intervals; makes it otherwise.
  bool all_fits(const Queue& queue, std::uint64_t found) {
    if (runs_found_.found() > found * view_.shares.of_each)
      refuse(queue);
    if (3 * runs_found_.found() > most_entries)
      throw DeviceError(queue.name() + ": the gradients of the step have " +
                        std::to_string(3 * runs_found_.found()) + " entries, more than " +
                        std::to_string(most_entries));
    if (!runs_found_.fits())
      return false;
    if (kept_.found() > 3 * runs_found_.found())
      refuse(queue);
    return kept_.fits();
  }

  void begin_download(Queue& queue) {
    host_gradient_.reserve(queue, kept_.room());
    runs_found_.begin_download(queue);
    kept_.begin_download(queue);
    gradient_.begin_download(queue, kept_.room(), host_gradient_.data());
  }
  /// What came.
  std::span<const DeviceGradient> found() const { return {host_gradient_.data(), kept_.found()}; }

private:
  template <class T>
  using Buffer = typename Queue::template Buffer<T>;

  /// `entries`: so many at most.
  void join(Queue& queue, std::uint64_t entries) {
    const std::size_t table = std::bit_ceil(2 * entries + 1);
    table_.clear(queue, table);
    home_.reserve(queue, entries);
    sums_.clear(queue, 3 * entries);
    first_.clear(queue, entries);
    marks_.clear(queue, entries);
    marks_before_.reserve(queue, entries + 1);
    const EntriesView view{runs_.data(), table_.data(), static_cast<std::uint32_t>(table - 1),
                           home_.data(), sums_.data(),  first_.data()};
    queue.launch(runs_found_.counted(), entries, JoinEntries{view});
    queue.launch(runs_found_.counted(), entries, MarkFirst{view, marks_.data()});
    kept_.guess(runs_found_.room());
    queue.exclusive_scan(marks_.data(), marks_before_.data(), entries, kept_.total(queue));
    kept_.limit(queue, kept_.total(queue), 1, &runs_found_);
    gradient_.reserve(queue, kept_.room());
    queue.launch(kept_.if_open(), entries,
                 WriteGradient{batch_, view, view_, marks_.data(), marks_before_.data(), gradient_.data()});
  }

  [[noreturn]] static void refuse(const Queue& queue) { throw DeviceError(queue.name() + nonsense); }

  /// The table has twice as many places, and its numbers 32 bits.
  static constexpr std::uint64_t most_entries = std::uint64_t{1} << 30;

  BatchView batch_{};
  SharesView view_{};
  Number<Queue> runs_found_, kept_; ///< kept_: entries of all gradients
  Buffer<std::uint32_t> begins_, before_, table_, home_, first_, marks_, marks_before_;
  Buffer<std::uint64_t> sums_;
  Buffer<Run> runs_;
  Buffer<DeviceGradient> gradient_;
  typename Queue::template HostArray<DeviceGradient> host_gradient_;
};

} // namespace lamina::ldi
