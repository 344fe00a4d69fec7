#include "core/body/cloth.h"

#include "core/base/error.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"
#include "core/scene/change_body.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace lamina {

namespace {

/// The angle between the normals of two triangles at an edge, and its gradient with respect to what lies
/// opposite the edge (0, 1) and to the ends of the edge (2, 3) (Bridson, Marino and Fedkiw 2003, section 4).
struct HingeAngle {
  double angle;
  std::array<Vec3, 4> gradient; ///< 1/m; zero where a triangle has no area left
};

HingeAngle hinge_angle(const Vec3& x0, const Vec3& x1, const Vec3& x2, const Vec3& x3) {
  const Vec3 edge = x3 - x2, first = (x0 - x2).cross(x0 - x3), second = (x1 - x3).cross(x1 - x2);
  const double length = edge.norm(), least = 1e-12 * length * length;
  HingeAngle hinge{0, {Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}};
  if (!(first.norm() > least) || !(second.norm() > least))
    return hinge;
  const Vec3 along = edge / length;
  hinge.angle = std::atan2(second.cross(first).dot(along), first.dot(second));
  const Vec3 a = first / first.squaredNorm(), b = second / second.squaredNorm();
  hinge.gradient = {length * a, length * b, (x0 - x3).dot(along) * a + (x1 - x3).dot(along) * b,
                    -(x0 - x2).dot(along) * a - (x1 - x2).dot(along) * b};
  return hinge;
}

/// The difference of two angles, from −π to π.
double turn_between(double angle, double rest) {
  return std::remainder(angle - rest, 2 * std::numbers::pi);
}

/// A symmetric 2×2 matrix without what is negative of it.
Eigen::Matrix2d positive_part(const Eigen::Matrix2d& s) {
  const double middle = 0.5 * (s(0, 0) + s(1, 1)), half = 0.5 * (s(0, 0) - s(1, 1));
  const double radius = std::hypot(half, s(0, 1)), low = middle - radius, high = middle + radius;
  if (low >= 0)
    return s;
  if (!(high > 0))
    return Eigen::Matrix2d::Zero();
  // The projection on the direction of the greater eigenvalue.
  Eigen::Matrix2d projection;
  projection << radius + half, s(0, 1), s(0, 1), radius - half;
  return high / (2 * radius) * projection;
}

} // namespace

ClothModel::ClothModel(const TriangleMesh& sheet, const ClothMaterial& material) {
  std::vector<SymmetricBlocks::Edge> edges;
  add_elements(sheet, edges);
  add_hinges(sheet, edges);
  const std::size_t nodes = sheet.vertices.size();
  stiffness_.set_pattern(nodes, each_once(std::move(edges)));
  for (Element& element : elements_)
    for (std::size_t k = 0; k < 3; ++k)
      element.slots[k] = slot_of(element.node[k], element.node[(k + 1) % 3]);
  for (Hinge& hinge : hinges_)
    for (std::size_t a = 0, slot = 0; a < 4; ++a)
      for (std::size_t b = a + 1; b < 4; ++b)
        hinge.slots[slot++] = slot_of(hinge.node[a], hinge.node[b]);
  forces_.assign(nodes, Vec3::Zero());
  strains_.assign(elements_.size(), 0.0);
  take(material);
}

std::uint32_t ClothModel::slot_of(std::uint32_t a, std::uint32_t b) const {
  return stiffness_.slot(std::min(a, b), std::max(a, b));
}

void ClothModel::add_elements(const TriangleMesh& sheet, std::vector<SymmetricBlocks::Edge>& edges) {
  for (const Triangle& t : sheet.triangles) {
    // The triangle at rest in its own plane: corner 0 at the origin, corner 1 on the first axis.
    const Vec3 to_first = sheet.vertices[t[1]] - sheet.vertices[t[0]];
    const Vec3 to_second = sheet.vertices[t[2]] - sheet.vertices[t[0]];
    const double twice_area = to_first.cross(to_second).norm(), base = to_first.norm();
    if (!(twice_area > 0))
      throw InputError("a triangle of cloth has no area");
    const double along = to_second.dot(to_first) / base, height = twice_area / base;
    Element element{t, {}, {}, 0.5 * twice_area};
    element.gradients.col(1) = Eigen::Vector2d(1 / base, -along / (base * height));
    element.gradients.col(2) = Eigen::Vector2d(0, 1 / height);
    element.gradients.col(0) = -element.gradients.col(1) - element.gradients.col(2);
    elements_.push_back(element);
    for (std::size_t k = 0; k < 3; ++k)
      edges.push_back({t[k], t[(k + 1) % 3]});
  }
}

