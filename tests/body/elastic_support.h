#pragma once

#include "core/body/elastic_model.h"

#include <random>
#include <span>
#include <vector>

namespace lamina::test {

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
