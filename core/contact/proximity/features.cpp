#include "core/contact/proximity/features.h"

#include <algorithm>

namespace lamina::proximity {

Features::Features(const std::vector<Triangle>& triangles, std::size_t vertices)
    : kept_(triangles.size(), 0) {
  find_triangles_at(triangles, vertices);
  find_edges(triangles);
}

void Features::find_triangles_at(const std::vector<Triangle>& triangles, std::size_t vertices) {
  first_at_.assign(vertices + 1, 0);
  for (const Triangle& t : triangles)
    for (const std::uint32_t vertex : t)
      ++first_at_[vertex + 1];
  for (std::size_t v = 0; v < vertices; ++v)
    first_at_[v + 1] += first_at_[v];
  triangles_at_.resize(first_at_.back());
  std::vector<std::uint32_t> next(first_at_.begin(), first_at_.end() - 1);
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t vertex = triangles[t][static_cast<std::size_t>(k)];
      if (next[vertex] == first_at_[vertex])
        kept_[t] = static_cast<std::uint8_t>(kept_[t] | 1 << k);
      triangles_at_[next[vertex]++] = t;
    }
  }
}

void Features::find_edges(const std::vector<Triangle>& triangles) {
  struct Side {
    std::array<std::uint32_t, 2> vertex;
    std::uint32_t triangle;
    int side;
  };
  std::vector<Side> sides;
  sides.reserve(3 * triangles.size());
  for (std::uint32_t t = 0; t < triangles.size(); ++t)
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t from = triangles[t][static_cast<std::size_t>(k)];
      const std::uint32_t to = triangles[t][static_cast<std::size_t>((k + 1) % 3)];
      if (from != to)
        sides.push_back({{std::min(from, to), std::max(from, to)}, t, k});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return a.vertex != b.vertex       ? a.vertex < b.vertex
           : a.triangle != b.triangle ? a.triangle < b.triangle
                                      : a.side < b.side;
  });

  edge_of_.assign(triangles.size(), {no_index, no_index, no_index});
  for (const Side& side : sides) {
    const auto k = static_cast<std::size_t>(side.side);
    if (edges_.empty() || edges_.back().vertex != side.vertex) {
      edges_.push_back({side.vertex, {}, {}, false});
      edges_.back().triangle = edges_.back().opposite = {no_index, no_index};
      kept_[side.triangle] = static_cast<std::uint8_t>(kept_[side.triangle] | 1 << (3 + side.side));
    }
    edge_of_[side.triangle][k] = static_cast<std::uint32_t>(edges_.size() - 1);
    Edge& edge = edges_.back();
    const int at = edge.triangle[0] == no_index ? 0 : edge.triangle[1] == no_index ? 1 : 2;
    if (at == 2) {
      edge.more = true;
      continue;
    }
    edge.triangle[static_cast<std::size_t>(at)] = side.triangle;
    edge.opposite[static_cast<std::size_t>(at)] = triangles[side.triangle][(k + 2) % 3];
  }
}

} // namespace lamina::proximity
