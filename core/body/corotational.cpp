#include "core/body/corotational.h"

#include "core/base/error.h"
#include "core/body/lame.h"
#include "core/body/polar.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {

namespace {

constexpr std::array<std::array<std::size_t, 2>, 6> pairs = {
    {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}};

Mat3 edge_matrix(const Tetrahedron& t, std::span<const Vec3> nodes) {
  Mat3 m;
  for (int k = 0; k < 3; ++k)
    m.col(k) = nodes[t[static_cast<std::size_t>(k) + 1]] - nodes[t[0]];
  return m;
}

} // namespace

CorotationalTetrahedra::CorotationalTetrahedra(const TetMesh& mesh, std::vector<double> share,
                                               const Material& material)
    : share_(std::move(share)) {
  set_mesh(mesh);
  set_material(material);
}

void CorotationalTetrahedra::set_mesh(const TetMesh& mesh) {
  std::vector<SymmetricBlocks::Edge> edges;
  edges.reserve(6 * mesh.tetrahedra.size());
  for (const Tetrahedron& t : mesh.tetrahedra)
    for (const auto& [a, b] : pairs)
      edges.push_back({t[a], t[b]});
  stiffness_.set_pattern(mesh.nodes.size(), edges);
  forces_.assign(mesh.nodes.size(), Vec3::Zero());

  elements_.clear();
  elements_.reserve(mesh.tetrahedra.size());
  for (std::size_t e = 0; e < mesh.tetrahedra.size(); ++e) {
    const Tetrahedron& t = mesh.tetrahedra[e];
    const Mat3 rest = edge_matrix(t, mesh.nodes);
    Element element{t, {}, rest.determinant() / 6, rest.inverse()};
    if (!(element.volume > 0) || !element.to_rest.allFinite())
      throw InputError("tetrahedron " + std::to_string(e) + " is flat or turned inside out at rest");
    if (!share_.empty())
      element.volume *= share_[e];
    for (std::size_t k = 0; k < 6; ++k) {
      const std::uint32_t a = t[pairs[k][0]], b = t[pairs[k][1]];
      element.slot[k] = stiffness_.slot(std::min(a, b), std::max(a, b));
    }
    elements_.push_back(element);
  }
  strains_.assign(elements_.size(), Mat3::Zero());
  stresses_.assign(elements_.size(), Mat3::Zero());
}

void CorotationalTetrahedra::set_material(const Material& material) {
  const Lame lame = lame_constants(material);
  lambda_ = lame.lambda;
  mu_ = lame.mu;
}

/// The trace of K_aa is V (λ + 4μ) g_a·g_a.
double CorotationalTetrahedra::rest_stiffness() const {
  double sum = 0;
  for (const Element& element : elements_)
    sum += element.volume * (lambda_ + 4 * mu_) *
           (element.to_rest.colwise().sum().squaredNorm() + element.to_rest.squaredNorm());
  return sum;
}

void CorotationalTetrahedra::update(std::span<const Vec3> nodes) {
  energy_ = 0;
  std::fill(forces_.begin(), forces_.end(), Vec3::Zero());
  stiffness_.clear();
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const Element& element = elements_[e];
    const Mat3 f = edge_matrix(element.node, nodes) * element.to_rest;
    const Mat3 r = polar_rotation(f);
    const Mat3 stretch = r.transpose() * f;
    const Mat3 strain = 0.5 * (stretch + stretch.transpose()) - Mat3::Identity();
    const double trace = strain.trace();
    strains_[e] = strain;
    energy_ += element.volume * (mu_ * strain.squaredNorm() + 0.5 * lambda_ * trace * trace);

    // Gradients of the four shape functions in the turned frame; the first is minus the sum of the others.
    Eigen::Matrix<double, 3, 4> g;
    g.rightCols<3>() = r * element.to_rest.transpose();
    g.col(0) = -g.rightCols<3>().rowwise().sum();
    Mat3& turned_stress = stresses_[e];
    turned_stress = r * (2 * mu_ * strain + lambda_ * trace * Mat3::Identity()) * r.transpose();
    const Eigen::Matrix<double, 3, 4> pull = element.volume * (turned_stress * g);
    for (std::size_t k = 0; k < 4; ++k)
      forces_[element.node[k]] -= pull.col(static_cast<Eigen::Index>(k));

    // K_ab = V (λ g_a g_bᵀ + μ g_b g_aᵀ + μ (g_a·g_b) I).
    const Eigen::Matrix<double, 3, 4> lambda_g = element.volume * lambda_ * g,
                                      mu_g = element.volume * mu_ * g;
    const auto block = [&](Eigen::Index a, Eigen::Index b) {
      Mat3 k = lambda_g.col(a) * g.col(b).transpose() + mu_g.col(b) * g.col(a).transpose();
      k.diagonal().array() += mu_g.col(a).dot(g.col(b));
      return k;
    };
    for (std::size_t k = 0; k < 4; ++k)
      stiffness_.diagonal(element.node[k]) +=
          block(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
    for (std::size_t k = 0; k < 6; ++k) {
      auto [a, b] = pairs[k];
      if (element.node[a] > element.node[b])
        std::swap(a, b);
      stiffness_.upper(element.slot[k]) += block(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
    }
  }
}

void CorotationalTetrahedra::look_inside(BodyInside& inside) const {
  NodeMeans strain(forces_.size()), stress(forces_.size());
  std::vector<SymmetricBlocks::Edge> edges;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const Element& element = elements_[e];
    const double stretch = greatest_stretch(strains_[e]), von_mises = von_mises_stress(strains_[e], mu_);
    for (const std::uint32_t node : element.node) {
      strain.add(node, element.volume, stretch);
      stress.add(node, element.volume, von_mises);
    }
    for (const auto& [a, b] : pairs)
      edges.push_back({element.node[a], element.node[b]});
  }
  inside.strain = strain.values();
  inside.stress = stress.values();
  inside.edges = each_once(std::move(edges));
}

} // namespace lamina
