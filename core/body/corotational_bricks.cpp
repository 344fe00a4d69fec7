#include "core/body/corotational_bricks.h"

#include "core/body/lame.h"
#include "core/body/polar.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {

namespace {

using Corners = Eigen::Matrix<double, 3, 8>;

/// Where the corners of a cube lie about its middle, over half its side.
Corners signs() {
  Corners corners;
  for (int k = 0; k < 8; ++k)
    corners.col(k) = Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
  return corners;
}

/// The first of two blocks of a pair has the lower node.
template <class Visit>
void for_each_pair(const Visit& visit) {
  std::size_t pair = 0;
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = a + 1; b < 8; ++b)
      visit(pair++, a, b);
}

} // namespace

CorotationalBricks::CorotationalBricks(std::size_t nodes, std::vector<std::array<std::uint32_t, 8>> cells,
                                       std::vector<double> filled, double side, const Material& material)
    : cells_(std::move(cells)), filled_(std::move(filled)), side_(side) {
  std::vector<SymmetricBlocks::Edge> edges;
  edges.reserve(pairs * cells_.size());
  for (const auto& cell : cells_)
    for_each_pair([&](std::size_t, std::size_t a, std::size_t b) { edges.push_back({cell[a], cell[b]}); });
  stiffness_.set_pattern(nodes, edges);
  forces_.assign(nodes, Vec3::Zero());
  slots_.resize(cells_.size());
  for (std::size_t c = 0; c < cells_.size(); ++c)
    for_each_pair([&](std::size_t pair, std::size_t a, std::size_t b) {
      const std::uint32_t first = cells_[c][a], second = cells_[c][b];
      slots_[c][pair] = stiffness_.slot(std::min(first, second), std::max(first, second));
    });
  strains_.assign(cells_.size(), Mat3::Zero());
  set_material(material);
}

void CorotationalBricks::set_material(const Material& material) {
  const Lame lame = lame_constants(material);
  mu_ = lame.mu;
  stiffness_of_cell_ = brick_stiffness(side_, lame.lambda, lame.mu);
}

void CorotationalBricks::update(std::span<const Vec3> nodes) {
  const Corners sign = signs(), rest = 0.5 * side_ * sign, gradient = sign / (4 * side_);
  energy_ = 0;
  std::fill(forces_.begin(), forces_.end(), Vec3::Zero());
  stiffness_.clear();
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const std::array<std::uint32_t, 8>& cell = cells_[c];
    Corners x;
    for (std::size_t k = 0; k < 8; ++k)
      x.col(static_cast<Eigen::Index>(k)) = nodes[cell[k]];
    const Mat3 f = x * gradient.transpose();
    const Mat3 r = polar_rotation(f), stretch = r.transpose() * f;
    strains_[c] = 0.5 * (stretch + stretch.transpose()) - Mat3::Identity();

    x.colwise() -= Vec3(x.rowwise().mean());
    const Corners turned = r.transpose() * x, u = turned - rest;
    Corners pull;
    Eigen::Map<Eigen::Matrix<double, 24, 1>>(pull.data()) =
        filled_[c] * (stiffness_of_cell_ * Eigen::Map<const Eigen::Matrix<double, 24, 1>>(u.data()));
    energy_ += 0.5 * u.cwiseProduct(pull).sum();

    // The frame turns as corners move: with G = tr(S) I − S, by G⁻¹ Σ gradient × Rᵀ δx.
    Vec3 torque = Vec3::Zero();
    for (Eigen::Index k = 0; k < 8; ++k)
      torque += turned.col(k).cross(pull.col(k));
    const Mat3 g = stretch.trace() * Mat3::Identity() - 0.5 * (stretch + stretch.transpose());
    const Vec3 turn = std::abs(g.determinant()) > 1e-6 ? Vec3(g.inverse() * torque) : Vec3::Zero();
    for (std::size_t k = 0; k < 8; ++k) {
      const auto column = static_cast<Eigen::Index>(k);
      forces_[cell[k]] -= r * (pull.col(column) - turn.cross(Vec3(gradient.col(column))));
    }

    const auto block = [&](std::size_t a, std::size_t b) -> Mat3 {
      return filled_[c] * (r *
                           stiffness_of_cell_.block<3, 3>(3 * static_cast<Eigen::Index>(a),
                                                          3 * static_cast<Eigen::Index>(b)) *
                           r.transpose());
    };
    for (std::size_t k = 0; k < 8; ++k)
      stiffness_.diagonal(cell[k]) += block(k, k);
    for_each_pair([&](std::size_t pair, std::size_t a, std::size_t b) {
      stiffness_.upper(slots_[c][pair]) += cell[a] < cell[b] ? block(a, b) : block(b, a);
    });
  }
}

void CorotationalBricks::look_inside(BodyInside& inside) const {
  NodeMeans strain(forces_.size()), stress(forces_.size());
  std::vector<SymmetricBlocks::Edge> edges;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const double stretch = greatest_stretch(strains_[c]), von_mises = von_mises_stress(strains_[c], mu_);
    for (const std::uint32_t node : cells_[c]) {
      strain.add(node, filled_[c], stretch);
      stress.add(node, filled_[c], von_mises);
    }
    for_each_pair([&](std::size_t, std::size_t a, std::size_t b) {
      // Edges of the cube join corners that differ in one bit.
      if (const std::size_t bits = a ^ b; (bits & (bits - 1)) == 0)
        edges.push_back({cells_[c][a], cells_[c][b]});
    });
  }
  inside.strain = strain.values();
  inside.stress = stress.values();
  inside.edges = each_once(std::move(edges));
}

} // namespace lamina
