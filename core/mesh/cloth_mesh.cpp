#include "core/mesh/cloth_mesh.h"

#include "core/mesh/edges.h"
#include "core/mesh/mass_properties.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Area over the square of the longest side of a triangle that counts as none.
constexpr double no_area = 1e-9;

std::string count_of(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

bool is_sliver(const TriangleMesh& mesh, const Triangle& t) {
  const Vec3 &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
  const double longest = std::max({(b - a).squaredNorm(), (c - b).squaredNorm(), (a - c).squaredNorm()});
  return !((b - a).cross(c - a).norm() > no_area * longest);
}

/// Why a welded and turned surface cannot be cloth, or "".
std::string why_no_cloth(const TriangleMesh& mesh) {
  const EdgeCounts counts = count_edges(EdgeTable(mesh));
  if (counts.nonmanifold)
    return "cannot be cloth: " +
           count_of(counts.nonmanifold, "edge is shared by more than two triangles",
                    "edges are shared by more than two triangles") +
           ", and cloth has one layer";
  if (counts.misoriented)
    return "cannot be cloth: " + count_of(counts.misoriented, "misoriented edge", "misoriented edges") +
           " where its sides cannot be told apart";
  const auto slivers =
      static_cast<std::size_t>(std::count_if(mesh.triangles.begin(), mesh.triangles.end(),
                                             [&mesh](const Triangle& t) { return is_sliver(mesh, t); }));
  if (slivers)
    return "cannot be cloth: " + count_of(slivers, "triangle has", "triangles have") + " no area";
  return "";
}

void add_back(TriangleMesh& mesh) {
  const auto vertices = static_cast<std::uint32_t>(mesh.vertices.size());
  const std::size_t triangles = mesh.triangles.size();
  mesh.vertices.reserve(2 * mesh.vertices.size());
  for (std::uint32_t v = 0; v < vertices; ++v)
    mesh.vertices.push_back(Vec3(mesh.vertices[v]));
  for (std::size_t t = 0; t < triangles; ++t) {
    const auto [a, b, c] = mesh.triangles[t];
    mesh.triangles.push_back({a + vertices, c + vertices, b + vertices});
  }
}

} // namespace

std::shared_ptr<const PreparedMesh> prepare_cloth_mesh(TriangleMesh mesh) {
  auto prepared = std::make_shared<PreparedMesh>(prepare_mesh(std::move(mesh)));
  MeshReport& report = prepared->report;
  if (report.pieces == 0 || prepared->mesh.triangles.empty()) {
    report.accepted = false;
    return prepared; // the reason says what is wrong with it
  }
  report.reason = why_no_cloth(prepared->mesh);
  report.accepted = report.reason.empty();
  report.volume_m3 = 0;
  report.closing_distance = 0;
  if (!report.accepted)
    return prepared;
  const Meshlets front = Meshlets::in_order(prepared->mesh, prepared->order);
  // The back has the number of its front, to whoever asks for the number in the file.
  for (std::vector<std::uint32_t>* numbers : {&prepared->order.vertices, &prepared->order.triangles}) {
    const std::vector<std::uint32_t> once = *numbers;
    numbers->insert(numbers->end(), once.begin(), once.end());
  }
  add_back(prepared->mesh);
  prepared->shown_triangles = prepared->mesh.triangles.size();
  prepared->meshlets = Meshlets(prepared->mesh, front);
  return prepared;
}

TriangleMesh front_of_cloth(const PreparedMesh& cloth) {
  TriangleMesh front;
  front.name = cloth.mesh.name;
  const auto half = [](const auto& list) {
    return list.begin() + static_cast<std::ptrdiff_t>(list.size() / 2);
  };
  front.vertices.assign(cloth.mesh.vertices.begin(), half(cloth.mesh.vertices));
  front.triangles.assign(cloth.mesh.triangles.begin(), half(cloth.mesh.triangles));
  return front;
}

double enclosed_volume(const PreparedMesh& cloth) {
  const TriangleMesh front = front_of_cloth(cloth);
  if (count_edges(EdgeTable(front)).boundary > 0)
    return 0;
  return std::max(mass_properties(front).volume, 0.0);
}

// Every other row is shifted by half a side, with a half triangle at either end:
//
//   ────────────    row 2
//   ╲  ╱╲  ╱╲  ╱
//   ─╲╱──╲╱──╲╱─    row 1, with one point more
//    ╱╲  ╱╲  ╱╲
//   ╱__╲╱__╲╱__╲    row 0
TriangleMesh make_sheet(double width, double height, int cells) {
  TriangleMesh mesh;
  mesh.name = "sheet";
  const auto across = static_cast<std::uint32_t>(std::max(cells, 1));
  const double side = width / across;
  const auto rows =
      static_cast<std::uint32_t>(std::clamp(std::round(height / (side * std::sqrt(0.75))), 1.0, 1e6));
  std::vector<std::uint32_t> first;
  for (std::uint32_t row = 0; row <= rows; ++row) {
    first.push_back(static_cast<std::uint32_t>(mesh.vertices.size()));
    const double z = height * (static_cast<double>(row) / rows - 0.5);
    const std::uint32_t points = across + 1 + row % 2;
    for (std::uint32_t i = 0; i < points; ++i) {
      const double along = row % 2 ? std::clamp(i - 0.5, 0.0, static_cast<double>(across)) : i;
      mesh.vertices.emplace_back(side * along - width / 2, 0, z);
    }
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    // `few` has one point less than `many`; they face up with the row of smaller z first.
    const bool swapped = row % 2;
    const std::uint32_t few = first[row + swapped], many = first[row + !swapped];
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      if (swapped)
        std::swap(b, c);
      mesh.triangles.push_back({a, b, c});
    };
    for (std::uint32_t i = 0; i <= across; ++i) {
      add(few + i, many + i, many + i + 1);
      if (i < across)
        add(few + i, many + i + 1, few + i + 1);
    }
  }
  return mesh;
}

} // namespace lamina
