#include "core/mesh/triangle_blocks.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace lamina {

namespace {

/// Triangles in a block of a small and of a large mesh.
constexpr std::size_t smallest_block = 16, largest_block = 128;

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

using FourNumbers = Eigen::Array4d;

/// A position and whatever follows it.
FourNumbers load(std::span<const Vec3> positions, std::uint32_t vertex) {
  const double* place = positions[vertex].data();
  if (vertex + 1 < positions.size())
    return Eigen::Map<const FourNumbers>(place);
  return {place[0], place[1], place[2], 0};
}

} // namespace

TriangleBlocks::TriangleBlocks(const TriangleMesh& mesh)
    : TriangleBlocks(mesh, std::clamp(mesh.triangles.size() / 256, smallest_block, largest_block)) {}

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

Box enclose_blocks(const TriangleBlocks& blocks, std::span<const Vec3> positions, std::vector<Ball>& balls) {
  balls.resize(blocks.size());
  Box all;
  for (std::size_t b = 0; b < balls.size(); ++b) {
    // Four numbers at a time: the fourth belongs to the next vertex and does not matter.
    constexpr double infinity = std::numeric_limits<double>::infinity();
    FourNumbers low = FourNumbers::Constant(infinity), high = -low, sum = FourNumbers::Zero();
    for (const std::uint32_t vertex : blocks.vertices(b)) {
      const FourNumbers p = load(positions, vertex);
      low = low.min(p);
      high = high.max(p);
      sum += p;
    }
    const Box box{low.head<3>().matrix(), high.head<3>().matrix()};
    balls[b].centre = box.centre() + 0 * sum.head<3>().matrix();
    balls[b].radius = 0.5 * box.size().norm();
    all.include(box);
  }
  return all;
}

} // namespace lamina
