#include "core/bench/method_case.h"

#include "core/bench/waved_bodies.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "core/settings/setting_list.h"

#include <chrono>
#include <cmath>
#include <numbers>

namespace lamina::bench {

namespace {

/// In a row, each turned and pushed into the one before.
std::vector<TriangleMesh> ten_tori() {
  std::vector<TriangleMesh> tori;
  for (int i = 0; i < 10; ++i) {
    TriangleMesh torus = make_torus(0.5, 0.2, 1600);
    const Quat turn(Eigen::AngleAxisd(0.5 * std::numbers::pi * (i % 2) + 0.1 * i, Vec3::UnitX()));
    for (Vec3& p : torus.vertices)
      p = turn * p + Vec3(0.55 * i, 0, 0);
    tori.push_back(std::move(torus));
  }
  return tori;
}

/// A torus squeezed until its sides just touch across the hole: moved, they run into each other.
TriangleMesh pinched_ring() {
  constexpr double radius = 0.5, tube = 0.2, pinched = 0.199, along = 0.25;
  TriangleMesh mesh = make_torus(radius, tube, 20'000);
  for (Vec3& p : mesh.vertices) {
    // make_torus winds around y.
    const double angle = std::atan2(p.z(), p.x()), out = std::hypot(p.x(), p.z()) - radius;
    const double z = radius * std::sin(angle);
    const double narrower = 1 - (1 - pinched / radius) * std::exp(-z * z / (along * along));
    p = {(narrower * radius + out) * std::cos(angle), p.y(), z + out * std::sin(angle)};
  }
  return mesh;
}

Settings settings_of(const MethodCase& wanted) {
  Settings settings;
  set_setting(settings, "method", wanted.method);
  set_setting(settings, "threads", std::int64_t{wanted.threads});
  return settings;
}

bool same_contacts_of_pair(const PairContacts& p, const PairContacts& q) {
  if (p.contacts.size() != q.contacts.size() || p.gradient.size() != q.gradient.size())
    return false;
  for (std::size_t i = 0; i < p.contacts.size(); ++i)
    if (p.contacts[i].measure != q.contacts[i].measure || p.contacts[i].area != q.contacts[i].area)
      return false;
  for (std::size_t i = 0; i < p.gradient.size(); ++i)
    if (p.gradient[i].vertex != q.gradient[i].vertex || p.gradient[i].value != q.gradient[i].value)
      return false;
  return true;
}

} // namespace

const char* name_of(MethodScene scene) {
  switch (scene) {
  case MethodScene::shallow:
    return name_of(PairPose::shallow);
  case MethodScene::deep:
    return name_of(PairPose::deep);
  case MethodScene::tori:
    return "tori";
  default:
    return "pinched";
  }
}

std::unique_ptr<MovedBodies> bodies_of(MethodScene scene) {
  switch (scene) {
  case MethodScene::shallow:
    return std::make_unique<MovedPair>(PairPose::shallow);
  case MethodScene::deep:
    return std::make_unique<MovedPair>(PairPose::deep);
  case MethodScene::tori:
    return std::make_unique<WavedBodies>(ten_tori(), false);
  default:
    return std::make_unique<WavedBodies>(std::vector{pinched_ring()}, true);
  }
}

bool same_contacts(std::span<const PairContacts> p, std::span<const PairContacts> q) {
  return std::equal(p.begin(), p.end(), q.begin(), q.end(), same_contacts_of_pair);
}

MethodRun::MethodRun(const MethodCase& wanted)
    : wanted_(wanted), settings_(settings_of(wanted)), method_(make_contact_method(settings_.contact)) {}

std::array<double, method_phases.size()> MethodRun::detect(MovedBodies& bodies) {
  using Clock = std::chrono::steady_clock;
  const std::span<const Surface* const> surfaces = bodies.surfaces();
  const auto begin = Clock::now();
  bodies.refit();
  broad_phase_.find_pairs(
      surfaces, [](std::uint32_t, std::uint32_t) { return true; },
      0.5 * method_->reach(surfaces, settings_.contact), pairs_);
  for (std::uint32_t s = 0; s < surfaces.size(); ++s)
    if (surfaces[s]->self_contact)
      pairs_.push_back({s, s});
  const MethodTimings timings = method_->detect(detection_input(surfaces, pairs_, settings_), results_);
  const double total = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  const double search = 1e3 * seconds_in(timings, wanted_.method, "cast");
  return {total - search, search, total};
}

std::string MethodRun::problem(MovedBodies& bodies) const {
  if (contacts() == 0)
    return "it found no contact";
  Settings other = settings_;
  other.contact.raytraced.tree =
      settings_.contact.raytraced.tree == RayTree::octree ? RayTree::bvh : RayTree::octree;
  other.contact.proximity.bvh_children =
      settings_.contact.proximity.bvh_children == BvhChildren::two ? BvhChildren::eight : BvhChildren::two;
  other.contact.proximity.bvh_refit = BvhRefit::bottom_up;
  std::vector<PairContacts> expected;
  make_contact_method(other.contact)->detect(detection_input(bodies.surfaces(), pairs_, other), expected);
  return same_contacts(results_, expected) ? "" : "another tree led to other contacts";
}

std::uint64_t MethodRun::contacts() const {
  std::uint64_t sum = 0;
  for (const PairContacts& pair : results_)
    sum += pair.contacts.size();
  return sum;
}

std::uint64_t MethodRun::rays() const {
  std::uint64_t sum = 0;
  for (const PairContacts& pair : results_)
    sum += rays_of(pair).rays;
  return sum;
}

} // namespace lamina::bench