void ClothModel::add_hinges(const TriangleMesh& sheet, std::vector<SymmetricBlocks::Edge>& edges) {
  const EdgeTable table(sheet);
  for (std::size_t e = 0; e < table.size(); ++e) {
    const auto uses = table.uses(e);
    if (uses.size() != 2)
      continue;
    const auto opposite = [&](const EdgeUse& use) {
      return sheet.triangles[use.triangle][(use.side + 2u) % 3u];
    };
    const EdgeUse &forward = uses[0].forward ? uses[0] : uses[1], &back = uses[0].forward ? uses[1] : uses[0];
    Hinge hinge{{opposite(forward), opposite(back), forward.low, forward.high}, {}, 0, 0};
    const auto& [a, b, low, high] = hinge.node;
    if (a == b)
      continue;
    const std::vector<Vec3>& x = sheet.vertices;
    hinge.angle = hinge_angle(x[a], x[b], x[low], x[high]).angle;
    hinge.weight =
        (x[high] - x[low]).squaredNorm() / (elements_[forward.triangle].area + elements_[back.triangle].area);
    hinges_.push_back(hinge);
    edges.push_back({a, b});
  }
}

void ClothModel::take(const ClothMaterial& material) {
  if (const std::string reason = why_no_cloth(material); !reason.empty())
    throw InputError(reason);
  const double pulled = material.stretch_stiffness;
  mu_ = material.shear_stiffness;
  lambda_ = 2 * mu_ * (pulled - 2 * mu_) / (4 * mu_ - pulled);
  bending_ = material.bending_stiffness;
}

void ClothModel::set_material(const Material& material) {
  take(material.cloth);
}

void ClothModel::update(std::span<const Vec3> nodes) {
  energy_ = 0;
  std::fill(forces_.begin(), forces_.end(), Vec3::Zero());
  stiffness_.clear();
  for (std::size_t i = 0; i < elements_.size(); ++i)
    stretch(i, nodes);
  for (const Hinge& hinge : hinges_)
    bend(hinge, nodes);
}

void ClothModel::stretch(std::size_t index, std::span<const Vec3> nodes) {
  const Element& element = elements_[index];
  const Triangle& node = element.node;
  const Gradients& gradients = element.gradients;
  const double area = element.area;
  Mat3 corners;
  for (int k = 0; k < 3; ++k)
    corners.col(k) = nodes[node[static_cast<std::size_t>(k)]] - nodes[node[0]];
  const Eigen::Matrix<double, 3, 2> f = corners * gradients.transpose();
  const Strain strain = 0.5 * (f.transpose() * f - Strain::Identity());
  const Strain stress = lambda_ * strain.trace() * Strain::Identity() + 2 * mu_ * strain;
  energy_ += area * (mu_ * strain.squaredNorm() + 0.5 * lambda_ * strain.trace() * strain.trace());
  strains_[index] =
      0.5 * (strain(0, 0) + strain(1, 1)) + std::hypot(0.5 * (strain(0, 0) - strain(1, 1)), strain(0, 1));

  const Mat3 pull = -area * f * stress * gradients, moved = f * gradients;
  const Mat3 spread = f * f.transpose(), held = gradients.transpose() * positive_part(stress) * gradients;
  const Mat3 products = gradients.transpose() * gradients;
  const auto block = [&](int i, int j) -> Mat3 {
    return area * (lambda_ * moved.col(i) * moved.col(j).transpose() +
                   mu_ * (moved.col(j) * moved.col(i).transpose() + products(i, j) * spread) +
                   Mat3(Vec3::Constant(held(i, j)).asDiagonal()));
  };
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    const std::uint32_t a = node[static_cast<std::size_t>(k)], b = node[static_cast<std::size_t>(next)];
    forces_[a] += pull.col(k);
    stiffness_.diagonal(a) += block(k, k);
    stiffness_.upper(element.slots[static_cast<std::size_t>(k)]) += a < b ? block(k, next) : block(next, k);
  }
}

