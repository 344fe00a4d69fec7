#include "core/bench/models.h"

#include "core/io/load.h"
#include "core/mesh/procedural.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

namespace lamina::bench {

std::filesystem::path bunny_file() {
  const std::filesystem::path file = "bodies/bunny_69664_closed.off";
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

TriangleMesh bumpy_sphere() {
  TriangleMesh mesh = make_sphere(0.5, bunny_triangles);
  for (Vec3& p : mesh.vertices) {
    const Vec3 d = p.normalized();
    p *= 1 + 0.06 * std::sin(9 * d.x()) * std::sin(8 * d.y()) + 0.04 * std::sin(11 * d.z());
  }
  mesh.name = "bumpy sphere";
  return mesh;
}

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
  } else {
    mesh = bumpy_sphere();
  }
  normalise(mesh);
  return mesh;
}

} // namespace

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

} // namespace lamina::bench
