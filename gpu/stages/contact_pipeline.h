#pragma once

#include "gpu/stages/batch_arrays.h"
#include "gpu/stages/contact_results.h"
#include "gpu/stages/contact_sums.h"
#include "gpu/stages/device_number.h"
#include "gpu/stages/gradient.h"

#include <bit>
#include <cstdint>
#include <span>
#include <string>

namespace lamina::gpu {

/// The stages from intervals to contact pixels, sums and gradients, on what a Door opens (see LayerPipeline).
template <class Door>
class ContactPipeline {
public:
  /// Runs the stages on intervals, of which there are `count`, both of which must stay. `crossings`: where
  /// those of each column begin, and the end.
  void run(Door& door, const BatchArrays& arrays, const BatchView& batch, const IntervalsView& found,
           const Number<Door>& count, const std::uint32_t* crossings, ldi::Sharing sharing) {
    arrays_ = &arrays;
    batch_ = batch;
    found_ = found;
    count_ = &count;
    shares_ = {sharing == ldi::Sharing::cells ? 4u : 2u};
    pixels_.reserve(door, count.room());
    door.launch(count.counted(), count.room(), MakePixels{batch, found, pixels_.data()});
    sum(door, crossings);
    add_gradients(door);
  }

  /// Whether there was room for all that the stages made of `found` intervals; makes it otherwise.
  bool all_fits(const Door& door, std::uint64_t found) {
    if (runs_found_.found() > found * shares_.of_each)
      refuse(door);
    if (3 * runs_found_.found() > most_entries)
      throw DeviceError(door.name() + ": the gradients of the step have " +
                        std::to_string(3 * runs_found_.found()) + " entries, more than " +
                        std::to_string(most_entries));
    if (!runs_found_.fits())
      return false;
    if (kept_.found() > 3 * runs_found_.found())
      refuse(door);
    return kept_.fits();
  }

  /// What was found last, on the device.
  const DevicePixel* pixels() const { return pixels_.data(); }

  /// Begins to bring what was found to the processor; pixels only if they are wanted.
  void begin_download(Door& door, bool with_pixels) {
    with_pixels_ = with_pixels;
    const std::size_t totals = 3 * arrays_->pairs.size();
    host_totals_.reserve(door, totals);
    host_cells_.reserve(door, arrays_->cells);
    host_gradient_.reserve(door, kept_.room());
    runs_found_.begin_download(door);
    kept_.begin_download(door);
    totals_.begin_download(door, totals, host_totals_.data());
    cells_.begin_download(door, arrays_->cells, host_cells_.data());
    gradient_.begin_download(door, kept_.room(), host_gradient_.data());
    if (!with_pixels)
      return;
    host_pixels_.reserve(door, count_->room());
    pixels_.begin_download(door, count_->room(), host_pixels_.data());
  }

  /// Hands out to each pair what has come of `found` intervals; false if it makes no sense.
  bool take(std::uint64_t found, std::span<PairLayers> layers) const {
    const ContactResults results{{host_totals_.data(), 3 * arrays_->pairs.size()},
                                 {host_cells_.data(), arrays_->cells},
                                 {host_gradient_.data(), kept_.found()},
                                 {host_pixels_.data(), with_pixels_ ? found : 0}};
    return hand_out(results, *arrays_, found, layers);
  }

private:
  template <class T>
  using Buffer = typename Door::template Buffer<T>;
  template <class T>
  using HostArray = typename Door::template HostArray<T>;

  void sum(Door& door, const std::uint32_t* crossings) {
    const std::uint32_t pairs = static_cast<std::uint32_t>(arrays_->pairs.size());
    rows_.reserve(door, arrays_->rows);
    totals_.reserve(door, 3 * std::size_t{pairs});
    row_cells_.reserve(door, arrays_->row_cells);
    cells_.reserve(door, arrays_->cells);
    const Limit limit = count_->if_open();
    door.launch(limit, arrays_->rows, SumRows{batch_, pairs, found_, pixels_.data(), rows_.data()});
    door.launch(limit, 3 * std::size_t{pairs},
                SumImages{batch_, found_, crossings, rows_.data(), totals_.data()});
    door.launch(limit, arrays_->row_cells,
                SumRowCells{batch_, pairs, found_, pixels_.data(), row_cells_.data()});
    door.launch(limit, arrays_->cells, SumCells{batch_, pairs, row_cells_.data(), cells_.data()});
  }

  void add_gradients(Door& door) {
    const SharesView view{found_, pixels_.data(), shares_};
    const std::size_t count = count_->room() * shares_.of_each;
    // No run begins behind the last interval.
    begins_.clear(door, count);
    before_.reserve(door, count + 1);
    door.launch(count_->counted(), count_->room(), FindRuns{view, begins_.data()});
    runs_found_.guess(count_->room());
    door.sum_before(begins_.data(), before_.data(), count, runs_found_.total(door));
    runs_found_.limit(door, runs_found_.total(door), 3, count_);
    runs_.reserve(door, runs_found_.room());
    door.launch(runs_found_.if_open(), count,
                SumRuns{batch_, view, begins_.data(), before_.data(), runs_.data()});
    join(door, 3 * runs_found_.room());
  }

  /// `entries`: so many at most.
  void join(Door& door, std::uint64_t entries) {
    const std::size_t table = std::bit_ceil(2 * entries + 1);
    table_.clear(door, table);
    home_.reserve(door, entries);
    sums_.clear(door, 3 * entries);
    first_.clear(door, entries);
    marks_.clear(door, entries);
    marks_before_.reserve(door, entries + 1);
    const EntriesView view{runs_.data(), table_.data(), static_cast<std::uint32_t>(table - 1),
                           home_.data(), sums_.data(),  first_.data()};
    door.launch(runs_found_.counted(), entries, JoinEntries{view});
    door.launch(runs_found_.counted(), entries, MarkFirst{view, marks_.data()});
    kept_.guess(runs_found_.room());
    door.sum_before(marks_.data(), marks_before_.data(), entries, kept_.total(door));
    kept_.limit(door, kept_.total(door), 1, &runs_found_);
    gradient_.reserve(door, kept_.room());
    door.launch(
        kept_.if_open(), entries,
        WriteGradient{batch_, view, found_.begins, marks_.data(), marks_before_.data(), gradient_.data()});
  }

  [[noreturn]] static void refuse(const Door& door) { throw DeviceError(door.name() + nonsense); }

  /// The table has twice as many places, and its numbers 32 bits.
  static constexpr std::uint64_t most_entries = std::uint64_t{1} << 30;

  const BatchArrays* arrays_ = nullptr;
  BatchView batch_{};
  IntervalsView found_{};
  const Number<Door>* count_ = nullptr; ///< of intervals
  Shares shares_{2};
  Number<Door> runs_found_, kept_; ///< kept_: entries of all gradients
  Buffer<DevicePixel> pixels_;
  Buffer<ContactSum> rows_, row_cells_, cells_;
  Buffer<ImageTotals> totals_;
  Buffer<std::uint32_t> begins_, before_, table_, home_, first_, marks_, marks_before_;
  Buffer<std::uint64_t> sums_;
  Buffer<Run> runs_;
  Buffer<DeviceGradient> gradient_;
  bool with_pixels_ = false;
  HostArray<ImageTotals> host_totals_;
  HostArray<ContactSum> host_cells_;
  HostArray<DeviceGradient> host_gradient_;
  HostArray<DevicePixel> host_pixels_;
};

} // namespace lamina::gpu
