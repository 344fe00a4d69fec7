#include "core/mesh/procedural.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

struct Icosahedron {
  std::vector<Vec3> corners;
  std::vector<Triangle> faces;
};

Icosahedron make_icosahedron() {
  const double g = std::numbers::phi;
  return {{{-1, g, 0},
           {1, g, 0},
           {-1, -g, 0},
           {1, -g, 0},
           {0, -1, g},
           {0, 1, g},
           {0, -1, -g},
           {0, 1, -g},
           {g, 0, -1},
           {g, 0, 1},
           {-g, 0, -1},
           {-g, 0, 1}},
          {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
           {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
           {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}}};
}

/// Vertices of the divided icosahedron, made when first asked for: corners, then points inside edges, then
/// inside faces. Points on an edge are shared by its two faces.
class DividedSphere {
public:
  DividedSphere(double radius, std::uint32_t frequency) : radius_(radius), frequency_(frequency) {
    for (const Vec3& corner : base_.corners)
      add(corner);
    for (const Triangle& face : base_.faces)
      for (int side = 0; side < 3; ++side)
        if (face[side] < face[(side + 1) % 3])
          add_edge(face[side], face[(side + 1) % 3]);
  }

  TriangleMesh make() {
    for (const Triangle& face : base_.faces)
      add_face(face);
    return std::move(mesh_);
  }

private:
  void add(const Vec3& direction) { mesh_.vertices.push_back(radius_ * direction.normalized()); }

  void add_edge(std::uint32_t low, std::uint32_t high) {
    edge_start_[low][high] = static_cast<std::uint32_t>(mesh_.vertices.size());
    for (std::uint32_t i = 1; i < frequency_; ++i)
      add((frequency_ - i) * base_.corners[low] + i * base_.corners[high]);
  }

  /// The vertex i steps of frequency_ along an edge from one corner to another.
  std::uint32_t on_edge(std::uint32_t from, std::uint32_t to, std::uint32_t i) const {
    if (i == 0)
      return from;
    if (i == frequency_)
      return to;
    return from < to ? edge_start_[from][to] + i - 1 : edge_start_[to][from] + frequency_ - i - 1;
  }

  void add_face(const Triangle& face) {
    // Row j has its ends on the two edges that leave the first corner.
    std::vector<std::uint32_t> above = {face[0]}, row;
    for (std::uint32_t j = 1; j <= frequency_; ++j) {
      row.clear();
      for (std::uint32_t i = 0; i <= j; ++i) {
        if (i == 0)
          row.push_back(on_edge(face[0], face[1], j));
        else if (i == j)
          row.push_back(on_edge(face[0], face[2], j));
        else if (j == frequency_)
          row.push_back(on_edge(face[1], face[2], i));
        else {
          row.push_back(static_cast<std::uint32_t>(mesh_.vertices.size()));
          add((frequency_ - j) * base_.corners[face[0]] + (j - i) * base_.corners[face[1]] +
              i * base_.corners[face[2]]);
        }
      }
      for (std::uint32_t i = 0; i < j; ++i) {
        mesh_.triangles.push_back({above[i], row[i], row[i + 1]});
        if (i + 1 < j)
          mesh_.triangles.push_back({above[i], row[i + 1], above[i + 1]});
      }
      above.swap(row);
    }
  }

  const Icosahedron base_ = make_icosahedron();
  double radius_;
  std::uint32_t frequency_;
  std::uint32_t edge_start_[12][12] = {};
  TriangleMesh mesh_;
};

} // namespace

TriangleMesh make_sphere(double radius, std::size_t triangles) {
  // 20 f² triangles at frequency f; of the two neighbours of the root the nearer count.
  const double root = std::sqrt(static_cast<double>(triangles) / 20);
  const double low = std::max(1.0, std::floor(root)), high = low + 1;
  const double wanted = static_cast<double>(triangles);
  const bool take_high = std::abs(20 * high * high - wanted) < std::abs(20 * low * low - wanted);
  TriangleMesh mesh = DividedSphere(radius, static_cast<std::uint32_t>(take_high ? high : low)).make();
  mesh.name = "sphere";
  return mesh;
}

} // namespace lamina
