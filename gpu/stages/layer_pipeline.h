#pragma once

#include "core/contact/clock.h"
#include "gpu/stages/batch_arrays.h"
#include "gpu/stages/columns.h"
#include "gpu/stages/contact_pipeline.h"
#include "gpu/stages/raster.h"

#include <string>
#include <utility>

namespace lamina::gpu {

/// The stages of LayerDevice, one after the other, on what a Door opens: memory, launches and sums of one
/// device. A door has
///   Buffer<T>                              reserve(n) (forgets what it held), data(), upload(span),
///                                          download(first, n, to), clear(n) (zero bytes)
///   launch(n, stage)                       stage(i) for all i < n, in any order and side by side
///   sum_before(counts, begins, n)          begins[i] = counts[0] + … + counts[i − 1], for i = 0 … n; returns
///                                          the last, which may not fit into 32 bits
///   copy(from, to, n)                      of 32-bit numbers
///   mark(k), seconds_between(k, l)         notes when the device comes to here, k < device_marks; seconds
///                                          between two notes, on the device's clock where it has one
///   name()
///   makes_contacts()                       whether it has the stages of ContactPipeline
/// and throws DeviceError.
template <class Door>
class LayerPipeline : public LayerDevice {
public:
  template <class... Arguments>
  explicit LayerPipeline(Arguments&&... arguments) : door_(std::forward<Arguments>(arguments)...) {}

  std::string name() const override { return door_.name(); }

  LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                      const LayerRequest& request, std::span<PairLayers> layers) override {
    LayerSeconds seconds;
    if (plans.empty())
      return seconds;
    Clock clock;
    const bool contacts = door_.makes_contacts() && request.sharing != ldi::Sharing::patches;
    arrays_.fill(surfaces, plans, contacts && request.sharing == ldi::Sharing::cells);
    seconds.upload = clock.lap();
    door_.mark(0);
    upload(request.crossing_limit);
    door_.mark(1);
    rasterise();
    door_.mark(2);
    walk();
    if (contacts)
      make_contacts(request, layers);
    else
      download(layers);
    download_faults(layers);
    door_.mark(3);
    seconds.upload += door_.seconds_between(0, 1);
    seconds.ldi = door_.seconds_between(1, 2);
    seconds.volume = door_.seconds_between(2, 3);
    return seconds;
  }

private:
  template <class T>
  using Buffer = typename Door::template Buffer<T>;

  /// So many can be counted for sure.
  static constexpr std::uint64_t most_crossings = std::uint64_t{1} << 31;

  void upload(std::uint32_t crossing_limit) {
    upload_vertices();
    if (arrays_.new_triangles())
      triangles_.upload(door_, std::span<const DeviceTriangle>(arrays_.triangles));
    pairs_.upload(door_, std::span<const PairView>(arrays_.pairs));
    parts_.upload(door_, std::span<const PartView>(arrays_.parts));
    shifts_.upload(door_, std::span<const std::int16_t>(arrays_.shifts));
    planes_.upload(door_, std::span<const double>(arrays_.planes));
    batch_ = {positions_.data(),
              triangles_.data(),
              pairs_.data(),
              parts_.data(),
              static_cast<std::uint32_t>(arrays_.parts.size()),
              arrays_.items,
              shifts_.data(),
              planes_.data(),
              arrays_.columns,
              crossing_limit};
  }

  /// Of rigid bodies only where they lie now.
  void upload_vertices() {
    const std::size_t placed = arrays_.placed_vertices();
    positions_.reserve(door_, arrays_.positions.size() + 3 * placed);
    positions_.upload(door_, std::span<const double>(arrays_.positions));
    if (placed == 0)
      return;
    if (arrays_.new_rest())
      rest_.upload(door_, std::span<const double>(arrays_.rest));
    placed_.upload(door_, std::span<const PlacedView>(arrays_.placed));
    door_.launch(placed, PlaceVertices{placed_.data(), static_cast<std::uint32_t>(arrays_.placed.size()),
                                       static_cast<std::uint32_t>(arrays_.positions.size() / 3), rest_.data(),
                                       positions_.data()});
  }

  /// Count, scan, scatter: so each column has its crossings side by side.
  void rasterise() {
    const std::size_t columns = arrays_.columns;
    counts_.clear(door_, columns);
    begins_.reserve(door_, columns + 1);
    large_.reserve(door_, 3 * std::size_t{arrays_.items});
    large_count_.clear(door_, 1);
    const LargeTriangles large{large_.data(), large_count_.data()};
    const CountCrossings count{counts_.data()};
    door_.launch(arrays_.items, RasteriseItems<CountCrossings>{batch_, large, count});
    const std::size_t large_found = one(large_count_, 0);
    if (large_found > 3 * std::size_t{arrays_.items})
      refuse_results();
    const std::size_t many = large_found * threads_a_large_triangle;
    door_.launch(many, RasteriseLarge<CountCrossings>{batch_, large_.data(), count});
    const std::uint64_t crossings = door_.sum_before(counts_.data(), begins_.data(), columns);
    if (crossings > most_crossings)
      throw DeviceError(name() + ": the step has " + std::to_string(crossings) + " crossings, more than " +
                        std::to_string(most_crossings));
    fragments_found_ = crossings;
    fragments_.reserve(door_, crossings);
    sorted_.reserve(door_, crossings);
    door_.copy(begins_.data(), counts_.data(), columns);
    const StoreCrossings store{counts_.data(), fragments_.data()};
    door_.launch(arrays_.items, RasteriseItems<StoreCrossings>{batch_, {nullptr, nullptr}, store});
    door_.launch(many, RasteriseLarge<StoreCrossings>{batch_, large_.data(), store});
  }

