#include "core/bench/models.h"

#include "core/io/load.h"
#include "core/mesh/procedural.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <unordered_map>
#include <utility>

namespace lamina::bench {

std::filesystem::path bunny_file() {
  return shared_file("bodies/bunny_69664_closed.off");
}

std::filesystem::path shared_file(const std::filesystem::path& file) {
  if (const char* named = std::getenv("LAMINA_MODELS"); named && *named)
    return named / file;
  // A program lies at SOURCE/build/PRESET/FOLDER/PROGRAM.
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path source = program.parent_path().parent_path().parent_path().parent_path();
  const std::filesystem::path here = "../shared/models" / file, beside = source / "../shared/models" / file;
  return std::filesystem::exists(here, error) ? here : beside;
}

namespace {

constexpr std::size_t bunny_triangles = 69664;
constexpr const char* scan_name = "bunny";

/// y up turned to z up, largest extent 1, centred in x and y, lowest point at z = 0.
void normalise(TriangleMesh& mesh) {
  for (Vec3& p : mesh.vertices)
    p = Vec3(p.x(), -p.z(), p.y());
  const Box box = bounds(mesh);
  const Vec3 origin(box.centre().x(), box.centre().y(), box.min.z());
  const double scale = 1 / box.size().maxCoeff();
  for (Vec3& p : mesh.vertices)
    p = scale * (p - origin);
}

TriangleMesh make_bunny() {
  TriangleMesh mesh;
  std::error_code error;
  if (std::filesystem::exists(bunny_file(), error)) {
    mesh = load_mesh_file(bunny_file()).meshes.front();
    mesh.name = scan_name;
    normalise(mesh);
  } else {
    mesh = bumpy_sphere(bunny_triangles);
  }
  return mesh;
}

/// The vertices in the middle of edges, each made once.
class Middles {
public:
  explicit Middles(TriangleMesh& mesh) : mesh_(mesh) { made_.reserve(2 * mesh.triangles.size()); }

  std::uint32_t of(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t edge = std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
    const auto [place, fresh] = made_.try_emplace(edge, static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (fresh)
      mesh_.vertices.push_back(0.5 * (mesh_.vertices[a] + mesh_.vertices[b]));
    return place->second;
  }

private:
  TriangleMesh& mesh_;
  std::unordered_map<std::uint64_t, std::uint32_t> made_;
};

} // namespace

TriangleMesh subdivided(TriangleMesh mesh, int times) {
  for (int k = 0; k < times; ++k) {
    const std::vector<Triangle> coarse = std::exchange(mesh.triangles, {});
    mesh.triangles.reserve(4 * coarse.size());
    mesh.vertices.reserve(4 * mesh.vertices.size());
    Middles middles(mesh);
    for (const Triangle& t : coarse) {
      const std::uint32_t ab = middles.of(t[0], t[1]), bc = middles.of(t[1], t[2]),
                          ca = middles.of(t[2], t[0]);
      for (const Triangle& part :
           {Triangle{t[0], ab, ca}, Triangle{ab, t[1], bc}, Triangle{ca, bc, t[2]}, Triangle{ab, bc, ca}})
        mesh.triangles.push_back(part);
    }
  }
  return mesh;
}

namespace {

/// The vertices that cut edges into equal parts, each made once.
class Cuts {
public:
  Cuts(TriangleMesh& mesh, int parts) : mesh_(mesh), parts_(parts) {}

