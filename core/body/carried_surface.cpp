#include "core/body/carried_surface.h"

#include <Eigen/QR>

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

constexpr std::size_t carriers = 12;

/// Particles sorted into cubes of a grid, a few a cube.
class Cubes {
public:
  explicit Cubes(std::span<const Vec3> particles) : particles_(particles) {
    for (const Vec3& p : particles)
      box_.include(p);
    const Vec3 size = box_.size();
    size_ = std::max(size.maxCoeff() / std::max(1.0, std::cbrt(static_cast<double>(particles.size()) / 2)),
                     1e-300);
    for (int k = 0; k < 3; ++k)
      counts_[static_cast<std::size_t>(k)] = std::clamp(static_cast<int>(size[k] / size_) + 1, 1, 1024);
    begin_.assign(static_cast<std::size_t>(counts_[0]) * static_cast<std::size_t>(counts_[1]) *
                          static_cast<std::size_t>(counts_[2]) +
                      1,
                  0);
    std::vector<std::size_t> cube;
    for (const Vec3& p : particles) {
      cube.push_back(index(place(p)));
      ++begin_[cube.back() + 1];
    }
    for (std::size_t c = 1; c < begin_.size(); ++c)
      begin_[c] += begin_[c - 1];
    members_.resize(particles.size());
    std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
    for (std::size_t i = 0; i < particles.size(); ++i)
      members_[next[cube[i]]++] = static_cast<std::uint32_t>(i);
  }

  /// The nearest particles, nearest first; equal distances in the order of particles.
  std::vector<std::uint32_t> nearest(const Vec3& p, std::size_t count) const {
    const std::array<int, 3> middle = place(p);
    std::vector<std::pair<double, std::uint32_t>> found;
    const int most = std::max({counts_[0], counts_[1], counts_[2]});
    for (int ring = 0; ring <= most; ++ring) {
      visit_ring(middle, ring, [&](std::uint32_t i) {
        found.push_back({(particles_[i] - p).squaredNorm(), i});
      });
      // Whatever lies beyond this ring of cubes is farther than the ring is wide.
      if (found.size() < count)
        continue;
      std::nth_element(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count) - 1, found.end());
      if (std::sqrt(found[count - 1].first) <= ring * size_)
        break;
    }
    std::sort(found.begin(), found.end());
    std::vector<std::uint32_t> result;
    for (std::size_t k = 0; k < std::min(count, found.size()); ++k)
      result.push_back(found[k].second);
    return result;
  }

private:
  std::array<int, 3> place(const Vec3& p) const {
    std::array<int, 3> at{};
    for (int k = 0; k < 3; ++k) {
      const double cell = std::floor((p[k] - box_.min[k]) / size_);
      at[static_cast<std::size_t>(k)] = static_cast<int>(
          std::clamp(cell, 0.0, static_cast<double>(counts_[static_cast<std::size_t>(k)] - 1)));
    }
    return at;
  }
  std::size_t index(const std::array<int, 3>& at) const {
    return static_cast<std::size_t>(at[0]) +
           static_cast<std::size_t>(counts_[0]) *
               (static_cast<std::size_t>(at[1]) +
                static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(at[2]));
  }
  template <class Visit>
  void visit_ring(const std::array<int, 3>& middle, int ring, const Visit& visit) const {
    const auto low = [&](std::size_t k) { return std::max(0, middle[k] - ring); };
    const auto high = [&](std::size_t k) { return std::min(counts_[k] - 1, middle[k] + ring); };
    for (int z = low(2); z <= high(2); ++z)
      for (int y = low(1); y <= high(1); ++y)
        for (int x = low(0); x <= high(0); ++x) {
          if (std::max({std::abs(x - middle[0]), std::abs(y - middle[1]), std::abs(z - middle[2])}) != ring)
            continue;
          const std::size_t cube = index({x, y, z});
          for (std::uint32_t m = begin_[cube]; m < begin_[cube + 1]; ++m)
            visit(members_[m]);
        }
  }

  std::span<const Vec3> particles_;
  Box box_;
  double size_ = 0;
  std::array<int, 3> counts_{};
  std::vector<std::uint32_t> begin_, members_;
};

/// Least weights w of Σ w²/φ with Σ w = 1 and Σ w x = p, φ falling off with the distance.
std::vector<NodeMapping::Weight> weights_of(const Vec3& p, std::span<const Vec3> particles,
                                            std::vector<std::uint32_t> near) {
  const double reach = 1.01 * (particles[near.back()] - p).norm();
  if (!((particles[near.front()] - p).norm() > 1e-12 * reach))
    return {{near.front(), 1.0}};
  std::sort(near.begin(), near.end());
  const auto count = static_cast<Eigen::Index>(near.size());
  Eigen::Matrix<double, 4, Eigen::Dynamic> basis(4, count);
  Eigen::VectorXd root(count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const Vec3 way = (particles[near[static_cast<std::size_t>(k)]] - p) / reach;
    basis.col(k) << 1, way;
    root[k] = 1 - way.squaredNorm();
  }
  // With u = w/√φ the least solution of (B √Φ) u = e₁ is wanted; the decomposition finds it for any rank.
  const Eigen::MatrixXd scaled = basis * root.asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
  decomposition.setThreshold(1e-6);
  decomposition.compute(scaled);
  Eigen::VectorXd w = root.asDiagonal() * decomposition.solve(Eigen::VectorXd(Eigen::Vector4d::UnitX()));
  w /= w.sum();
  std::vector<NodeMapping::Weight> weights;
  for (Eigen::Index k = 0; k < count; ++k)
    weights.push_back({near[static_cast<std::size_t>(k)], w[k]});
  return weights;
}

} // namespace

std::vector<std::vector<std::uint32_t>> nearest_particles(std::span<const Vec3> particles,
                                                          std::span<const Vec3> points, std::size_t count) {
  const Cubes cubes(particles);
  std::vector<std::vector<std::uint32_t>> result;
  for (const Vec3& p : points)
    result.push_back(cubes.nearest(p, std::min(count, particles.size())));
  return result;
}

NodeMapping carry_points(std::span<const Vec3> particles, std::span<const Vec3> points) {
  NodeMapping mapping;
  const auto near = nearest_particles(particles, points, carriers);
  for (std::size_t i = 0; i < points.size(); ++i)
    mapping.add_vertex(weights_of(points[i], particles, near[i]));
  return mapping;
}

} // namespace lamina
