#pragma once

#include "core/base/host_device.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace lamina::ldi {

/// A number that a device finds, as its later launches and the processor read it.
struct NumberView {
  std::uint32_t count; ///< of indices that launches over it run; 0 if it is not open
  std::uint32_t open;  ///< 1 if it and all numbers before it fit into the room that was made for them, else 0
  std::uint64_t total; ///< what it came to
};

/// Which indices of a launch run, decided where the device keeps a number.
struct Limit {
  const NumberView* by = nullptr;
  bool counted = false; ///< as many as the number counts; else all if it is open, and none if it is not

  /// Of so many.
  LAMINA_HD std::size_t of(std::size_t count) const {
    if (!by)
      return count;
    const std::size_t most = counted ? by->count : by->open != 0 ? count : 0;
    return most < count ? most : count;
  }
};

/// One thread: makes a number of a total.
template <class Total>
struct LimitNumber {
  const Total* total;
  const NumberView* before;   ///< the number found before, or null
  std::uint32_t factor, room; ///< indices of a launch for each; more than `room` do not fit
  NumberView* number;

  LAMINA_HD void operator()(std::size_t) const {
    const bool open = (!before || before->open != 0) && *total <= room;
    number->total = *total;
    number->open = open ? 1 : 0;
    number->count = open ? static_cast<std::uint32_t>(*total) * factor : 0;
  }
};

/// Room that the processor makes for something: for about what it came to the last time.
class Room {
public:
  std::uint64_t size() const { return size_; }
  /// Makes room for a first guess.
  void guess(std::uint64_t expected) {
    if (size_ == 0)
      size_ = with_spare(expected);
  }
  /// Whether so many fitted. Makes room for the next step, or for this one again.
  bool fits(std::uint64_t found) {
    const bool fitted = found <= size_;
    if (found + found / 16 > size_)
      size_ = with_spare(found);
    else
      size_ = std::max(with_spare(found), size_ - size_ / 16);
    return fitted;
  }

private:
  static std::uint64_t with_spare(std::uint64_t count) { return count + count / 8 + 256; }

  std::uint64_t size_ = 0;
};

/// A number that the device finds while it runs, without the processor waiting for it. The processor makes
/// room for about what it came to the last time, and launches are limited by what it comes to. If it does not
/// fit, nothing that follows runs, and the step is run again with more room.
template <class Queue>
class Number {
public:
  /// What it may come to, at most 2^32 − 1 launch indices.
  std::uint64_t room() const { return room_.size(); }
  void guess(std::uint64_t expected) { room_.guess(expected); }

  /// Makes as much as another one has.
  void share_room_of(const Number& other) { room_ = other.room_; }

  /// Memory of the device for the total.
  std::uint64_t* total(Queue& queue) {
    total_.reserve(queue, 1);
    return total_.data();
  }
  /// Looks whether the total fits: one of total() or another one of the device's. Launches over the number
  /// have `factor` indices for each. `before` is the number found before, if any.
  template <class Total>
  void limit(Queue& queue, const Total* total, std::uint32_t factor, const Number* before) {
    view_.reserve(queue, 1);
    queue.launch(1, LimitNumber<Total>{total, before ? before->view_.data() : nullptr, factor,
                                       static_cast<std::uint32_t>(room()), view_.data()});
  }
  /// For launches that follow.
  Limit counted() const { return {view_.data(), true}; }
  Limit if_open() const { return {view_.data(), false}; }

  void begin_download(Queue& queue) {
    found_.reserve(queue, 1);
    view_.begin_download(queue, 1, found_.data());
  }
  /// What it came to, once it has come: counts only if all numbers before it fitted.
  std::uint64_t found() const { return found_.data()->total; }
  /// Whether it fitted. Makes room for the next step, or for this one again.
  bool fits() { return room_.fits(found()); }

private:
  Room room_;
  typename Queue::template Buffer<std::uint64_t> total_;
  typename Queue::template Buffer<NumberView> view_;
  typename Queue::template HostArray<NumberView> found_;
};

} // namespace lamina::ldi