  /// The k-th of the vertices from a to b, which are the first and the last.
  std::uint32_t of(std::uint32_t a, std::uint32_t b, int k) {
    if (k == 0 || k == parts_)
      return k == 0 ? a : b;
    if (b < a)
      return of(b, a, parts_ - k);
    const auto [place, is_new] =
        first_.try_emplace(std::uint64_t{a} << 32 | b, static_cast<std::uint32_t>(mesh_.vertices.size()));
    for (int i = 1; is_new && i < parts_; ++i)
      mesh_.vertices.push_back(mesh_.vertices[a] +
                               static_cast<double>(i) / parts_ * (mesh_.vertices[b] - mesh_.vertices[a]));
    return place->second + static_cast<std::uint32_t>(k - 1);
  }

private:
  TriangleMesh& mesh_;
  int parts_;
  std::unordered_map<std::uint64_t, std::uint32_t> first_;
};

} // namespace

TriangleMesh divided(const TriangleMesh& mesh, int parts) {
  TriangleMesh fine;
  fine.name = mesh.name;
  fine.vertices = mesh.vertices;
  Cuts cuts(fine, parts);
  std::vector<std::uint32_t> row, last;
  for (const Triangle& t : mesh.triangles) {
    last = {t[0]};
    // Rows of vertices from corner 0 to the side across.
    for (int i = 1; i <= parts; ++i) {
      row.clear();
      for (int j = 0; j <= i; ++j) {
        if (j == 0 || j == i) {
          row.push_back(cuts.of(t[0], t[j == 0 ? 1 : 2], i));
        } else if (i == parts) {
          row.push_back(cuts.of(t[1], t[2], j));
        } else {
          const Vec3 corner = fine.vertices[t[0]], to_b = fine.vertices[t[1]] - corner,
                     to_c = fine.vertices[t[2]] - corner;
          row.push_back(static_cast<std::uint32_t>(fine.vertices.size()));
          fine.vertices.push_back(corner + (static_cast<double>(i - j) * to_b + j * to_c) / parts);
        }
      }
      for (std::size_t j = 0; j + 1 < row.size(); ++j) {
        fine.triangles.push_back({last[j], row[j], row[j + 1]});
        if (j + 1 < last.size())
          fine.triangles.push_back({last[j], row[j + 1], last[j + 1]});
      }
      last.swap(row);
    }
  }
  return fine;
}

std::optional<MeshPair> armadillos(ArmadilloPose pose, int parts_of_a, int parts_of_b) {
  const std::filesystem::path file = shared_file("bodies/armadillo_52000.off");
  std::error_code error;
  if (!std::filesystem::exists(file, error))
    return std::nullopt;
  TriangleMesh mesh = load_mesh_file(file).meshes.front();
  const Box box = bounds(mesh);
  for (Vec3& p : mesh.vertices)
    p = (p - box.centre()) / box.size().maxCoeff();
  const Quat turn = Quat(Eigen::AngleAxisd(std::numbers::pi, Vec3::UnitY())) *
                    Quat(Eigen::AngleAxisd(7 * std::numbers::pi / 180, Vec3(1, 2, 3).normalized()));
  const Vec3 place = pose == ArmadilloPose::hand   ? Vec3(0.33, 0.02, -0.5)
                     : pose == ArmadilloPose::arms ? Vec3(0.03, 0.02, -0.5)
                                                   : Vec3(0.03, 0.02, -0.35);
  MeshPair pair{divided(mesh, parts_of_a), divided(mesh, parts_of_b)};
  for (Vec3& p : pair.b.vertices)
    p = turn * p + place;
  return pair;
}

TriangleMesh bumpy_sphere(std::size_t triangles) {
  TriangleMesh mesh = make_sphere(0.5, triangles);
  for (Vec3& p : mesh.vertices) {
    const Vec3 d = p.normalized();
    p *= 1 + 0.06 * std::sin(9 * d.x()) * std::sin(8 * d.y()) + 0.04 * std::sin(11 * d.z());
  }
  normalise(mesh);
  mesh.name = "bumpy sphere";
  return mesh;
}

const TriangleMesh& bunny() {
  static const TriangleMesh mesh = make_bunny();
  return mesh;
}

bool bunny_is_scan() {
  return bunny().name == scan_name;
}

TriangleMesh turned_cube(double side, double degrees, const Vec3& centre) {
  TriangleMesh cube = make_box(Vec3::Constant(side));
  const Eigen::AngleAxisd turn(degrees * std::numbers::pi / 180, Vec3(1, 2, 3).normalized());
  for (Vec3& p : cube.vertices)
    p = turn * p + centre;
  return cube;
}

Surface surface_of(const TriangleMesh& mesh) {
  Surface surface;
  surface.triangles = std::make_shared<const std::vector<Triangle>>(mesh.triangles);
  surface.positions = mesh.vertices;
  surface.bounds = bounds(mesh);
  return surface;
}

Surface surface_with_meshlets(TriangleMesh mesh) {
  MeshletOrder before;
  auto meshlets = std::make_shared<const Meshlets>(Meshlets::in_order(mesh, before));
  Surface surface = surface_of(mesh);
  surface.meshlets = std::move(meshlets);
  surface.balanced = true;
  surface.bounds = enclose_meshlets(*surface.meshlets, surface.vertex_positions(), surface.balls);
  return surface;
}

} // namespace lamina::bench
