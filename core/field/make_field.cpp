#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/field/distance_field.h"
#include "core/field/row_signs.h"
#include "core/field/simd/near_triangles.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>

namespace lamina::field {

namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30;
/// No plane of nodes shall lie in a face of a box, whose nodes would be neither inside nor outside.
constexpr double off_faces = 0.382;

/// Tells the caller how far the work is, from whatever thread. Work ends early once it is not wanted.
class SharedProgress {
public:
  explicit SharedProgress(const Progress& progress) : progress_(progress) {}

  bool stopped() const { return stopped_; }
  void add(double fraction) {
    if (!progress_)
      return;
    const std::lock_guard lock(mutex_);
    done_ += fraction;
    if (!stopped_ && !progress_(std::min(done_, 1.0), "distance field"))
      stopped_ = true;
  }
  void end_if_stopped() const {
    if (stopped_)
      throw Cancelled();
  }

private:
  const Progress& progress_;
  std::mutex mutex_;
  double done_ = 0;
  std::atomic<bool> stopped_ = false;
};

Box finite_bounds(const FieldSurface& surface) {
  Box box;
  for (const Triangle& t : surface.triangles)
    if (surface.positions[t[0]].allFinite() && surface.positions[t[1]].allFinite() &&
        surface.positions[t[2]].allFinite())
      for (const std::uint32_t corner : t)
        box.include(surface.positions[corner]);
  return box;
}

} // namespace

/// Makes one field, step after step.
class FieldMaker {
public:
  FieldMaker(const FieldSurface& surface, const FieldOptions& options)
      : surface_(surface), options_(options), progress_(options.progress) {}

  DistanceField make() {
    const Box box = finite_bounds(surface_);
    const double longest = box.empty() ? 0 : box.size().maxCoeff();
    field_ = {};
    if (!(longest > 0 && std::isfinite(longest)))
      return field_;
    place_grid(box, longest);
    const std::vector<Vec3> positions = positions_in_cells();
    const NearTriangles triangles(surface_.triangles, positions);
    choose_blocks(triangles);
    fill_blocks(triangles);
    const std::array<int, 3> nodes{8 * field_.block_counts_[0], 8 * field_.block_counts_[1],
                                   8 * field_.block_counts_[2]};
    sign_blocks(
        RowSigns(surface_.triangles, positions, nodes, surface_.closed, surface_.winding_at_infinity));
    join_blocks();
    return std::move(field_);
  }

private:
  using Cube = std::array<float, 512>;
  static constexpr int side = DistanceField::block_side;

  void place_grid(const Box& box, double longest) {
    field_.cell_ = longest / std::max(options_.cells, 1);
    field_.band_ = options_.band * longest;
    const double margin = field_.band_ + (1 + off_faces) * field_.cell_;
    field_.origin_ = box.min - Vec3::Constant(margin);
    double blocks = 1;
    for (int k = 0; k < 3; ++k) {
      const double cells = (box.size()[k] + 2 * margin) / field_.cell_ + 1;
      blocks *= std::ceil(cells / side);
      field_.block_counts_[static_cast<std::size_t>(k)] =
          static_cast<int>(std::min(std::ceil(cells / side), 1e6));
    }
    refuse_if_over(blocks * sizeof(std::int32_t));
    field_.blocks_.assign(static_cast<std::size_t>(blocks), DistanceField::outside);
  }

  /// Memory grows with the square of the number of cells at least.
  void refuse_if_over(double bytes) const {
    if (bytes <= static_cast<double>(most_bytes))
      return;
    const int advised = std::max(
        8, static_cast<int>(0.9 * options_.cells * std::sqrt(static_cast<double>(most_bytes) / bytes)));
    throw InputError(
        "a distance field of " + std::to_string(options_.cells) +
        " cells with this band would take more than a gigabyte: choose a narrower band, or about " +
        std::to_string(advised) + " cells");
  }

  std::vector<Vec3> positions_in_cells() const {
    std::vector<Vec3> positions(surface_.positions.begin(), surface_.positions.end());
    for (Vec3& p : positions)
      p = (p - field_.origin_) / field_.cell_;
    return positions;
  }

  std::array<int, 3> place_of(std::size_t block) const {
    const auto x = static_cast<std::size_t>(field_.block_counts_[0]),
               y = static_cast<std::size_t>(field_.block_counts_[1]);
    return {static_cast<int>(block % x), static_cast<int>(block / x % y), static_cast<int>(block / (x * y))};
  }
  /// None beyond the grid.
  std::size_t number_of(const std::array<int, 3>& place) const {
    for (std::size_t k = 0; k < 3; ++k)
      if (place[k] < 0 || place[k] >= field_.block_counts_[k])
        return no_block;
    return (static_cast<std::size_t>(place[2]) * static_cast<std::size_t>(field_.block_counts_[1]) +
            static_cast<std::size_t>(place[1])) *
               static_cast<std::size_t>(field_.block_counts_[0]) +
           static_cast<std::size_t>(place[0]);
  }