void ClothModel::bend(const Hinge& hinge, std::span<const Vec3> nodes) {
  const auto& [node, slots, rest, weight] = hinge;
  const HingeAngle now = hinge_angle(nodes[node[0]], nodes[node[1]], nodes[node[2]], nodes[node[3]]);
  const double k = bending_ * weight, turn = turn_between(now.angle, rest);
  energy_ += 0.5 * k * turn * turn;
  for (std::size_t a = 0, slot = 0; a < 4; ++a) {
    const Vec3 of_a = k * now.gradient[a];
    forces_[node[a]] -= turn * of_a;
    stiffness_.diagonal(node[a]) += of_a * now.gradient[a].transpose();
    for (std::size_t b = a + 1; b < 4; ++b, ++slot) {
      const Mat3 block = of_a * now.gradient[b].transpose();
      if (node[a] < node[b])
        stiffness_.upper(slots[slot]) += block;
      else
        stiffness_.upper(slots[slot]) += block.transpose();
    }
  }
}

void ClothModel::look_inside(BodyInside& inside) const {
  inside.strain.assign(forces_.size(), 0.0f);
  std::vector<double> area(forces_.size(), 0.0), sum(forces_.size(), 0.0);
  std::vector<SymmetricBlocks::Edge> edges;
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    const Element& element = elements_[i];
    for (std::size_t k = 0; k < 3; ++k) {
      area[element.node[k]] += element.area;
      sum[element.node[k]] += element.area * strains_[i];
      edges.push_back({element.node[k], element.node[(k + 1) % 3]});
    }
  }
  for (std::size_t i = 0; i < area.size(); ++i)
    if (area[i] > 0)
      inside.strain[i] = static_cast<float>(sum[i] / area[i]);
  for (const SymmetricBlocks::Edge& edge : each_once(std::move(edges)))
    inside.edges.push_back({edge[0], edge[1]});
}

NodalParts cloth_parts(const SceneBody& description) {
  const PreparedMesh& prepared = *description.mesh;
  const std::size_t count = prepared.mesh.vertices.size() / 2;
  const TriangleMesh sheet = front_of_cloth(prepared);
  const bool has_sides =
      2 * count == prepared.mesh.vertices.size() &&
      2 * sheet.triangles.size() == prepared.mesh.triangles.size() &&
      std::all_of(sheet.triangles.begin(), sheet.triangles.end(), [count](const Triangle& t) {
        return std::max({t[0], t[1], t[2]}) < count;
      });
  if (!has_sides || sheet.triangles.empty())
    throw InputError("body \"" + description.name + "\": its mesh was not made for cloth");

  const ClothMaterial& material = description.material.cloth;
  const double area = surface_area(sheet);
  const double mass = description.mass.value_or(description.density.value_or(usual_cloth_density) * area *
                                                material.thickness);
  NodalParts parts;
  parts.masses.assign(count, 0.0);
  for (const Triangle& t : sheet.triangles) {
    const Vec3& a = sheet.vertices[t[0]];
    const double of_triangle = 0.5 * (sheet.vertices[t[1]] - a).cross(sheet.vertices[t[2]] - a).norm();
    for (const std::uint32_t node : t)
      parts.masses[node] += mass / area * of_triangle / 3;
  }
  std::vector<std::uint32_t> node_of_vertex(2 * count);
  for (std::uint32_t v = 0; v < node_of_vertex.size(); ++v)
    node_of_vertex[v] = v % static_cast<std::uint32_t>(count);
  parts.mapping = NodeMapping::identity(node_of_vertex);
  parts.is_cloth = true;
  try {
    parts.model = std::make_unique<ClothModel>(sheet, material);
  } catch (const InputError& error) {
    throw InputError("body \"" + description.name + "\": " + error.what());
  }
  for (const Vec3& vertex : sheet.vertices)
    parts.nodes.push_back(description.pose * vertex);
  return parts;
}

} // namespace lamina
