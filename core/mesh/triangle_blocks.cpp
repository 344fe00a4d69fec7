#include "core/mesh/triangle_blocks.h"

#include <algorithm>
#include <numeric>

namespace lamina {

namespace {

/// Reorders indices so that each group of at most `largest` neighbours is contiguous; appends the groups'
/// ends.
class Splitter {
public:
  Splitter(const TriangleMesh& mesh, std::size_t largest, std::vector<std::uint32_t>& indices)
      : largest_(std::max<std::size_t>(1, largest)), indices_(indices) {
    centroids_.reserve(mesh.triangles.size());
    for (const Triangle& t : mesh.triangles)
      centroids_.push_back((mesh.vertices[t[0]] + mesh.vertices[t[1]] + mesh.vertices[t[2]]) / 3);
    indices_.resize(centroids_.size());
    std::iota(indices_.begin(), indices_.end(), 0u);
  }

  void split(std::size_t begin, std::size_t end, std::vector<std::size_t>& ends) {
    if (end - begin <= largest_) {
      std::sort(indices_.begin() + static_cast<std::ptrdiff_t>(begin),
                indices_.begin() + static_cast<std::ptrdiff_t>(end));
      if (end > begin)
        ends.push_back(end);
      return;
    }
    Box box;
    for (std::size_t i = begin; i < end; ++i)
      box.include(centroids_[indices_[i]]);
    int axis = 0;
    box.size().maxCoeff(&axis);
    const std::size_t middle = begin + (end - begin) / 2;
    const auto at = [this](std::size_t i) { return indices_.begin() + static_cast<std::ptrdiff_t>(i); };
    std::nth_element(at(begin), at(middle), at(end), [this, axis](std::uint32_t p, std::uint32_t q) {
      const double at_p = centroids_[p][axis], at_q = centroids_[q][axis];
      return at_p != at_q ? at_p < at_q : p < q;
    });
    split(begin, middle, ends);
    split(middle, end, ends);
  }

private:
  std::size_t largest_;
  std::vector<std::uint32_t>& indices_;
  std::vector<Vec3> centroids_;
};

} // namespace

TriangleBlocks::TriangleBlocks(const TriangleMesh& mesh, std::size_t largest) {
  std::vector<std::size_t> ends;
  Splitter(mesh, largest, triangles_).split(0, mesh.triangles.size(), ends);

  constexpr std::size_t nobody = static_cast<std::size_t>(-1);
  std::vector<std::size_t> listed_by(mesh.vertices.size(), nobody);
  std::size_t begin = 0;
  for (const std::size_t end : ends) {
    for (std::size_t i = begin; i < end; ++i)
      for (const std::uint32_t vertex : mesh.triangles[triangles_[i]])
        if (listed_by[vertex] != ends_.size()) {
          listed_by[vertex] = ends_.size();
          vertices_.push_back(vertex);
        }
    ends_.push_back({static_cast<std::uint32_t>(end), static_cast<std::uint32_t>(vertices_.size())});
    begin = end;
  }
}

std::span<const std::uint32_t> TriangleBlocks::triangles(std::size_t block) const {
  const std::uint32_t begin = block == 0 ? 0 : ends_[block - 1].triangle;
  return {triangles_.data() + begin, ends_[block].triangle - begin};
}

std::span<const std::uint32_t> TriangleBlocks::vertices(std::size_t block) const {
  const std::uint32_t begin = block == 0 ? 0 : ends_[block - 1].vertex;
  return {vertices_.data() + begin, ends_[block].vertex - begin};
}

std::vector<Ball> enclosing_balls(const TriangleBlocks& blocks, std::span<const Vec3> positions) {
  std::vector<Ball> balls(blocks.size());
  for (std::size_t b = 0; b < balls.size(); ++b) {
    Box box;
    Vec3 nothing = Vec3::Zero();
    for (const std::uint32_t vertex : blocks.vertices(b)) {
      box.include(positions[vertex]);
      nothing += 0 * positions[vertex];
    }
    balls[b].centre = box.centre() + nothing;
    double squared = 0;
    for (const std::uint32_t vertex : blocks.vertices(b))
      squared = std::max(squared, (positions[vertex] - balls[b].centre).squaredNorm());
    balls[b].radius = std::sqrt(squared);
  }
  return balls;
}

} // namespace lamina
