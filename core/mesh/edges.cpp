#include "core/mesh/edges.h"

#include <algorithm>
#include <tuple>

namespace lamina {

EdgeTable::EdgeTable(const TriangleMesh& mesh) {
  // Bucket the sides by their lower vertex (a counting sort), then sort each small bucket.
  std::vector<std::size_t> bucket(mesh.vertices.size() + 1, 0);
  for (const Triangle& t : mesh.triangles)
    for (int side = 0; side < 3; ++side)
      ++bucket[std::min(t[side], t[(side + 1) % 3]) + 1];
  for (std::size_t v = 1; v < bucket.size(); ++v)
    bucket[v] += bucket[v - 1];
  uses_.resize(3 * mesh.triangles.size());
  std::vector<std::size_t> next(bucket.begin(), bucket.end() - 1);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle& t = mesh.triangles[i];
    for (std::uint8_t side = 0; side < 3; ++side) {
      const std::uint32_t from = t[side], to = t[(side + 1) % 3];
      const std::uint32_t low = std::min(from, to);
      uses_[next[low]++] = {low, std::max(from, to), static_cast<std::uint32_t>(i), side, from < to};
    }
  }
  for (std::size_t v = 0; v + 1 < bucket.size(); ++v)
    std::sort(uses_.begin() + static_cast<std::ptrdiff_t>(bucket[v]),
              uses_.begin() + static_cast<std::ptrdiff_t>(bucket[v + 1]),
              [](const EdgeUse& a, const EdgeUse& b) {
                return std::tie(a.high, a.triangle, a.side) < std::tie(b.high, b.triangle, b.side);
              });

  for (std::size_t i = 0; i < uses_.size(); ++i)
    if (i == 0 || uses_[i].low != uses_[i - 1].low || uses_[i].high != uses_[i - 1].high)
      starts_.push_back(i);
  starts_.push_back(uses_.size());
}

int imbalance(std::span<const EdgeUse> uses) {
  int sum = 0;
  for (const EdgeUse& use : uses)
    sum += use.forward ? 1 : -1;
  return sum;
}

EdgeCounts count_edges(const EdgeTable& edges) {
  EdgeCounts counts;
  for (std::size_t e = 0; e < edges.size(); ++e) {
    const auto uses = edges.uses(e);
    const int sum = imbalance(uses);
    counts.boundary += uses.size() == 1;
    counts.nonmanifold += uses.size() > 2;
    counts.misoriented += uses.size() == 2 && sum != 0;
    counts.unbalanced += sum != 0;
  }
  return counts;
}

} // namespace lamina
