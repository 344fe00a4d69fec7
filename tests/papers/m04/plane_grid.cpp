#include "tests/papers/m04/plane_grid.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace lamina::papers::m04 {

namespace {

class GridMarch {
public:
  explicit GridMarch(PlaneGrid& grid) : grid_(grid), fixed_(grid.distance.size(), 0) {}

  void begin_at(const Vec2& place) {
    const Vec2 cell = ((place - grid_.low) / grid_.cell).array().round();
    improve(static_cast<std::size_t>(cell.x()), static_cast<std::size_t>(cell.y()), 0);
  }

  void run() {
    const std::size_t last = grid_.side - 1;
    while (!heap_.empty()) {
      const std::size_t point = heap_.top().second, x = point % grid_.side, y = point / grid_.side;
      heap_.pop();
      if (std::exchange(fixed_[point], 1))
        continue;
      if (x > 0)
        update(x - 1, y);
      if (x < last)
        update(x + 1, y);
      if (y > 0)
        update(x, y - 1);
      if (y < last)
        update(x, y + 1);
    }
  }

private:
  /// Solves |∇d| = 1 by differences to the lower neighbour along each axis.
  void update(std::size_t x, std::size_t y) {
    if (fixed_[y * grid_.side + x])
      return;
    const std::size_t last = grid_.side - 1;
    double a = std::numeric_limits<double>::infinity(), b = a;
    a = std::min(x > 0 ? grid_.at(x - 1, y) : a, x < last ? grid_.at(x + 1, y) : a);
    b = std::min(y > 0 ? grid_.at(x, y - 1) : b, y < last ? grid_.at(x, y + 1) : b);
    const double h = grid_.cell, apart = std::abs(a - b);
    improve(x, y, apart < h ? 0.5 * (a + b + std::sqrt(2 * h * h - apart * apart)) : std::min(a, b) + h);
  }
  void improve(std::size_t x, std::size_t y, double distance) {
    if (!(distance < grid_.at(x, y)))
      return;
    grid_.at(x, y) = distance;
    heap_.push({distance, y * grid_.side + x});
  }

  PlaneGrid& grid_;
  std::vector<char> fixed_;
  using Entry = std::pair<double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap_;
};

} // namespace

PlaneGrid march_grid(const PlaneTopology& topology, std::span<const Vec2> nodes, std::size_t side) {
  PlaneGrid grid;
  Vec2 low = nodes[0], high = nodes[0];
  for (const Vec2& node : nodes) {
    low = low.cwiseMin(node);
    high = high.cwiseMax(node);
  }
  grid.side = side;
  grid.cell = (high - low).maxCoeff() / static_cast<double>(side - 3);
  grid.low = low - Vec2::Constant(grid.cell);
  grid.distance.assign(side * side, std::numeric_limits<double>::infinity());

  GridMarch march(grid);
  for (const auto& [a, b] : topology.boundary) {
    const Vec2 way = nodes[b] - nodes[a];
    const int parts = 1 + static_cast<int>(2 * way.norm() / grid.cell);
    for (int k = 0; k < parts; ++k)
      march.begin_at(nodes[a] + static_cast<double>(k) / parts * way);
  }
  march.run();
  return grid;
}

std::vector<double> read_grid(const PlaneGrid& grid, std::span<const Vec2> nodes) {
  std::vector<double> distances;
  for (const Vec2& node : nodes) {
    const Vec2 place = (node - grid.low) / grid.cell;
    const auto x = static_cast<std::size_t>(place.x()), y = static_cast<std::size_t>(place.y());
    const double u = place.x() - static_cast<double>(x), v = place.y() - static_cast<double>(y);
    distances.push_back((1 - v) * ((1 - u) * grid.at(x, y) + u * grid.at(x + 1, y)) +
                        v * ((1 - u) * grid.at(x, y + 1) + u * grid.at(x + 1, y + 1)));
  }
  return distances;
}

} // namespace lamina::papers::m04
