#include "core/body/corotational.h"

#include "core/base/error.h"
#include "core/body/lame.h"
#include "core/body/polar.h"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <cstring>
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
  rest_ = mesh.nodes;

  elements_.resize(mesh.tetrahedra.size());
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    elements_[e].node = mesh.tetrahedra[e];
    set_rest(e, mesh);
    for (std::size_t k = 0; k < 6; ++k)
      elements_[e].slot[k] = find_slot(mesh.tetrahedra[e], k);
  }
  strains_.assign(elements_.size(), Mat3::Zero());
  stresses_.assign(elements_.size(), Mat3::Zero());
}

void CorotationalTetrahedra::set_rest(std::size_t e, const TetMesh& mesh) {
  const Mat3 rest = edge_matrix(mesh.tetrahedra[e], mesh.nodes);
  Element& element = elements_[e];
  element.volume = rest.determinant() / 6;
  element.to_rest = rest.inverse();
  if (!(element.volume > 0) || !element.to_rest.allFinite())
    throw InputError("tetrahedron " + std::to_string(e) + " is flat or turned inside out at rest");
  if (!share_.empty())
    element.volume *= share_[e];
}

std::uint32_t CorotationalTetrahedra::find_slot(const Tetrahedron& t, std::size_t pair) const {
  const std::uint32_t a = t[pairs[pair][0]], b = t[pairs[pair][1]];
  return stiffness_.slot(std::min(a, b), std::max(a, b));
}

/// Which node each node of `mesh` was, if it has the same tetrahedra, lies where that lay, and comes in the
/// same order.
std::vector<std::uint32_t> CorotationalTetrahedra::find_kept(const TetMesh& mesh,
                                                             std::span<const Vec3> nodes) const {
  constexpr std::uint32_t none = SymmetricBlocks::none, several = none - 1;
  std::vector<std::uint32_t> before(mesh.nodes.size(), none), now(rest_.size(), none);
  const auto link = [](std::uint32_t& to, std::uint32_t node) {
    to = to == none || to == node ? node : several;
  };
  for (std::size_t e = 0; e < elements_.size(); ++e)
    for (std::size_t k = 0; k < 4; ++k) {
      link(before[mesh.tetrahedra[e][k]], elements_[e].node[k]);
      link(now[elements_[e].node[k]], mesh.tetrahedra[e][k]);
    }
  const auto same = [](const Vec3& a, const Vec3& b) {
    return std::memcmp(a.data(), b.data(), sizeof a) == 0;
  };
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const std::uint32_t b = before[i];
    if (b < several && b >= next && now[b] == i && same(rest_[b], mesh.nodes[i]) && same(at_[b], nodes[i]))
      next = b + 1;
    else
      before[i] = none;
  }
  return before;
}

