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

  /// Hands out what was found of each pair; false if it makes no sense. Pixels only if they are wanted.
  bool download(Door& door, bool with_pixels, std::span<PairLayers> layers) {
    results_.totals.resize(3 * arrays_->pairs.size());
    results_.cells.resize(arrays_->cells);
    results_.gradient.resize(entries_);
    totals_.download(door, 0, results_.totals.size(), results_.totals.data());
    cells_.download(door, 0, results_.cells.size(), results_.cells.data());
    gradient_.download(door, 0, results_.gradient.size(), results_.gradient.data());
    if (!hand_out(results_, *arrays_, count_, layers))
      return false;
    std::size_t first = 0;
    for (std::size_t p = 0; p < layers.size(); ++p) {
      PairLayers& pair = layers[p];
      pair.pixels.resize(with_pixels ? pair.found : 0);
      pixels_.download(door, first, pair.pixels.size(),
                       static_cast<DevicePixel*>(static_cast<void*>(pair.pixels.data())));
      if (!pixels_valid(pair.pixels, *arrays_, p))
        return false;
      first += pair.found;
    }
    return true;
  }

private:
  template <class T>
  using Buffer = typename Door::template Buffer<T>;

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
  ContactResults results_;
};

} // namespace lamina::gpu
