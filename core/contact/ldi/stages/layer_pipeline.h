#pragma once

#include "core/contact/clock.h"
#include "core/contact/ldi/stages/batch_arrays.h"
#include "core/contact/ldi/stages/batch_memory.h"
#include "core/contact/ldi/stages/columns.h"
#include "core/contact/ldi/stages/contact_pipeline.h"
#include "core/contact/ldi/stages/device_number.h"
#include "core/contact/ldi/stages/raster.h"
#include "core/contact/ldi/stages/rest_overlap.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lamina::ldi {

/// The stages of LayerDevice, one after the other. They reach memory, launches and sums of a device through a
/// compute queue:
///
///   upload ─► raster: count ─► scan ─► scatter ─► sort and walk columns ─► pixels, sums, patches, gradient
///                       └─ crossings, intervals and entries are counted on the device; nobody waits for them
///
/// A queue throws DeviceError, and has
///   Buffer<T>                              reserve(n) (forgets what it held), data(), upload(span),
///                                          begin_upload(span) (which stays until it was waited for),
///                                          clear(n) (zero bytes), begin_download(n, to)
///   HostArray<T>                           reserve(n) (forgets what it held), data(): memory of the
///                                          processor that downloads go to without a copy
///   wait()                                 until all downloads that were begun are there
///   run_together(stages)                   calls stages(), which begins uploads, launches and downloads and
///                                          waits for nothing, once or twice: the device may run them as one
///   beside(branch, work)                   work() begins uploads and launches that the device may run beside
///                                          what follows; what they need came before. work may be called
///                                          until join(branch), and what it refers to must stay
///   join(branch)                           what follows comes after that work; each branch is joined
///   launch(n, stage)                       stage(i) for all i < n, in any order and side by side
///   launch(limit, n, stage)                the same for those of them that a Limit lets run
///   exclusive_scan(counts, begins, n,      begins[i] = counts[0] + … + counts[i − 1], for i = 0 … n. The
///                  total)                  last may not fit into 32 bits: it goes to `total` on the device
///   copy(from, to, n)                      of 32-bit numbers
///   mark(k), seconds_between(k, l)         notes when the device comes to here, k < device_marks; seconds
///                                          between two notes, on the device's clock where it has one
///   name()
///   makes_contacts()                       whether it has the stages of ContactPipeline
template <class Queue>
class LayerPipeline : public LayerDevice {
public:
  template <class... Arguments>
  explicit LayerPipeline(Arguments&&... arguments) : queue_(std::forward<Arguments>(arguments)...) {}

  std::string name() const override { return queue_.name(); }

  LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                      const LayerRequest& request, std::span<PairLayers> layers) override {
    LayerSeconds seconds;
    if (plans.empty())
      return seconds;
    Clock clock;
    const bool contacts = queue_.makes_contacts();
    arrays_.fill(surfaces, plans, contacts);
    memory_.upload_lasting(queue_, arrays_);
    seconds.upload = clock.lap();
    int runs = 0;
    do {
      if (++runs > most_runs)
        refuse_results();
      queue_.run_together([&] { run_stages(contacts, request); });
      queue_.wait();
    } while (!all_fits(contacts));
    if (contacts)
      take_contacts(layers);
    else
      take_intervals(layers);
    take_faults(layers);
    seconds.upload += queue_.seconds_between(0, 1);
    seconds.ldi = queue_.seconds_between(1, 2);
    seconds.volume = queue_.seconds_between(2, 3);
    return seconds;
  }

  Queue& queue() { return queue_; }
  /// Contact pixels of the last call of sample() that made some, on the device until the next.
  const DevicePixel* pixels() const { return contacts_.pixels(); }

