#include "core/bench/moved_pair.h"

#include "core/bench/exact_volume.h"
#include "core/bench/models.h"

#include <cmath>
#include <map>

namespace lamina::bench {

std::size_t MovedBodies::triangles() const {
  std::size_t sum = 0;
  for (const Surface* surface : surfaces())
    sum += surface->triangles->size();
  return sum;
}

const char* name_of(PairPose pose) {
  return pose == PairPose::deep ? "deep" : "shallow";
}

namespace {

constexpr double wave_height = 0.002; ///< m
constexpr std::array<double, 3> wave_number{9, 8, 7}, wave_pace{0.37, 0.48, 0.26};

} // namespace

Phases phases_at(const Vec3& rest) {
  const Vec3 phase(wave_number[0] * rest.y(), wave_number[1] * rest.z(), wave_number[2] * rest.x());
  return {phase.array().sin(), phase.array().cos()};
}

Phases phases_in(int repetition) {
  const Vec3 phase = repetition * Vec3(wave_pace[0], wave_pace[1], wave_pace[2]);
  return {phase.array().sin(), phase.array().cos()};
}

Vec3 waved(const Vec3& rest, const Phases& here, const Phases& now) {
  // sin(a + b) = sin a cos b + cos a sin b
  return rest + wave_height * (here.sine.cwiseProduct(now.cosine) + here.cosine.cwiseProduct(now.sine));
}

TimedMesh timed(TriangleMesh mesh) {
  TimedMesh timed;
  MeshletOrder before;
  timed.meshlets = std::make_shared<const Meshlets>(Meshlets::in_order(mesh, before));
  std::vector<Phases> phases;
  phases.reserve(mesh.vertices.size());
  for (const Vec3& p : mesh.vertices)
    phases.push_back(phases_at(p));
  timed.phases = std::make_shared<const std::vector<Phases>>(std::move(phases));
  timed.triangles = std::make_shared<const std::vector<Triangle>>(mesh.triangles);
  timed.rest = std::make_shared<const TriangleMesh>(std::move(mesh));
  return timed;
}

const TimedMesh& timed_bunny(int subdivisions) {
  static std::map<int, TimedMesh> made;
  const auto known = made.find(subdivisions);
  return known != made.end()
             ? known->second
             : made.emplace(subdivisions, timed(subdivided(bench::bunny(), subdivisions))).first->second;
}

MovedPair::MovedPair(PairPose pose, const TimedMesh& mesh)
    : rest_(mesh.rest), phases_(mesh.phases),
      rest_cube_(pose == PairPose::deep ? turned_cube(0.6, 27, {0.22, 0.08, 0.40})
                                        : turned_cube(1.5, 1.5, {0.013, -0.021, -0.65})),
      cube_(surface_of(rest_cube_)) {
  bunny_.triangles = mesh.triangles;
  bunny_.single_positions = in_single(mesh.rest->vertices);
  bunny_.meshlets = mesh.meshlets;
  cube_.single_positions = in_single(rest_cube_.vertices);
  cube_.positions.clear();
  cube_.meshlets = std::make_shared<const Meshlets>(rest_cube_);
  bunny_.balanced = cube_.balanced = true;
}

Vec3 shift_in(int repetition) {
  const double r = repetition;
  return 0.003 * Vec3(std::sin(0.7 * r), std::sin(0.7 * r + 1), std::sin(0.7 * r + 2));
}

void MovedPair::move(int repetition) {
  const Phases now = phases_in(repetition);
  for (std::size_t i = 0; i < bunny_.single_positions.size(); ++i)
    bunny_.single_positions[i] = waved(rest_->vertices[i], (*phases_)[i], now).cast<float>();
  const Vec3 shift = shift_in(repetition);
  for (std::size_t i = 0; i < rest_cube_.vertices.size(); ++i)
    cube_.single_positions[i] = (rest_cube_.vertices[i] + shift).cast<float>();
}

void MovedPair::refit() {
  bunny_.bounds = enclose_meshlets(*bunny_.meshlets, bunny_.vertex_positions(), bunny_.balls);
  cube_.bounds = enclose_meshlets(*cube_.meshlets, cube_.vertex_positions(), cube_.balls);
}

double MovedPair::exact_volume() const {
  return exact_shared_volume(bunny_, cube_);
}

} // namespace lamina::bench
