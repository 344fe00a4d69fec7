#pragma once

#include "core/contact/ldi/stages/batch_arrays.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace lamina::ldi {

/// A batch in the memory of a device, on what a Queue opens (see LayerPipeline).
template <class Queue>
class BatchMemory {
public:
  /// Sends what lasts: triangles, offsets, and the vertices of rigid bodies at rest, if they are others than
  /// before.
  void upload_lasting(Queue& queue, const BatchArrays& arrays) {
    if (arrays.new_triangles())
      triangles_.upload(queue, std::span<const DeviceTriangle>(arrays.triangles));
    if (arrays.new_offsets())
      offsets_.upload(queue, std::span<const double>(arrays.offsets));
    if (arrays.vertices.new_rest())
      rest_.upload(queue, std::span<const double>(arrays.vertices.rest));
  }

  /// Begins to send what is new each step, in three parts beside one another. One is vertices of bodies that
  /// deform, as far as columns can meet them. One is where rigid bodies lie, and what layers need. One is
  /// what contacts alone need.
  void begin_upload(Queue& queue, const BatchArrays& arrays) {
    make_room(queue, arrays);
    const BatchVertices& vertices = arrays.vertices;
    queue.beside(Branch::moved, [this, &queue, &vertices] { move(queue, vertices); });
    place(queue, vertices);
    pairs_.begin_upload(queue, std::span<const PairView>(arrays.pairs));
    item_runs_.begin_upload(queue, std::span<const ItemRun>(arrays.runs));
    shifts_.begin_upload(queue, std::span<const std::int16_t>(arrays.shifts));
    parts_.begin_upload(queue, std::span<const PartView>(arrays.parts));
    queue.beside(Branch::contacts, [this, &queue, &arrays] {
      planes_.begin_upload(queue, std::span<const double>(arrays.planes));
    });
  }
  /// What follows finds what layers need.
  void await_layers(Queue& queue) { queue.join(Branch::moved); }
  /// And what contacts need.
  void await_contacts(Queue& queue) { queue.join(Branch::contacts); }

  /// Once the upload has begun.
  BatchView view(const BatchArrays& arrays, std::uint32_t crossing_limit) const {
    return {positions_.data(), triangles_.data(), pairs_.data(),
            parts_.data(),     item_runs_.data(), static_cast<std::uint32_t>(arrays.runs.size()),
            arrays.items,      shifts_.data(),    planes_.data(),
            offsets_.data(),   arrays.columns,    crossing_limit};
  }

private:
  template <class T>
  using Buffer = typename Queue::template Buffer<T>;

  /// So that the view is known while uploads are on their way.
  void make_room(Queue& queue, const BatchArrays& arrays) {
    positions_.reserve(queue, 3 * std::size_t{arrays.vertices.count()});
    pairs_.reserve(queue, arrays.pairs.size());
    item_runs_.reserve(queue, arrays.runs.size());
    shifts_.reserve(queue, arrays.shifts.size());
    parts_.reserve(queue, arrays.parts.size());
    planes_.reserve(queue, arrays.planes.size());
  }

  void move(Queue& queue, const BatchVertices& vertices) {
    const std::size_t moved = vertices.moved_to.size();
    if (moved == 0)
      return;
    moved_.begin_upload(queue, std::span<const double>(vertices.moved));
    moved_to_.begin_upload(queue, std::span<const std::uint32_t>(vertices.moved_to));
    queue.launch(moved, MoveVertices{moved_.data(), moved_to_.data(), positions_.data()});
  }

  void place(Queue& queue, const BatchVertices& vertices) {
    if (vertices.placed.empty())
      return;
    placed_.begin_upload(queue, std::span<const PlacedView>(vertices.placed));
    queue.launch(vertices.rest.size() / 3,
                 PoseVertices{placed_.data(), static_cast<std::uint32_t>(vertices.placed.size()),
                              vertices.first_placed(), rest_.data(), positions_.data()});
  }

  Buffer<double> positions_, moved_, rest_, offsets_;
  Buffer<std::uint32_t> moved_to_;
  Buffer<PlacedView> placed_;
  Buffer<DeviceTriangle> triangles_;
  Buffer<PairView> pairs_;
  Buffer<PartView> parts_;
  Buffer<ItemRun> item_runs_;
  Buffer<std::int16_t> shifts_;
  Buffer<double> planes_;
};

} // namespace lamina::ldi