private:
  template <class T>
  using Buffer = typename Queue::template Buffer<T>;
  template <class T>
  using HostArray = typename Queue::template HostArray<T>;

  /// So many can be counted for sure.
  static constexpr std::uint64_t most_crossings = std::uint64_t{1} << 31;
  /// Their threads can be numbered with 32 bits.
  static constexpr std::uint64_t most_large = (std::uint64_t{1} << 31) / threads_a_large_triangle;

  /// Each run finds at least one number more that the one before had no room for.
  static constexpr int most_runs = 9;

  /// Nothing in here waits for the device.
  void run_stages(bool contacts, const LayerRequest& request) {
    queue_.mark(0);
    memory_.begin_upload(queue_, arrays_);
    batch_ = memory_.view(arrays_, request.crossing_limit);
    memory_.await_layers(queue_);
    queue_.mark(1);
    rasterise();
    queue_.mark(2);
    walk();
    memory_.await_contacts(queue_);
    if (contacts)
      contacts_.run(queue_, arrays_, batch_, {intervals_.data(), owners_.data(), interval_begins_.data()},
                    found_, begins_.data(), request);
    begin_download(contacts);
    queue_.mark(3);
  }

  /// Whether there was room for all that the stages found; makes it otherwise.
  bool all_fits(bool contacts) {
    if (large_triangles_.found() > 3 * std::uint64_t{arrays_.items})
      refuse_results();
    refuse_over(large_triangles_.found(), most_large, "large triangles");
    if (!large_triangles_.fits())
      return false;
    refuse_over(crossings_.found(), most_crossings, "crossings");
    if (!crossings_.fits())
      return false;
    if (faulty_.found() > arrays_.columns)
      refuse_results();
    if (!faulty_.fits())
      return false;
    // At most one for every second crossing.
    if (found_.found() > crossings_.found())
      refuse_results();
    return found_.fits() && (!contacts || contacts_.all_fits(queue_, found_.found()));
  }

  void refuse_over(std::uint64_t found, std::uint64_t most, const char* what) const {
    if (found > most)
      throw DeviceError(name() + ": the step has " + std::to_string(found) + " " + what + ", more than " +
                        std::to_string(most));
  }

  /// Count, scan, scatter: so each column has its crossings side by side.
  void rasterise() {
    const std::size_t columns = arrays_.columns;
    counts_.clear(queue_, columns);
    begins_.reserve(queue_, columns + 1);
    large_.reserve(queue_, 3 * std::size_t{arrays_.items});
    large_count_.clear(queue_, 1);
    const LargeTriangles large{large_.data(), large_count_.data()};
    const CountCrossings count{counts_.data()};
    queue_.launch(arrays_.items, RasteriseItems<CountCrossings>{batch_, large, count});
    large_triangles_.guess(arrays_.parts.size());
    large_triangles_.limit(queue_, large_count_.data(), threads_a_large_triangle, nullptr);
    const std::size_t many = large_triangles_.room() * threads_a_large_triangle;
    queue_.launch(large_triangles_.counted(), many,
                  RasteriseLarge<CountCrossings>{batch_, large_.data(), count});

    crossings_.guess(2 * std::uint64_t{columns});
    queue_.exclusive_scan(counts_.data(), begins_.data(), columns, crossings_.total(queue_));
    crossings_.limit(queue_, crossings_.total(queue_), 1, &large_triangles_);
    fragments_.reserve(queue_, crossings_.room());
    sorted_.reserve(queue_, crossings_.room());
    queue_.copy(begins_.data(), counts_.data(), columns);
    const StoreCrossings store{counts_.data(), fragments_.data()};
    queue_.launch(crossings_.if_open(), arrays_.items,
                  RasteriseItems<StoreCrossings>{batch_, {nullptr, nullptr}, store});
    // Large triangles count only if there is room for what they cross.
    stored_large_.share_room_of(large_triangles_);
    stored_large_.limit(queue_, large_count_.data(), threads_a_large_triangle, &crossings_);
    queue_.launch(stored_large_.counted(), many,
                  RasteriseLarge<StoreCrossings>{batch_, large_.data(), store});
  }

  void walk() {
    const std::size_t columns = arrays_.columns;
    const std::uint32_t pairs = static_cast<std::uint32_t>(arrays_.pairs.size());
    rest_.reserve(queue_, arrays_.leaves_out_rest ? crossings_.room() : 1);
    const ColumnsView view{fragments_.data(), begins_.data(), sorted_.data(), rest_.data()};
    if (arrays_.leaves_out_rest)
      queue_.launch(crossings_.if_open(), columns, MeasureRest{batch_, pairs, view, rest_.data()});
    faulty_.guess(1);
    faults_.reserve(queue_, faulty_.room());
    fault_count_.clear(queue_, 1);
    const FaultList faults{faults_.data(), fault_count_.data(), static_cast<std::uint32_t>(faulty_.room())};
    interval_begins_.reserve(queue_, columns + 1);
    queue_.launch(crossings_.if_open(), columns, SortColumns{batch_, pairs, view, counts_.data(), faults});
    faulty_.limit(queue_, fault_count_.data(), 1, &crossings_);
    found_.guess(columns / 2);
    queue_.exclusive_scan(counts_.data(), interval_begins_.data(), columns, found_.total(queue_));
    found_.limit(queue_, found_.total(queue_), 1, &crossings_);
    intervals_.reserve(queue_, found_.room());
    owners_.reserve(queue_, found_.room());
    queue_.launch(
        found_.if_open(), columns,
        WriteIntervals{batch_, pairs, view, interval_begins_.data(), intervals_.data(), owners_.data()});
  }

  /// All that the processor reads of a step, together. Of what the device counts it reads all that there is
  /// room for.
  void begin_download(bool contacts) {
    for (Number<Queue>* number : {&large_triangles_, &crossings_, &faulty_, &found_})
      number->begin_download(queue_);
    host_faults_.reserve(queue_, faulty_.room());
    faults_.begin_download(queue_, faulty_.room(), host_faults_.data());
    if (contacts) {
      contacts_.begin_download(queue_);
      return;
    }
    const std::size_t ends = arrays_.columns + std::size_t{1};
    host_begins_.reserve(queue_, ends);
    host_crossings_.reserve(queue_, ends);
    host_intervals_.reserve(queue_, found_.room());
    begins_.begin_download(queue_, ends, host_crossings_.data());
    interval_begins_.begin_download(queue_, ends, host_begins_.data());
    intervals_.begin_download(queue_, found_.room(), host_intervals_.data());
  }

  void take_contacts(std::span<PairLayers> layers) {
    if (!contacts_.take(found_.found(), layers))
      refuse_results();
    for (PairLayers& pair : layers) {
      pair.contacts = true;
      for (std::vector<Interval>& intervals : pair.intervals)
        intervals.clear();
    }
  }

  void take_intervals(std::span<PairLayers> layers) {
    for (std::size_t p = 0; p < layers.size(); ++p) {
      PairLayers& pair = layers[p];
      const PairView& view = arrays_.pairs[p];
      pair.contacts = false;
      pair.columns = 0;
      const std::size_t first = view.image[0].first_column;
      for (int direction = 0; direction < 3; ++direction)
        pair.columns += take_image(view.image[direction], arrays_.parts.data() + 2 * p,
                                   static_cast<std::size_t>(direction), pair);
      pair.fragments = host_crossings_.data()[first + pair.columns] - host_crossings_.data()[first];
    }
  }

  /// Returns its columns. `parts` are the two of its pair.
  std::size_t take_image(const ImageView& image, const PartView* parts, std::size_t direction,
                         PairLayers& pair) {
    const std::size_t first = image.first_column, columns = static_cast<std::size_t>(image.width) *
                                                            static_cast<std::size_t>(image.height);
    const std::uint32_t begin = host_begins_.data()[first], end = host_begins_.data()[first + columns];
    if (begin > end || end > found_.found())
      refuse_results();
    std::vector<Interval>& intervals = pair.intervals[direction];
    intervals.assign(host_intervals_.data() + begin, host_intervals_.data() + end);
    check_intervals(image, parts, intervals);
    return columns;
  }

  /// Columns are numbered pair by pair and direction by direction.
  void take_faults(std::span<PairLayers> layers) {
    const std::span<FaultyColumn> faults(host_faults_.data(), faulty_.found());
    std::sort(faults.begin(), faults.end(),
              [](const FaultyColumn& a, const FaultyColumn& b) { return a.column < b.column; });
    auto fault = faults.begin();
    for (std::size_t p = 0; p < layers.size(); ++p)
      for (std::size_t direction = 0; direction < 3; ++direction) {
        const ImageView& image = arrays_.pairs[p].image[direction];
        const std::uint32_t columns = static_cast<std::uint32_t>(image.width * image.height);
        std::vector<BadColumn>& bad = layers[p].bad[direction];
        bad.clear();
        for (; fault != faults.end() && fault->column - image.first_column < columns; ++fault)
          bad.push_back(
              {fault->column - image.first_column, fault->fault == ColumnFault::too_many_crossings});
      }
    if (fault != faults.end())
      refuse_results();
  }

  /// Others take them as indices: a driver that computes nonsense must not bring the program down.
  void check_intervals(const ImageView& image, const PartView* parts,
                       std::span<const Interval> intervals) const {
    for (const Interval& interval : intervals) {
      bool valid = interval.pixel[0] < image.width && interval.pixel[1] < image.height;
      for (std::size_t end = 0; end < 2; ++end)
        valid =
            valid && interval.body[end] < 2 && interval.triangle[end] < parts[interval.body[end]].triangles;
      if (!valid)
        refuse_results();
    }
  }
  [[noreturn]] void refuse_results() const { throw DeviceError(name() + nonsense); }

  Queue queue_;
  BatchArrays arrays_;
  BatchView batch_{};
  BatchMemory<Queue> memory_;
  Buffer<std::uint32_t> counts_, begins_, interval_begins_, large_, large_count_, owners_;
  Buffer<Fragment> fragments_;
  Buffer<Crossing> sorted_;
  Buffer<double> rest_; ///< per fragment
  Buffer<std::uint32_t> fault_count_;
  Buffer<FaultyColumn> faults_;
  Buffer<Interval> intervals_;
  ContactPipeline<Queue> contacts_;
  Number<Queue> large_triangles_, crossings_, stored_large_, faulty_, found_; ///< found_: intervals
  HostArray<std::uint32_t> host_begins_, host_crossings_;                     ///< per column
  HostArray<FaultyColumn> host_faults_;
  HostArray<Interval> host_intervals_;
};

} // namespace lamina::ldi
