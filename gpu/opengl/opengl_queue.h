#pragma once

#include "core/contact/ldi/stages/columns.h"
#include "core/contact/ldi/stages/contact_sums.h"
#include "core/contact/ldi/stages/device_number.h"
#include "core/contact/ldi/stages/friction.h"
#include "core/contact/ldi/stages/gradient.h"
#include "core/contact/ldi/stages/patches.h"
#include "core/contact/ldi/stages/plain_array.h"
#include "core/contact/ldi/stages/pose_vertices.h"
#include "core/contact/ldi/stages/raster.h"
#include "core/contact/ldi/stages/rest_overlap.h"
#include "gpu/opengl/gl_program.h"
#include "gpu/opengl/opengl_device.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lamina::gpu {

/// The name of an OpenGL buffer in the clothes of a pointer, so that stages carry it: never to be followed.
template <class T>
T* pointer_of(unsigned buffer) {
  return reinterpret_cast<T*>(static_cast<std::uintptr_t>(buffer));
}
inline unsigned buffer_of(const void* pointer) {
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(pointer));
}

/// The compute queue of an OpenGL context (see LayerPipeline). Each stage is a compute shader that does what
/// the stage's own operator() does. To be used and destroyed with the context current.
class OpenglQueue {
public:
  explicit OpenglQueue(const std::string& renderer, const OpenglSettings& settings);
  OpenglQueue(const OpenglQueue&) = delete;
  OpenglQueue& operator=(const OpenglQueue&) = delete;
  ~OpenglQueue();

  std::string name() const { return renderer_; }
  /// Those stages need more buffers at a time than every driver has.
  bool makes_contacts() const { return makes_contacts_; }

  /// Memory of the context.
  template <class T>
  class Buffer {
  public:
    Buffer() = default;
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    T* data() { return pointer_of<T>(id_); }
    const T* data() const { return pointer_of<const T>(id_); }

    void reserve(OpenglQueue& queue, std::size_t count) { queue.grow(id_, bytes_, count * sizeof(T)); }
    void begin_upload(OpenglQueue& queue, std::span<const T> from) { upload(queue, from); }
    void upload(OpenglQueue& queue, std::span<const T> from) {
      reserve(queue, from.size());
      queue.write(id_, from.data(), from.size_bytes());
    }
    void begin_download(OpenglQueue& queue, std::size_t count, T* to) const {
      queue.read(id_, count * sizeof(T), to);
    }
    void clear(OpenglQueue& queue, std::size_t count) {
      reserve(queue, count);
      queue.zero(id_, count * sizeof(T));
    }

  private:
    unsigned id_ = 0;
    std::size_t bytes_ = 0;
  };

  template <class T>
  using HostArray = ldi::PlainArray<T>;
  void wait() {}
  template <class Stages>
  void run_together(const Stages& stages) {
    stages();
  }

  template <class Work>
  void beside(ldi::Branch, const Work& work) {
    work();
  }
  void join(ldi::Branch) {}

