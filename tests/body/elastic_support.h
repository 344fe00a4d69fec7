#pragma once

#include "core/body/elastic_model.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <vector>

namespace lamina::test {

/// How far the forces are from minus the gradient of the energy, over the greatest force: central differences
/// of `h` metres.
inline double force_error(ElasticModel& model, std::span<const Vec3> at, double h) {
  model.update(at);
  const std::vector<Vec3> forces(model.forces().begin(), model.forces().end());
  std::vector<Vec3> nodes(at.begin(), at.end());
  double greatest = 0, error = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    greatest = std::max(greatest, forces[i].norm());
    for (int k = 0; k < 3; ++k) {
      nodes[i][k] = at[i][k] + h;
      model.update(nodes);
      const double above = model.energy();
      nodes[i][k] = at[i][k] - h;
      model.update(nodes);
      error = std::max(error, std::abs(forces[i][k] + (above - model.energy()) / (2 * h)));
      nodes[i][k] = at[i][k];
    }
  }
  return error / greatest;
}

/// How far the stiffness matrix is from the derivative of the forces, along a random direction and over its
/// length: central differences of 1e-6 m.
inline double stiffness_error(ElasticModel& model, std::span<const Vec3> at) {
  const auto size = static_cast<Eigen::Index>(3 * at.size());
  std::mt19937 random(5);
  std::uniform_real_distribution<double> number(-1, 1);
  Eigen::VectorXd direction(size), product = Eigen::VectorXd::Zero(size), change = product;
  for (Eigen::Index i = 0; i < size; ++i)
    direction[i] = number(random);
  model.update(at);
  model.stiffness().add_product(1.0, direction.data(), product.data());

  const double h = 1e-6;
  std::vector<Vec3> nodes(at.begin(), at.end());
  for (const double sign : {1.0, -1.0}) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      nodes[i] = at[i] + sign * h * direction.segment<3>(3 * static_cast<Eigen::Index>(i));
    model.update(nodes);
    for (std::size_t i = 0; i < nodes.size(); ++i)
      change.segment<3>(3 * static_cast<Eigen::Index>(i)) -= sign / (2 * h) * model.forces()[i];
  }
  return (change - product).norm() / product.norm();
}

} // namespace lamina::test
