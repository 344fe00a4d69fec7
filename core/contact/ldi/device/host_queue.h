#pragma once

#include "core/base/parallel.h"
#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/device_number.h"
#include "core/contact/ldi/stages/plain_array.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>

namespace lamina::ldi {

/// What a host device is told by tests.
struct HostSettings {
  std::optional<int> threads; ///< instead of those that it may take; 0: all processors
  /// Indices that one thread takes at a time, as a block of a card does. With 1 neighbours run side by side.
  std::size_t block = 128;
  /// Bytes of memory that it has; more is refused as a card refuses it.
  std::size_t memory = std::size_t{1} << 34;
  /// The launch (counted from 1) that fails; 0: none.
  std::uint64_t failing_launch = 0;
  /// What is read from it is nonsense if its items have at least so many bytes; 0: nothing is.
  std::size_t scrambled_size = 0;
  /// Bytes that are sent to it are added here, if it is not null. Must stay.
  std::uint64_t* sent = nullptr;
  /// Bytes that are read from it, likewise.
  std::uint64_t* received = nullptr;
  /// How often it was waited for is added here, if it is not null. Must stay.
  std::uint64_t* waits = nullptr;
};

/// The compute queue of a device made of the processor's threads (see LayerPipeline): the stages that a
/// graphics card runs, run here as they are.
class HostQueue {
public:
  static constexpr bool makes_contacts() { return true; }

  HostQueue() = default;
  explicit HostQueue(const HostSettings& settings) : settings_(settings) { use_threads(0); }

  std::string name() const { return "host threads"; }
  void use_threads(int threads) { threads_ = settings_.threads.value_or(threads); }

  /// Memory of the device.
  template <class T>
  class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;
    ~Buffer() {
      if (queue_)
        queue_->used_ -= size_ * sizeof(T);
    }

    T* data() { return items_.get(); }
    const T* data() const { return items_.get(); }

    void reserve(HostQueue& queue, std::size_t count) {
      if (count <= size_)
        return;
      const std::size_t grown = count + count / 4;
      queue.take((grown - size_) * sizeof(T));
      queue_ = &queue;
      items_.reset(static_cast<T*>(::operator new(grown * sizeof(T))));
      size_ = grown;
    }
    void begin_upload(HostQueue& queue, std::span<const T> from) { upload(queue, from); }
    void upload(HostQueue& queue, std::span<const T> from) {
      reserve(queue, from.size());
      if (queue.phase_ == Phase::takes_memory)
        return;
      if (queue.settings_.sent)
        *queue.settings_.sent += from.size_bytes();
      if (!from.empty())
        std::memcpy(items_.get(), from.data(), from.size_bytes());
    }
    void begin_download(HostQueue& queue, std::size_t count, T* to) const {
      if (count == 0 || queue.phase_ == Phase::takes_memory)
        return;
      if (queue.settings_.received)
        *queue.settings_.received += count * sizeof(T);
      std::memcpy(static_cast<void*>(to), items_.get(), count * sizeof(T));
      const std::size_t scrambled = queue.settings_.scrambled_size;
      if (scrambled > 0 && sizeof(T) >= scrambled)
        std::memset(static_cast<void*>(to), 0xa5, count * sizeof(T));
    }
    void clear(HostQueue& queue, std::size_t count) {
      reserve(queue, count);
      if (count > 0 && queue.phase_ != Phase::takes_memory)
        std::memset(static_cast<void*>(items_.get()), 0, count * sizeof(T));
    }

  private:
    struct Free {
      void operator()(T* items) const { ::operator delete(items); }
    };
    std::unique_ptr<T, Free> items_;
    std::size_t size_ = 0;
    HostQueue* queue_ = nullptr;
  };

  template <class T>
  using HostArray = PlainArray<T>;
  void wait() {
    if (settings_.waits)
      ++*settings_.waits;
  }

  /// As a card does that makes a graph of them: once to take all memory, and once to run.
  template <class Stages>
  void run_together(const Stages& stages) {
    phase_ = Phase::takes_memory;
    stages();
    phase_ = Phase::runs_together;
    stages();
    phase_ = Phase::free;
  }

  /// As late as can be, so that what comes too early is found.
  void beside(Branch branch, std::function<void()> work) { late_of(branch) = std::move(work); }
  void join(Branch branch) { std::exchange(late_of(branch), nullptr)(); }

  template <class Stage>
  void launch(const Limit& limit, std::size_t count, const Stage& stage) {
    launch(limit.of(count), stage);
  }
  template <class Stage>
  void launch(std::size_t count, const Stage& stage) {
    if (phase_ == Phase::takes_memory)
      return;
    if (++launches_ == settings_.failing_launch)
      throw DeviceError(name() + ": a launch failed, as was asked for");
    const std::size_t block = settings_.block, blocks = (count + block - 1) / block;
    parallel_for(blocks, threads_, [&](std::size_t b) {
      const std::size_t last = count < (b + 1) * block ? count : (b + 1) * block;
      for (std::size_t i = b * block; i < last; ++i)
        stage(i);
    });
  }

  void exclusive_scan(const std::uint32_t* counts, std::uint32_t* begins, std::size_t count,
                      std::uint64_t* total) {
    if (phase_ == Phase::takes_memory)
      return;
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      begins[i] = static_cast<std::uint32_t>(sum);
      sum += counts[i];
    }
    begins[count] = static_cast<std::uint32_t>(sum);
    *total = sum;
  }
  void copy(const std::uint32_t* from, std::uint32_t* to, std::size_t count) {
    if (phase_ != Phase::takes_memory)
      std::memcpy(to, from, count * sizeof *to);
  }
  void mark(int k) { marks_[static_cast<std::size_t>(k)] = std::chrono::steady_clock::now(); }
  double seconds_between(int k, int l) const {
    return std::chrono::duration<double>(marks_[static_cast<std::size_t>(l)] -
                                         marks_[static_cast<std::size_t>(k)])
        .count();
  }

private:
  enum class Phase { free, takes_memory, runs_together };

  std::function<void()>& late_of(Branch branch) { return late_[static_cast<std::size_t>(branch)]; }

  void take(std::size_t bytes) {
    if (phase_ == Phase::runs_together)
      throw std::logic_error("stages that run together took memory that they had not taken before");
    if (used_ + bytes > settings_.memory)
      throw DeviceError(name() + ": out of memory (" + std::to_string(settings_.memory >> 20) + " MiB)");
    used_ += bytes;
  }

  HostSettings settings_;
  int threads_ = 0;
  Phase phase_ = Phase::free;
  std::size_t used_ = 0;
  std::uint64_t launches_ = 0;
  std::array<std::function<void()>, device_branches> late_;
  std::array<std::chrono::steady_clock::time_point, device_marks> marks_{};
};

} // namespace lamina::ldi
