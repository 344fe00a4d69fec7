#pragma once

#include "gpu/stages/batch_arrays.h"
#include "gpu/stages/contact_results.h"
#include "gpu/stages/contact_sums.h"
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
  /// Runs the stages on `count` intervals. `crossings`: where those of each column begin, and the end.
  void run(Door& door, const BatchArrays& arrays, const BatchView& batch, const IntervalsView& found,
           std::uint32_t count, const std::uint32_t* crossings, ldi::Sharing sharing) {
    arrays_ = &arrays;
    batch_ = batch;
    found_ = found;
    count_ = count;
    pixels_.reserve(door, count);
    door.launch(count, MakePixels{batch, found, pixels_.data()});
    sum(door, crossings);
    add_gradients(door, {sharing == ldi::Sharing::cells ? 4u : 2u});
  }

  /// Begins to bring what was found to the processor; pixels only if they are wanted.
  void begin_download(Door& door, bool with_pixels) {
    with_pixels_ = with_pixels;
    const std::size_t totals = 3 * arrays_->pairs.size();
    host_totals_.reserve(door, totals);
    host_cells_.reserve(door, arrays_->cells);
    host_gradient_.reserve(door, entries_);
    totals_.begin_download(door, totals, host_totals_.data());
    cells_.begin_download(door, arrays_->cells, host_cells_.data());
    gradient_.begin_download(door, entries_, host_gradient_.data());
    if (!with_pixels)
      return;
    host_pixels_.reserve(door, count_);
    pixels_.begin_download(door, count_, host_pixels_.data());
  }

  /// Hands out to each pair what has come; false if it makes no sense.
  bool take(std::span<PairLayers> layers) const {
    const ContactResults results{{host_totals_.data(), 3 * arrays_->pairs.size()},
                                 {host_cells_.data(), arrays_->cells},
                                 {host_gradient_.data(), entries_},
                                 {host_pixels_.data(), with_pixels_ ? count_ : 0}};
    return hand_out(results, *arrays_, count_, layers);
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
    door.launch(arrays_->rows, SumRows{batch_, pairs, found_, pixels_.data(), rows_.data()});
    door.launch(3 * std::size_t{pairs}, SumImages{batch_, found_, crossings, rows_.data(), totals_.data()});
    door.launch(arrays_->row_cells, SumRowCells{batch_, pairs, found_, pixels_.data(), row_cells_.data()});
    door.launch(arrays_->cells, SumCells{batch_, pairs, row_cells_.data(), cells_.data()});
  }

  void add_gradients(Door& door, Shares shares) {
    const SharesView view{found_, pixels_.data(), shares};
    const std::size_t count = std::size_t{count_} * shares.of_each;
    begins_.reserve(door, count);
    before_.reserve(door, count + 1);
    door.launch(count_, FindRuns{view, begins_.data()});
    const std::uint64_t runs = door.sum_before(begins_.data(), before_.data(), count);
    if (runs > count)
      refuse(door);
    runs_.reserve(door, runs);
    door.launch(count, SumRuns{batch_, view, count_, begins_.data(), before_.data(), runs_.data()});
    join(door, 3 * runs);
  }

  void join(Door& door, std::uint64_t entries) {
    if (entries > most_entries)
      throw DeviceError(door.name() + ": the gradients of the step have " + std::to_string(entries) +
                        " entries, more than " + std::to_string(most_entries));
    const std::size_t table = std::bit_ceil(2 * entries + 1);
    table_.clear(door, table);
    home_.reserve(door, entries);
    sums_.clear(door, 3 * entries);
    first_.clear(door, entries);
    marks_.reserve(door, entries);
    marks_before_.reserve(door, entries + 1);
    const EntriesView view{runs_.data(), table_.data(), static_cast<std::uint32_t>(table - 1),
                           home_.data(), sums_.data(),  first_.data()};
    door.launch(entries, JoinEntries{view});
    door.launch(entries, MarkFirst{view, marks_.data()});
    const std::uint64_t kept = door.sum_before(marks_.data(), marks_before_.data(), entries);
    if (kept > entries)
      refuse(door);
    entries_ = kept;
    gradient_.reserve(door, kept);
    door.launch(entries, WriteGradient{batch_, view, found_.begins, marks_.data(), marks_before_.data(),
                                       gradient_.data()});
  }

  [[noreturn]] static void refuse(const Door& door) { throw DeviceError(door.name() + nonsense); }

  /// The table has twice as many places, and its numbers 32 bits.
  static constexpr std::uint64_t most_entries = std::uint64_t{1} << 30;

  const BatchArrays* arrays_ = nullptr;
  BatchView batch_{};
  IntervalsView found_{};
  std::uint32_t count_ = 0;
  std::uint64_t entries_ = 0; ///< of all gradients
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
