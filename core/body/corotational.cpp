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
  nodes_at_rest_ = mesh.nodes;

  tetrahedra_ = mesh.tetrahedra;
  places_.resize(tetrahedra_.size());
  rest_.resize(tetrahedra_.size());
  traces_.resize(tetrahedra_.size());
  for (std::size_t e = 0; e < tetrahedra_.size(); ++e) {
    set_rest(e, mesh);
    for (std::size_t k = 0; k < 6; ++k)
      places_[e][k] = find_place(tetrahedra_[e], k);
  }
  energies_.assign(tetrahedra_.size(), 0.0);
  strains_.assign(tetrahedra_.size(), Mat3::Zero());
  stresses_.assign(tetrahedra_.size(), Mat3::Zero());
}

/// The trace of K_aa is V (λ + 4μ) g_a·g_a.
void CorotationalTetrahedra::set_rest(std::size_t e, const TetMesh& mesh) {
  const Mat3 edges = edge_matrix(mesh.tetrahedra[e], mesh.nodes);
  Rest& rest = rest_[e];
  rest = {edges.determinant() / 6, edges.inverse()};
  if (!(rest.volume > 0) || !rest.inverse.allFinite())
    throw InputError("tetrahedron " + std::to_string(e) + " is flat or turned inside out at rest");
  if (!share_.empty())
    rest.volume *= share_[e];
  traces_[e] = rest.volume * (rest.inverse.colwise().sum().squaredNorm() + rest.inverse.squaredNorm());
}

std::uint32_t CorotationalTetrahedra::find_place(const Tetrahedron& t, std::size_t pair) const {
  const auto [a, b] = std::minmax(t[pairs[pair][0]], t[pairs[pair][1]]);
  return stiffness_.slot(a, b) - stiffness_.row_begin(a);
}

void CorotationalTetrahedra::follow(const TetMesh& mesh, std::span<const Vec3> nodes,
                                    const SolidChange& change) {
  std::vector<SymmetricBlocks::Edge> edges;
  edges.reserve(6 * change.around.size());
  for (const std::uint32_t e : change.around)
    for (const auto& [a, b] : pairs)
      edges.push_back({mesh.tetrahedra[e][a], mesh.tetrahedra[e][b]});
  stiffness_.renew_pattern(change.before, change.anew, edges);
  renumber(forces_, change.before, Vec3(Vec3::Zero()));
  for (const std::uint32_t node : change.anew)
    forces_[node].setZero();

  tetrahedra_ = mesh.tetrahedra;
  nodes_at_rest_ = mesh.nodes;
  nodes_.assign(nodes.begin(), nodes.end());
  for (const std::uint32_t e : change.changed)
    set_rest(e, mesh);
  for (const std::uint32_t e : change.around) {
    for (std::size_t k = 0; k < 6; ++k)
      places_[e][k] = find_place(tetrahedra_[e], k);
    add(e, nodes, [&change](std::uint32_t node) { return change.is_anew[node] != 0; });
  }
}

void CorotationalTetrahedra::set_material(const Material& material) {
  const Lame lame = lame_constants(material);
  lambda_ = lame.lambda;
  mu_ = lame.mu;
}

double CorotationalTetrahedra::rest_stiffness() const {
  double sum = 0;
  for (const double trace : traces_)
    sum += trace;
  return (lambda_ + 4 * mu_) * sum;
}

void CorotationalTetrahedra::update(std::span<const Vec3> nodes) {
  nodes_.assign(nodes.begin(), nodes.end());
  std::fill(forces_.begin(), forces_.end(), Vec3::Zero());
  stiffness_.clear();
  for (std::size_t e = 0; e < tetrahedra_.size(); ++e)
    add(e, nodes, [](std::uint32_t) { return true; });
}

double CorotationalTetrahedra::energy() const {
  double sum = 0;
  for (const double energy : energies_)
    sum += energy;
  return sum;
}

template <class Wanted>
void CorotationalTetrahedra::add(std::size_t e, std::span<const Vec3> nodes, const Wanted& wanted) {
  const Tetrahedron& t = tetrahedra_[e];
  const auto& [volume, to_rest] = rest_[e];
  const Mat3 f = edge_matrix(t, nodes) * to_rest;
  const Mat3 r = polar_rotation(f);
  const Mat3 stretch = r.transpose() * f;
  const Mat3 strain = 0.5 * (stretch + stretch.transpose()) - Mat3::Identity();
  const double trace = strain.trace();
  strains_[e] = strain;
  energies_[e] = volume * (mu_ * strain.squaredNorm() + 0.5 * lambda_ * trace * trace);

  // Gradients of the four shape functions in the turned frame; the first is minus the sum of the others.
  Eigen::Matrix<double, 3, 4> g;
  g.rightCols<3>() = r * to_rest.transpose();
  g.col(0) = -g.rightCols<3>().rowwise().sum();
  Mat3& turned_stress = stresses_[e];
  turned_stress = r * (2 * mu_ * strain + lambda_ * trace * Mat3::Identity()) * r.transpose();
  const Eigen::Matrix<double, 3, 4> pull = volume * (turned_stress * g);

  // K_ab = V (λ g_a g_bᵀ + μ g_b g_aᵀ + μ (g_a·g_b) I).
  const Eigen::Matrix<double, 3, 4> lambda_g = volume * lambda_ * g, mu_g = volume * mu_ * g;
  const auto block = [&](Eigen::Index a, Eigen::Index b) {
    Mat3 k = lambda_g.col(a) * g.col(b).transpose() + mu_g.col(b) * g.col(a).transpose();
    k.diagonal().array() += mu_g.col(a).dot(g.col(b));
    return k;
  };
  for (std::size_t k = 0; k < 4; ++k)
    if (wanted(t[k])) {
      forces_[t[k]] -= pull.col(static_cast<Eigen::Index>(k));
      stiffness_.diagonal(t[k]) += block(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
    }
  for (std::size_t k = 0; k < 6; ++k) {
    auto [a, b] = pairs[k];
    if (t[a] > t[b])
      std::swap(a, b);
    if (wanted(t[a]))
      stiffness_.upper(stiffness_.row_begin(t[a]) + places_[e][k]) +=
          block(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
  }
}

void CorotationalTetrahedra::look_inside(BodyInside& inside) const {
  NodeMeans strain(forces_.size()), stress(forces_.size());
  std::vector<SymmetricBlocks::Edge> edges;
  for (std::size_t e = 0; e < tetrahedra_.size(); ++e) {
    const double stretch = greatest_stretch(strains_[e]), von_mises = von_mises_stress(strains_[e], mu_);
    for (const std::uint32_t node : tetrahedra_[e]) {
      strain.add(node, rest_[e].volume, stretch);
      stress.add(node, rest_[e].volume, von_mises);
    }
    for (const auto& [a, b] : pairs)
      edges.push_back({tetrahedra_[e][a], tetrahedra_[e][b]});
  }
  inside.strain = strain.values();
  inside.stress = stress.values();
  inside.edges = each_once(std::move(edges));
}

} // namespace lamina
