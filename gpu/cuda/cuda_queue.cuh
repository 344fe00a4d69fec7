#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/device_number.h"

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <cuda_runtime.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

namespace lamina::gpu {

/// One thread an index.
template <class Stage>
__global__ void run_stage(Stage stage, std::size_t count, ldi::Limit limit) {
  const std::size_t index = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (index < limit.of(count))
    stage(index);
}

/// Sums of what does not fit into 32 bits.
struct AddWide {
  __host__ __device__ std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const { return a + b; }
};

/// The compute queue of a CUDA card (see LayerPipeline). Everything goes through one stream, but for what may
/// run beside it. What runs together is one graph. Branches follow one another in a stream of their own,
/// forked from the first and joined to it by events, which makes them branches of the graph.
class CudaQueue {
public:
  static constexpr bool makes_contacts() { return true; }

  explicit CudaQueue(int device) : device_(device) {
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device), "asking for its properties");
    name_ = properties.name;
    check(cudaSetDevice(device), "choosing it");
    for (cudaStream_t* stream : {&main_, &side_})
      check(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "making a stream");
    for (cudaEvent_t& mark : marks_)
      check(cudaEventCreate(&mark), "making an event");
    for (cudaEvent_t* events : {forks_, joins_})
      for (std::size_t branch = 0; branch < ldi::device_branches; ++branch)
        check(cudaEventCreateWithFlags(events + branch, cudaEventDisableTiming), "making an event");
    stream_ = main_;
  }
  CudaQueue(const CudaQueue&) = delete;
  CudaQueue& operator=(const CudaQueue&) = delete;
  ~CudaQueue() {
    cudaFree(scratch_);
    if (graph_)
      cudaGraphExecDestroy(graph_);
    for (const cudaEvent_t mark : marks_)
      destroy(mark);
    for (std::size_t branch = 0; branch < ldi::device_branches; ++branch) {
      destroy(forks_[branch]);
      destroy(joins_[branch]);
    }
    for (const cudaStream_t stream : {main_, side_})
      if (stream)
        cudaStreamDestroy(stream);
  }

  std::string name() const { return name_; }
  cudaStream_t stream() const { return stream_; }

  /// Throws DeviceError for what did not succeed; `what` was tried.
  void check(cudaError_t result, const std::string& what) const {
    if (result == cudaSuccess)
      return;
    cudaGetLastError(); // forget it, unless the card is lost
    throw ldi::DeviceError("CUDA device " + (name_.empty() ? std::to_string(device_) : name_) + ": " + what +
                      " failed: " + cudaGetErrorString(result));
  }

  /// Memory of the card.
  struct OfCard {
    static constexpr const char* name = "memory";
    static cudaError_t take(void** items, std::size_t bytes) { return cudaMalloc(items, bytes); }
    static void give_back(void* items) { cudaFree(items); }
  };
  /// Page-locked memory of the processor, which the card reads and writes by itself.
  struct PageLocked {
    static constexpr const char* name = "the processor's memory";
    static cudaError_t take(void** items, std::size_t bytes) { return cudaMallocHost(items, bytes); }
    static void give_back(void* items) { cudaFreeHost(items); }
  };

  template <class T, class Memory>
  class Items {
  public:
    Items() = default;
    Items(const Items&) = delete;
    Items& operator=(const Items&) = delete;
    ~Items() { Memory::give_back(items_); }

    T* data() { return items_; }
    const T* data() const { return items_; }
    void reserve(CudaQueue& queue, std::size_t count) {
      if (count <= size_)
        return;
      const std::size_t grown = count + count / 4;
      queue.wait();
      Memory::give_back(items_);
      items_ = nullptr;
      size_ = 0;
      queue.check(Memory::take(reinterpret_cast<void**>(&items_), grown * sizeof(T)),
                 "taking " + std::to_string(grown * sizeof(T) >> 20) + " MiB of " + Memory::name);
      size_ = grown;
    }

  private:
    T* items_ = nullptr;
    std::size_t size_ = 0;
  };

  template <class T>
  using HostArray = Items<T, PageLocked>;

  template <class T>
  class Buffer : public Items<T, OfCard> {
  public:
    void upload(CudaQueue& queue, std::span<const T> from) {
      this->reserve(queue, from.size());
      if (!from.empty())
        queue.check(cudaMemcpyAsync(this->data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice,
                                   queue.stream_),
                   "sending data to it");
    }
    /// By way of memory that the card reads by itself while the processor goes on.
    void begin_upload(CudaQueue& queue, std::span<const T> from) {
      this->reserve(queue, from.size());
      sent_.reserve(queue, from.size());
      if (from.empty() || queue.only_reserves_)
        return;
      std::memcpy(static_cast<void*>(sent_.data()), from.data(), from.size_bytes());
      queue.check(cudaMemcpyAsync(this->data(), sent_.data(), from.size_bytes(), cudaMemcpyHostToDevice,
                                 queue.stream_),
                 "sending data to it");
    }
    void begin_download(CudaQueue& queue, std::size_t count, T* to) const {
      queue.read(this->data(), count, to);
    }
    void clear(CudaQueue& queue, std::size_t count) {
      this->reserve(queue, count);
      queue.zero(this->data(), count * sizeof(T));
    }

  private:
    Items<T, PageLocked> sent_;
  };

  template <class Work>
  void beside(ldi::Branch branch, const Work& work) {
    const std::size_t index = static_cast<std::size_t>(branch);
    order(forks_[index], main_, side_);
    const OtherStream other(*this, side_);
    work();
    if (!only_reserves_)
      check(cudaEventRecord(joins_[index], side_), "noting an event");
  }
  void join(ldi::Branch branch) {
    if (!only_reserves_)
      check(cudaStreamWaitEvent(main_, joins_[static_cast<std::size_t>(branch)], 0), "joining a stream");
  }

  template <class Stage>
  void launch(std::size_t count, const Stage& stage) {
    launch(ldi::Limit{}, count, stage);
  }
  template <class Stage>
  void launch(const ldi::Limit& limit, std::size_t count, const Stage& stage) {
    if (count == 0 || only_reserves_)
      return;
    constexpr unsigned threads = 128;
    run_stage<<<static_cast<unsigned>((count + threads - 1) / threads), threads, 0, stream_>>>(stage, count,
                                                                                               limit);
    check(cudaGetLastError(), "starting a kernel");
  }

  void exclusive_scan(const std::uint32_t* counts, std::uint32_t* begins, std::size_t count,
                  std::uint64_t* total) {
    use_scratch([&](void* scratch, std::size_t& size) {
      return cub::DeviceReduce::Reduce(scratch, size, counts, total, count, AddWide{}, std::uint64_t{0},
                                       stream_);
    });
    use_scratch([&](void* scratch, std::size_t& size) {
      return cub::DeviceScan::InclusiveSum(scratch, size, counts, begins + 1, count, stream_);
    });
    zero(begins, sizeof *begins);
  }

  void copy(const std::uint32_t* from, std::uint32_t* to, std::size_t count) {
    if (only_reserves_)
      return;
    check(cudaMemcpyAsync(to, from, count * sizeof *to, cudaMemcpyDeviceToDevice, stream_), "copying memory");
  }
  void wait() {
    for (const cudaStream_t stream : {side_, main_})
      check(cudaStreamSynchronize(stream), "running a kernel");
  }
  void mark(int k) {
    if (only_reserves_)
      return;
    check(captures_ ? cudaEventRecordWithFlags(marks_[k], stream_, cudaEventRecordExternal)
                    : cudaEventRecord(marks_[k], stream_),
          "noting the time");
  }

  /// Calls `stages` twice: once to take all memory, which a graph cannot do, and once to capture what it
  /// launches. The first time, which loads the kernels, it runs as it comes, and from then on if a driver
  /// will not make a graph of it.
  template <class Stages>
  void run_together(const Stages& stages) {
    if (!std::exchange(ran_before_, true) || graphs_to_try_ == 0) {
      stages();
      return;
    }
    only_reserves_ = true;
    try {
      stages();
    } catch (...) {
      only_reserves_ = false;
      throw;
    }
    only_reserves_ = false;
    if (!launch_captured(stages)) {
      --graphs_to_try_;
      stages();
    }
  }
  double seconds_between(int k, int l) const {
    float milliseconds = 0;
    check(cudaEventSynchronize(marks_[l]), "running a kernel");
    check(cudaEventElapsedTime(&milliseconds, marks_[k], marks_[l]), "asking for the time");
    return 1e-3 * static_cast<double>(milliseconds);
  }

