#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/pose_vertices.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina::ldi {

/// Checks that a sum still is a number of 32 bits, also `times` it. Throws DeviceError.
std::uint32_t batch_number(std::uint64_t sum, std::uint64_t times, const char* what);

/// The vertices of a batch in the memory of the processor, ready to be brought to a device. Of rigid bodies
/// it holds where their frames lie. Of others it holds the vertices of triangles that the columns of a pair
/// can meet. Memory to be reused.
class BatchVertices {
public:
  void take(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans);
  /// Of a surface, among those of the batch: rigid bodies come behind the others.
  std::uint32_t first(std::size_t surface) const { return first_[surface]; }
  std::uint32_t count() const { return count_; }               ///< of all surfaces
  std::uint32_t first_placed() const { return first_placed_; } ///< of rigid bodies
  /// Whether the vertices at rest are others than at the last call of take.
  bool new_rest() const { return new_rest_; }

  std::vector<double> rest;            ///< of rigid bodies in their frames: x, y, z of each, m
  std::vector<PlacedView> placed;      ///< where these lie
  std::vector<double> moved;           ///< of others, in the world, likewise
  std::vector<std::uint32_t> moved_to; ///< which vertices of the batch those are; each once

private:
  void number(std::span<const Surface* const> surfaces);
  void take_positions(std::span<const Surface* const> surfaces);
  void take_rest(std::span<const Surface* const> surfaces);
  void take_moved(const Surface& surface, std::uint32_t first, NearMeshlets meshlets);
  void move(const VertexPositions& positions, std::uint32_t first, std::uint32_t vertex);

  std::uint32_t count_ = 0, first_placed_ = 0;
  std::vector<std::uint32_t> first_; ///< per surface
  std::vector<std::shared_ptr<const std::vector<Vec3>>> known_rest_;
  bool new_rest_ = false;
  std::vector<std::uint8_t> taken_; ///< per vertex of what is not rigid
};

} // namespace lamina::ldi