void CorotationalTetrahedra::follow(const TetMesh& mesh, std::span<const Vec3> nodes) {
  const std::vector<std::uint32_t> before = find_kept(mesh, nodes);
  // Sums of nodes whose tetrahedra all have the nodes that they had stay.
  std::vector<std::uint8_t> anew(before.size());
  std::vector<std::uint32_t> changed, around, moved;
  for (std::size_t i = 0; i < before.size(); ++i)
    anew[i] = before[i] == SymmetricBlocks::none;
  const auto is_new = [&before](std::uint32_t node) { return before[node] == SymmetricBlocks::none; };
  const auto is_anew = [&anew](std::uint32_t node) { return anew[node] != 0; };
  for (std::uint32_t e = 0; e < elements_.size(); ++e)
    if (const Tetrahedron& t = mesh.tetrahedra[e]; std::any_of(t.begin(), t.end(), is_new)) {
      changed.push_back(e);
      for (const std::uint32_t node : t)
        anew[node] = 1;
    }
  std::vector<SymmetricBlocks::Edge> edges;
  for (std::uint32_t e = 0; e < elements_.size(); ++e)
    if (const Tetrahedron& t = mesh.tetrahedra[e]; std::any_of(t.begin(), t.end(), is_anew)) {
      around.push_back(e);
      for (const auto& [a, b] : pairs)
        edges.push_back({t[a], t[b]});
    }
  stiffness_.renew_pattern(before, anew, std::move(edges), moved);

  std::vector<Vec3> forces(before.size(), Vec3::Zero());
  for (std::size_t i = 0; i < before.size(); ++i)
    if (!anew[i])
      forces[i] = forces_[before[i]];
  forces_ = std::move(forces);
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const Tetrahedron& t = elements_[e].node = mesh.tetrahedra[e];
    for (std::size_t k = 0; k < 6; ++k) {
      const std::uint32_t row = std::min(t[pairs[k][0]], t[pairs[k][1]]);
      elements_[e].slot[k] = anew[row] ? find_slot(t, k) : elements_[e].slot[k] + moved[row];
    }
  }
  for (const std::uint32_t e : changed)
    set_rest(e, mesh);
  for (const std::uint32_t e : around)
    add(e, nodes, is_anew);
  rest_ = mesh.nodes;
  at_.assign(nodes.begin(), nodes.end());
  sum_energy();
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
  at_.assign(nodes.begin(), nodes.end());
  std::fill(forces_.begin(), forces_.end(), Vec3::Zero());
  stiffness_.clear();
  for (std::size_t e = 0; e < elements_.size(); ++e)
    add(e, nodes, [](std::uint32_t) { return true; });
  sum_energy();
}

void CorotationalTetrahedra::sum_energy() {
  energy_ = 0;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const double trace = strains_[e].trace();
    energy_ += elements_[e].volume * (mu_ * strains_[e].squaredNorm() + 0.5 * lambda_ * trace * trace);
  }
}

template <class Wanted>
void CorotationalTetrahedra::add(std::size_t e, std::span<const Vec3> nodes, const Wanted& wanted) {
  const Element& element = elements_[e];
  const Mat3 f = edge_matrix(element.node, nodes) * element.to_rest;
  const Mat3 r = polar_rotation(f);
  const Mat3 stretch = r.transpose() * f;
  const Mat3 strain = 0.5 * (stretch + stretch.transpose()) - Mat3::Identity();
  strains_[e] = strain;

  // Gradients of the four shape functions in the turned frame; the first is minus the sum of the others.
  Eigen::Matrix<double, 3, 4> g;
  g.rightCols<3>() = r * element.to_rest.transpose();
  g.col(0) = -g.rightCols<3>().rowwise().sum();
  Mat3& turned_stress = stresses_[e];
  turned_stress = r * (2 * mu_ * strain + lambda_ * strain.trace() * Mat3::Identity()) * r.transpose();
  const Eigen::Matrix<double, 3, 4> pull = element.volume * (turned_stress * g);

  // K_ab = V (λ g_a g_bᵀ + μ g_b g_aᵀ + μ (g_a·g_b) I).
  const Eigen::Matrix<double, 3, 4> lambda_g = element.volume * lambda_ * g, mu_g = element.volume * mu_ * g;
  const auto block = [&](Eigen::Index a, Eigen::Index b) {
    Mat3 k = lambda_g.col(a) * g.col(b).transpose() + mu_g.col(b) * g.col(a).transpose();
    k.diagonal().array() += mu_g.col(a).dot(g.col(b));
    return k;
  };
  for (std::size_t k = 0; k < 4; ++k)
    if (wanted(element.node[k])) {
      forces_[element.node[k]] -= pull.col(static_cast<Eigen::Index>(k));
      stiffness_.diagonal(element.node[k]) +=
          block(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
    }
  for (std::size_t k = 0; k < 6; ++k) {
    auto [a, b] = pairs[k];
    if (element.node[a] > element.node[b])
      std::swap(a, b);
    if (wanted(element.node[a]))
      stiffness_.upper(element.slot[k]) += block(static_cast<Eigen::Index>(a), static_cast<Eigen::Index>(b));
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
