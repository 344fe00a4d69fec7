#include "core/body/mass_spring.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace lamina {

MassSpring::MassSpring(std::size_t nodes, std::vector<Spring> springs, const Material& material)
    : springs_(std::move(springs)) {
  std::vector<SymmetricBlocks::Edge> edges;
  for (Spring& spring : springs_) {
    if (spring.node[0] > spring.node[1])
      std::swap(spring.node[0], spring.node[1]);
    if (!(spring.length > 0) || spring.node[0] == spring.node[1])
      throw InputError("a spring has no length");
    edges.push_back(spring.node);
  }
  stiffness_.set_pattern(nodes, edges);
  for (const Spring& spring : springs_)
    slots_.push_back(stiffness_.slot(spring.node[0], spring.node[1]));
  forces_.assign(nodes, Vec3::Zero());
  strains_.assign(springs_.size(), 0.0);
  set_material(material);
}

void MassSpring::set_material(const Material& material) {
  if (!(material.young_modulus > 0) || !std::isfinite(material.young_modulus) || !(material.damping >= 0))
    throw InputError("springs need a positive Young's modulus and no negative damping");
  young_modulus_ = material.young_modulus;
}

void MassSpring::update(std::span<const Vec3> nodes) {
  energy_ = 0;
  std::fill(forces_.begin(), forces_.end(), Vec3::Zero());
  stiffness_.clear();
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    const auto& [node, rest, volume] = springs_[s];
    const Vec3 way = nodes[node[1]] - nodes[node[0]];
    const double length = way.norm(), k = 6 * young_modulus_ * volume / (rest * rest);
    const double stretch = length - rest;
    strains_[s] = stretch / rest;
    energy_ += 0.5 * k * stretch * stretch;

    // A spring without length has no direction: it pushes nowhere until its ends part again.
    const Vec3 direction = length > 1e-12 * rest ? Vec3(way / length) : Vec3::Zero();
    const Vec3 pull = k * stretch * direction;
    forces_[node[0]] += pull;
    forces_[node[1]] -= pull;
    const double sideways = k * std::max(0.0, stretch / std::max(length, rest));
    const Mat3 block =
        (k - sideways) * direction * direction.transpose() + Mat3(Vec3::Constant(sideways).asDiagonal());
    stiffness_.diagonal(node[0]) += block;
    stiffness_.diagonal(node[1]) += block;
    stiffness_.upper(slots_[s]) -= block;
  }
}

void MassSpring::look_inside(BodyInside& inside) const {
  inside.strain.assign(forces_.size(), 0.0f);
  std::vector<float> count(forces_.size(), 0.0f);
  for (std::size_t s = 0; s < springs_.size(); ++s) {
    for (const std::uint32_t node : springs_[s].node) {
      inside.strain[node] += static_cast<float>(std::abs(strains_[s]));
      count[node] += 1;
    }
    inside.edges.push_back(springs_[s].node);
  }
  for (std::size_t i = 0; i < count.size(); ++i)
    if (count[i] > 0)
      inside.strain[i] /= count[i];
}

} // namespace lamina