private:
  /// What is begun goes there, for a while.
  class OtherStream {
  public:
    OtherStream(CudaQueue& queue, cudaStream_t stream) : queue_(queue) { queue.stream_ = stream; }
    OtherStream(const OtherStream&) = delete;
    OtherStream& operator=(const OtherStream&) = delete;
    ~OtherStream() { queue_.stream_ = queue_.main_; }

  private:
    CudaQueue& queue_;
  };

  static void destroy(cudaEvent_t event) {
    if (event)
      cudaEventDestroy(event);
  }

  /// What follows in the second stream comes after what was begun in the first.
  void order(cudaEvent_t event, cudaStream_t first, cudaStream_t second) const {
    if (only_reserves_)
      return;
    check(cudaEventRecord(event, first), "noting an event");
    check(cudaStreamWaitEvent(second, event, 0), "forking a stream");
  }

  /// False if that is not to be had; then nothing was launched.
  template <class Stages>
  bool launch_captured(const Stages& stages) {
    if (cudaStreamBeginCapture(main_, cudaStreamCaptureModeThreadLocal) != cudaSuccess) {
      cudaGetLastError();
      return false;
    }
    captures_ = true;
    bool captured = true;
    try {
      stages();
    } catch (...) {
      captured = false; // what is the matter will be thrown again
    }
    captures_ = false;
    cudaGraph_t graph = nullptr;
    captured = cudaStreamEndCapture(main_, &graph) == cudaSuccess && captured && graph;
    captured = captured && update(graph) && cudaGraphLaunch(graph_, main_) == cudaSuccess;
    if (graph)
      cudaGraphDestroy(graph);
    if (!captured)
      cudaGetLastError();
    return captured;
  }

  /// Steps mostly differ in what their kernels are given, not in which follow one another.
  bool update(cudaGraph_t graph) {
    if (graph_) {
      cudaGraphExecUpdateResultInfo difference{};
      if (cudaGraphExecUpdate(graph_, graph, &difference) == cudaSuccess)
        return true;
      cudaGetLastError();
      cudaGraphExecDestroy(graph_);
      graph_ = nullptr;
    }
    return cudaGraphInstantiateWithFlags(&graph_, graph, 0) == cudaSuccess;
  }

  void zero(void* memory, std::size_t bytes) {
    if (!only_reserves_)
      check(cudaMemsetAsync(memory, 0, bytes, stream_), "clearing memory");
  }

  template <class T>
  void read(const T* from, std::size_t count, T* to) {
    if (count > 0 && !only_reserves_)
      check(cudaMemcpyAsync(to, from, count * sizeof(T), cudaMemcpyDeviceToHost, stream_),
            "reading data from it");
  }

  /// Calls run() once for the size of its scratch memory and once with it.
  template <class Run>
  void use_scratch(const Run& run) {
    std::size_t size = 0;
    check(run(nullptr, size), "preparing a sum");
    if (size > scratch_size_) {
      wait();
      cudaFree(scratch_);
      scratch_ = nullptr;
      scratch_size_ = 0;
      check(cudaMalloc(&scratch_, size), "taking memory for sums");
      scratch_size_ = size;
    }
    if (!only_reserves_)
      check(run(scratch_, size), "summing up");
  }

  int device_;
  std::string name_;
  cudaStream_t main_ = nullptr, side_ = nullptr, stream_ = nullptr; ///< stream_: the one of both in use
  cudaEvent_t marks_[ldi::device_marks]{};
  cudaEvent_t forks_[ldi::device_branches]{}, joins_[ldi::device_branches]{};
  cudaGraphExec_t graph_ = nullptr;
  bool ran_before_ = false, only_reserves_ = false, captures_ = false;
  int graphs_to_try_ = 3;
  void* scratch_ = nullptr;
  std::size_t scratch_size_ = 0;
};

} // namespace lamina::gpu