  template <class Stage>
  void launch(const ldi::Limit& limit, std::size_t count, const Stage& stage) {
    limit_ = limit;
    launch(count, stage);
    limit_ = {};
  }
  void launch(std::size_t count, const ldi::LimitNumber<std::uint32_t>& stage);
  void launch(std::size_t count, const ldi::LimitNumber<std::uint64_t>& stage);
  void launch(std::size_t count, const ldi::MoveVertices& stage);
  void launch(std::size_t count, const ldi::PoseVertices& stage);
  void launch(std::size_t count, const ldi::RasteriseItems<ldi::CountCrossings>& stage);
  void launch(std::size_t count, const ldi::RasteriseItems<ldi::StoreCrossings>& stage);
  void launch(std::size_t count, const ldi::RasteriseLarge<ldi::CountCrossings>& stage);
  void launch(std::size_t count, const ldi::RasteriseLarge<ldi::StoreCrossings>& stage);
  void launch(std::size_t count, const ldi::MeasureRest& stage);
  void launch(std::size_t count, const ldi::SortColumns& stage);
  void launch(std::size_t count, const ldi::WriteIntervals& stage);
  void launch(std::size_t count, const ldi::MakePixels& stage);
  void launch(std::size_t count, const ldi::SumRows& stage);
  void launch(std::size_t count, const ldi::SumRowCells& stage);
  void launch(std::size_t count, const ldi::SumImages& stage);
  void launch(std::size_t count, const ldi::SumCells& stage);
  void launch(std::size_t count, const ldi::MakeSegments& stage);
  void launch(std::size_t count, const ldi::JoinNeighbours& stage);
  void launch(std::size_t count, const ldi::JoinDirections& stage);
  void launch(std::size_t count, const ldi::MarkPatches& stage);
  void launch(std::size_t count, const ldi::CountPatches& stage);
  void launch(std::size_t count, const ldi::SumPatches& stage);
  void launch(std::size_t count, const ldi::CountGroups& stage);
  void launch(std::size_t count, const ldi::WriteSamples& stage);
  void launch(std::size_t count, const ldi::FindRuns& stage);
  void launch(std::size_t count, const ldi::SumRuns& stage);
  void launch(std::size_t count, const ldi::JoinEntries& stage);
  void launch(std::size_t count, const ldi::MarkFirst& stage);
  void launch(std::size_t count, const ldi::WriteGradient& stage);
  void exclusive_scan(const std::uint32_t* counts, std::uint32_t* begins, std::size_t count,
                      std::uint64_t* total);
  void copy(const std::uint32_t* from, std::uint32_t* to, std::size_t count);
  void mark(int k);
  double seconds_between(int k, int l) const;

private:
  void check(const std::string& what) const { gl_check(renderer_, what); }
  void grow(unsigned& buffer, std::size_t& bytes, std::size_t wanted);
  void write(unsigned buffer, const void* from, std::size_t bytes);
  void read(unsigned buffer, std::size_t bytes, void* to);
  void zero(unsigned buffer, std::size_t bytes);
  void bind_meshes(const ldi::BatchView& batch);
  void bind_items(const ldi::BatchView& batch);
  GlProgram built(const char* name, const std::string& text);
  void build_layers();
  void build_contacts();
  void build_patches();
  template <class Total>
  void limit_number(const GlProgram& program, const ldi::LimitNumber<Total>& stage);
  /// One invocation for each of so many indices that the limit lets run; uniform 1 is that number.
  void run(const GlProgram& program, std::size_t count);
  /// The same; uniform 2 is `parts`, or another number that the stage asks for.
  void run(const GlProgram& program, std::size_t count, std::uint32_t parts);
  void run_groups(const GlProgram& program, std::uint64_t groups, std::size_t count);

  std::string renderer_;
  OpenglSettings settings_;
  std::size_t storage_limit_ = 0; ///< bytes of one buffer
  std::uint64_t launches_ = 0;
  std::vector<unsigned> all_buffers_, all_programs_; ///< that were made here
  bool timestamps_ = false;                          ///< the context has a clock that can be trusted
  std::array<unsigned, ldi::device_marks> queries_{};
  std::array<double, ldi::device_marks> marks_{}; ///< s, where it has none
  GlProgram move_, place_, count_items_, store_items_, count_large_, store_large_, rest_, sort_, write_;
  GlProgram block_sums_, sum_blocks_, spread_, limit_narrow_, limit_wide_;
  bool makes_contacts_ = false;
  GlProgram pixels_, sum_rows_, sum_row_cells_, sum_images_, sum_cells_;
  GlProgram make_segments_, join_neighbours_, join_directions_, mark_patches_, count_patches_, sum_patches_;
  GlProgram count_groups_, write_samples_;
  GlProgram find_runs_, sum_runs_, join_, mark_, write_gradient_;
  Buffer<std::uint64_t> sums_;
  ldi::Limit limit_; ///< of the launch that is being made
};

} // namespace lamina::gpu
