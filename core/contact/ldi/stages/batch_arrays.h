#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/ldi/stages/batch.h"
#include "core/contact/ldi/stages/batch_vertices.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina::ldi {

/// A batch in the memory of the processor, ready to be brought to a device. Memory to be reused.
class BatchArrays {
public:
  /// Lays out all that the stages read. Throws DeviceError if the batch has more items or columns than 32
  /// bits number. `contacts`: they are made by what the plans share, else each pair is one cell.
  void fill(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans, bool contacts);
  /// Whether the triangles are others than at the last call of fill.
  bool new_triangles() const { return new_triangles_; }
  /// Whether the offsets are.
  bool new_offsets() const { return new_offsets_; }

  BatchVertices vertices;
  std::vector<DeviceTriangle> triangles;
  std::vector<PairView> pairs;
  std::vector<PartView> parts; ///< two of each pair
  std::vector<ItemRun> runs;
  std::vector<std::uint32_t> part_vertices; ///< per part: vertices of its surface
  std::vector<double> offsets;              ///< per vertex of the surfaces that have some, m
  std::vector<std::int16_t> shifts;
  std::vector<double> planes;
  bool leaves_out_rest = false; ///< of a pair
  bool in_patches = false;      ///< contacts of a pair are
  std::uint32_t items = 0, columns = 0, rows = 0, row_cells = 0, cells = 0, moments = 0;

private:
  void take_triangles(std::span<const Surface* const> surfaces);
  void take_offsets(std::span<const Surface* const> surfaces);
  PairView view_of(const Grid& grid);
  void lay_cells(const PairPlan& plan, bool with_cells, PairView& view);
  void look_at_itself(const Surface& surface, std::uint32_t index, double shortest, PairView& view);
  void add_part(const Surface& surface, std::uint32_t index, std::uint32_t pair, std::uint32_t body,
                NearMeshlets meshlets);
  void add_run(const PartView& part, std::uint32_t before, std::uint32_t count);

  std::uint32_t groups_ = 0;
  std::vector<std::uint32_t> first_triangle_; ///< per surface
  std::vector<std::shared_ptr<const std::vector<Triangle>>> known_;
  bool new_triangles_ = false;
  std::vector<std::uint32_t> first_offset_; ///< per surface: of its first vertex, if it has some
  std::vector<std::shared_ptr<const std::vector<float>>> known_offsets_;
  bool new_offsets_ = false;
};

} // namespace lamina::ldi