  /// By the distance of their middles, a cube of 8³ blocks at a time.
  void choose_blocks(const NearTriangles& triangles) {
    std::array<int, 3> cubes;
    for (std::size_t k = 0; k < 3; ++k)
      cubes[k] = (field_.block_counts_[k] + side - 1) / side;
    const auto cube_count = static_cast<std::size_t>(cubes[0]) * static_cast<std::size_t>(cubes[1]) *
                            static_cast<std::size_t>(cubes[2]);
    std::vector<std::uint8_t> near(field_.blocks_.size(), 0);
    const auto half_diagonal = static_cast<float>(0.5 * (side - 1) * std::sqrt(3.0)) + 1e-3f;
    const float most = band() + half_diagonal;
    parallel_for(cube_count, options_.threads, [&](std::size_t number) {
      const auto cx = static_cast<std::size_t>(cubes[0]), cy = static_cast<std::size_t>(cubes[1]);
      const std::array<int, 3> first{side * static_cast<int>(number % cx),
                                     side * static_cast<int>(number / cx % cy),
                                     side * static_cast<int>(number / (cx * cy))};
      PointCube cube{{}, side};
      for (std::size_t k = 0; k < 3; ++k)
        cube.lowest[k] = static_cast<float>(side * first[k]) + 0.5f * (side - 1);
      Cube distances;
      find_distances(triangles, cube, most, distances);
      for (int i = 0; i < 512; ++i)
        if (const std::size_t block = number_of({first[0] + i % 8, first[1] + i / 8 % 8, first[2] + i / 64});
            block != no_block)
          near[block] = distances[static_cast<std::size_t>(i)] < most;
    });
    for (std::size_t block = 0; block < near.size(); ++block)
      if (near[block])
        wanted_.push_back(block);
    refuse_if_over(static_cast<double>(wanted_.size()) *
                   (DistanceField::block_values_ * sizeof(float) + sizeof(Cube)));
  }

  void fill_blocks(const NearTriangles& triangles) {
    distances_.resize(wanted_.size());
    parallel_for(wanted_.size(), options_.threads, [&](std::size_t i) {
      if (progress_.stopped())
        return;
      PointCube cube{{}, 1};
      const std::array<int, 3> place = place_of(wanted_[i]);
      for (std::size_t k = 0; k < 3; ++k)
        cube.lowest[k] = static_cast<float>(side * place[k]);
      find_distances(triangles, cube, band(), distances_[i]);
      if (i % 64 == 63)
        progress_.add(64.0 / static_cast<double>(wanted_.size()));
    });
    progress_.end_if_stopped();
  }

  /// Distances get their signs; blocks without one within the band go.
  void sign_blocks(const RowSigns& signs) {
    std::vector<std::uint8_t> used(wanted_.size());
    parallel_for(wanted_.size(), options_.threads, [&](std::size_t i) {
      Cube& distances = distances_[i];
      used[i] = std::any_of(distances.begin(), distances.end(), [this](float d) { return d < band(); });
      const InsideNodes inside = signs.inside(lowest_node(wanted_[i]));
      for (std::size_t n = 0; n < distances.size(); ++n)
        if (inside[n])
          distances[n] = -distances[n];
    });
    std::int32_t next = 0;
    for (std::size_t i = 0; i < wanted_.size(); ++i)
      if (used[i]) {
        source_.push_back(i);
        field_.blocks_[wanted_[i]] = next++;
      }
    // One node speaks for a block that no surface is near to.
    parallel_for(field_.blocks_.size(), options_.threads, [&](std::size_t block) {
      if (field_.blocks_[block] < 0 && signs.inside(lowest_node(block))[0])
        field_.blocks_[block] = DistanceField::inside;
    });
  }

  std::array<int, 3> lowest_node(std::size_t block) const {
    std::array<int, 3> node = place_of(block);
    for (int& n : node)
      n *= side;
    return node;
  }

  /// Each block takes the nodes of its upper faces from its neighbours.
  void join_blocks() {
    constexpr std::size_t nodes = DistanceField::nodes_;
    field_.values_.resize(source_.size() * DistanceField::block_values_);
    parallel_for(source_.size(), options_.threads, [&](std::size_t number) {
      const std::array<int, 3> place = place_of(wanted_[source_[number]]);
      std::array<std::size_t, 8> around;
      for (int n = 0; n < 8; ++n)
        around[static_cast<std::size_t>(n)] =
            number_of({place[0] + (n & 1), place[1] + (n >> 1 & 1), place[2] + (n >> 2)});
      float* value = field_.values_.data() + number * DistanceField::block_values_;
      for (std::size_t k = 0; k < nodes; ++k)
        for (std::size_t j = 0; j < nodes; ++j)
          for (std::size_t i = 0; i < nodes; ++i)
            *value++ = stored(around[(k / side) * 4 + (j / side) * 2 + i / side],
                              ((k % side) * side + j % side) * side + i % side);
    });
  }

  float stored(std::size_t block, std::size_t node) const {
    if (block == no_block)
      return surface_.winding_at_infinity > 0 ? -band() : band();
    const std::int32_t number = field_.blocks_[block];
    if (number < 0)
      return number == DistanceField::inside ? -band() : band();
    return distances_[source_[static_cast<std::size_t>(number)]][node];
  }

  float band() const { return static_cast<float>(field_.band_ / field_.cell_); } ///< cells

  static constexpr std::size_t no_block = ~std::size_t{0};

  FieldSurface surface_;
  const FieldOptions& options_;
  SharedProgress progress_;
  DistanceField field_;
  std::vector<std::size_t> wanted_; ///< blocks that may have nodes within the band
  std::vector<Cube> distances_;     ///< of those, cells
  std::vector<std::size_t> source_; ///< of a block that exists, into those
};

DistanceField make_field(const FieldSurface& surface, const FieldOptions& options) {
  return FieldMaker(surface, options).make();
}

} // namespace lamina::field