  void walk() {
    const std::size_t columns = arrays_.columns;
    const std::uint32_t pairs = static_cast<std::uint32_t>(arrays_.pairs.size());
    const ColumnsView view{fragments_.data(), begins_.data(), sorted_.data()};
    faults_.reserve(door_, columns);
    interval_begins_.reserve(door_, columns + 1);
    door_.launch(columns, SortColumns{batch_, pairs, view, counts_.data(), faults_.data()});
    found_ = door_.sum_before(counts_.data(), interval_begins_.data(), columns);
    // At most one for every second crossing.
    if (found_ > fragments_found_)
      refuse_results();
    intervals_.reserve(door_, found_);
    owners_.reserve(door_, found_);
    door_.launch(columns, WriteIntervals{batch_, pairs, view, interval_begins_.data(), intervals_.data(),
                                         owners_.data()});
  }

  void make_contacts(const LayerRequest& request, std::span<PairLayers> layers) {
    contacts_.run(door_, arrays_, batch_, {intervals_.data(), owners_.data(), interval_begins_.data()},
                  static_cast<std::uint32_t>(found_), begins_.data(), request.sharing);
    if (!contacts_.download(door_, request.pixels, layers))
      refuse_results();
    for (PairLayers& pair : layers) {
      pair.contacts = true;
      for (std::vector<ldi::Interval>& intervals : pair.intervals)
        intervals.clear();
    }
  }

  void download(std::span<PairLayers> layers) {
    host_begins_.resize(arrays_.columns + std::size_t{1});
    host_crossings_.resize(arrays_.columns + std::size_t{1});
    begins_.download(door_, 0, host_crossings_.size(), host_crossings_.data());
    interval_begins_.download(door_, 0, host_begins_.size(), host_begins_.data());
    for (std::size_t p = 0; p < layers.size(); ++p) {
      PairLayers& pair = layers[p];
      const PairView& view = arrays_.pairs[p];
      pair.contacts = false;
      pair.columns = 0;
      const std::size_t first = view.image[0].first_column;
      for (int direction = 0; direction < 3; ++direction)
        pair.columns += take_image(view.image[direction], arrays_.parts.data() + 2 * p,
                                   static_cast<std::size_t>(direction), pair);
      pair.fragments = host_crossings_[first + pair.columns] - host_crossings_[first];
    }
  }

  /// Returns its columns. `parts` are the two of its pair.
  std::size_t take_image(const ImageView& image, const PartView* parts, std::size_t direction,
                         PairLayers& pair) {
    const std::size_t first = image.first_column, columns = static_cast<std::size_t>(image.width) *
                                                            static_cast<std::size_t>(image.height);
    const std::uint32_t begin = host_begins_[first], end = host_begins_[first + columns];
    if (begin > end || end > found_)
      refuse_results();
    std::vector<ldi::Interval>& intervals = pair.intervals[direction];
    intervals.resize(end - begin);
    intervals_.download(door_, begin, intervals.size(), intervals.data());
    check_intervals(image, parts, intervals);
    return columns;
  }

  void download_faults(std::span<PairLayers> layers) {
    host_faults_.resize(arrays_.columns);
    faults_.download(door_, 0, host_faults_.size(), host_faults_.data());
    for (std::size_t p = 0; p < layers.size(); ++p)
      for (std::size_t direction = 0; direction < 3; ++direction) {
        const ImageView& image = arrays_.pairs[p].image[direction];
        std::vector<ldi::BadColumn>& bad = layers[p].bad[direction];
        bad.clear();
        for (std::uint32_t c = 0; c < static_cast<std::uint32_t>(image.width * image.height); ++c)
          if (const ColumnFault fault = host_faults_[image.first_column + c]; fault != ColumnFault::none)
            bad.push_back({c, fault == ColumnFault::too_many_crossings});
      }
  }

  /// Others take them as indices: a driver that computes nonsense must not bring the program down.
  void check_intervals(const ImageView& image, const PartView* parts,
                       std::span<const ldi::Interval> intervals) const {
    for (const ldi::Interval& interval : intervals) {
      bool valid = interval.pixel[0] < image.width && interval.pixel[1] < image.height;
      for (std::size_t end = 0; end < 2; ++end)
        valid =
            valid && interval.body[end] < 2 && interval.triangle[end] < parts[interval.body[end]].triangles;
      if (!valid)
        refuse_results();
    }
  }
  [[noreturn]] void refuse_results() const { throw DeviceError(name() + nonsense); }

  std::uint32_t one(const Buffer<std::uint32_t>& buffer, std::size_t index) {
    std::uint32_t number = 0;
    buffer.download(door_, index, 1, &number);
    return number;
  }

  Door door_;
  BatchArrays arrays_;
  BatchView batch_{};
  Buffer<double> positions_, rest_;
  Buffer<PlacedView> placed_;
  Buffer<DeviceTriangle> triangles_;
  Buffer<PairView> pairs_;
  Buffer<PartView> parts_;
  Buffer<std::int16_t> shifts_;
  Buffer<double> planes_;
  Buffer<std::uint32_t> counts_, begins_, interval_begins_, large_, large_count_, owners_;
  Buffer<ldi::Fragment> fragments_;
  Buffer<ldi::Crossing> sorted_;
  Buffer<ColumnFault> faults_;
  Buffer<ldi::Interval> intervals_;
  ContactPipeline<Door> contacts_;
  std::uint64_t fragments_found_ = 0, found_ = 0;
  std::vector<std::uint32_t> host_begins_, host_crossings_; ///< per column
  std::vector<ColumnFault> host_faults_;
};

} // namespace lamina::gpu
