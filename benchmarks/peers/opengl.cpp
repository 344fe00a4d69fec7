#include "benchmarks/peers/opengl_layers.h"
#include "benchmarks/peers/peer.h"

#include <algorithm>
#include <cstdlib>

namespace lamina::bench {

namespace {

/// Where a column is while its layers are walked, nearest first.
struct ColumnState {
  std::array<int, 2> inside{}; ///< of each body, so often
  LayerFragment lower{};       ///< where both began to be
};

/// The two ends of a column's stretch inside of both bodies.
struct Interval {
  std::size_t pixel;
  LayerFragment lower, upper;
};

class OpenglWork : public PeerWork {
public:
  explicit OpenglWork(const MovedPair& pair)
      : bunny_triangles_(pair.bunny().triangles->size()), triangles_(joined(pair)),
        peeler_(triangles_, pair.bunny().positions.size() + pair.cube().positions.size()) {}

  std::string version() const { return peeler_.version(); }

  void take(const MovedPair& pair) override {
    positions_.clear();
    for (const Surface* surface : pair.surfaces())
      for (const Vec3& p : surface->positions)
        for (int k = 0; k < 3; ++k)
          positions_.push_back(static_cast<float>(p[k]));
    region_ = pair.bunny().bounds.intersection(pair.cube().bounds);
    everything_ = pair.bunny().bounds;
    everything_.include(pair.cube().bounds);
  }

  double work(int resolution) override {
    peeler_.upload(positions_);
    gradient_.assign(positions_.size(), 0);
    double volume = 0;
    for (int direction = 0; direction < 3; ++direction)
      volume += in_direction(direction, resolution);
    return volume / 3;
  }

private:
  static std::vector<Triangle> joined(const MovedPair& pair) {
    std::vector<Triangle> all = *pair.bunny().triangles;
    const auto offset = static_cast<std::uint32_t>(pair.bunny().positions.size());
    for (const Triangle& t : *pair.cube().triangles)
      all.push_back({t[0] + offset, t[1] + offset, t[2] + offset});
    return all;
  }

  /// The region, as long along the columns as both bodies, so that every column closes.
  LayerView view_of(int direction, int resolution) const {
    LayerView view;
    view.u = (direction + 1) % 3;
    view.v = (direction + 2) % 3;
    view.d = direction;
    view.box = region_;
    constexpr double margin = 0.01;
    view.box.min[direction] = everything_.min[direction] - margin;
    view.box.max[direction] = everything_.max[direction] + margin;
    view.resolution = resolution;
    return view;
  }

  double in_direction(int direction, int resolution) {
    const LayerView view = view_of(direction, resolution);
    columns_.assign(static_cast<std::size_t>(resolution) * static_cast<std::size_t>(resolution), {});
    intervals_.clear();
    peeler_.peel(view, [this](std::span<const LayerFragment> layer) { walk(layer); });

    const Vec3 size = view.box.size(), pixel = size / resolution;
    const double area = pixel[view.u] * pixel[view.v];
    double length = 0;
    for (const Interval& interval : intervals_) {
      // A column that does not close has lost a crossing: two at one depth are one layer.
      if (columns_[interval.pixel].inside != std::array<int, 2>{})
        continue;
      length += (static_cast<double>(interval.upper.depth) - interval.lower.depth) * size[direction];
      share(interval.upper, interval.pixel, view, pixel, area);
      share(interval.lower, interval.pixel, view, pixel, -area);
    }
    return area * length;
  }

  void walk(std::span<const LayerFragment> layer) {
    for (std::size_t pixel = 0; pixel < layer.size(); ++pixel) {
      const LayerFragment& crossing = layer[pixel];
      if (crossing.triangle == 0)
        continue;
      ColumnState& column = columns_[pixel];
      const bool both = column.inside[0] > 0 && column.inside[1] > 0;
      column.inside[index_of(crossing) >= bunny_triangles_] += crossing.triangle & 1 ? -1 : 1;
      const bool both_now = column.inside[0] > 0 && column.inside[1] > 0;
      if (both_now && !both)
        column.lower = crossing;
      else if (both && !both_now)
        intervals_.push_back({pixel, column.lower, crossing});
    }
  }

  static std::size_t index_of(const LayerFragment& crossing) { return (crossing.triangle >> 1) - 1; }

  /// Adds ± the pixel's area to the three vertices by their barycentric coordinates, which are what the depth
  /// changes by.
  void share(const LayerFragment& crossing, std::size_t at, const LayerView& view, const Vec3& pixel,
             double area) {
    const Triangle& t = triangles_[index_of(crossing)];
    const auto across = static_cast<std::size_t>(view.resolution);
    const double u = view.box.min[view.u] + (static_cast<double>(at % across) + 0.5) * pixel[view.u],
                 v = view.box.min[view.v] + (static_cast<double>(at / across) + 0.5) * pixel[view.v];
    const auto corner = [&](std::size_t k) {
      const float* p = &positions_[3 * std::size_t{t[k]}];
      return std::array<double, 2>{p[view.u] - u, p[view.v] - v};
    };
    const auto a = corner(0), b = corner(1), c = corner(2);
    const auto cross = [](const auto& p, const auto& q) { return p[0] * q[1] - p[1] * q[0]; };
    const std::array<double, 3> parts{cross(b, c), cross(c, a), cross(a, b)};
    const double whole = parts[0] + parts[1] + parts[2];
    for (std::size_t k = 0; k < 3; ++k)
      gradient_[3 * std::size_t{t[k]} + static_cast<std::size_t>(view.d)] += area * parts[k] / whole;
  }

  std::size_t bunny_triangles_;
  std::vector<Triangle> triangles_; ///< of both
  LayerPeeler peeler_;
  std::vector<float> positions_;
  Box region_, everything_;
  std::vector<ColumnState> columns_;
  std::vector<Interval> intervals_;
  std::vector<double> gradient_; ///< three a vertex, m²
};

} // namespace

Peer opengl_peer() {
  Peer peer{opengl_description(), [](const MovedPair& pair) -> std::unique_ptr<PeerWork> {
              return std::make_unique<OpenglWork>(pair);
            }};
  // Mesa's software renderer draws on this thread then; graphics cards do not care.
  ::setenv("LP_NUM_THREADS", "0", 0);
  try {
    peer.description.version = OpenglWork(MovedPair(PairPose::shallow)).version();
  } catch (const std::exception& error) {
    peer.description.absence = error.what();
  }
  return peer;
}

} // namespace lamina::bench
