#pragma once

#include "core/math/types.h"
#include "core/scene/material.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Lamé's constants of an isotropic material, Pa.
struct Lame {
  double lambda, mu;
};

/// Throws InputError for what no material has.
Lame lame_constants(const Material& material);

/// Of a strain: the greatest principal stretch or squeeze, and von Mises's stress (Pa).
double greatest_stretch(const Mat3& strain);
double von_mises_stress(const Mat3& strain, double mu);

/// Means of what elements say, at their nodes.
class NodeMeans {
public:
  explicit NodeMeans(std::size_t nodes) : sum_(nodes, 0.0), weight_(nodes, 0.0) {}

  void add(std::uint32_t node, double weight, double value) {
    sum_[node] += weight * value;
    weight_[node] += weight;
  }
  std::vector<float> values() const;

private:
  std::vector<double> sum_, weight_;
};

} // namespace lamina
