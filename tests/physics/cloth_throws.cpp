#include "tests/physics/cloth_throws.h"

#include "core/mesh/cloth_mesh.h"
#include "core/mesh/procedural.h"
#include "tests/support/scenes.h"

#include <algorithm>
#include <optional>
#include <random>
#include <stdexcept>

namespace lamina::test {

namespace {

/// How near the straight way between two points comes to a third.
double nearest_of_way(const Vec3& from, const Vec3& to, const Vec3& point) {
  const Vec3 way = to - from;
  const double length = way.squaredNorm();
  const double along = length > 0 ? std::clamp((point - from).dot(way) / length, 0.0, 1.0) : 0;
  return (from + along * way - point).norm();
}

/// A node, as the ball sees it from its centre.
class Thrown {
public:
  void move(const Vec3& from, const Vec3& to, Throws& throws) {
    const double way = nearest_of_way(from, to, Vec3::Zero());
    throws.nearest = std::min(throws.nearest, to.norm());
    throws.nearest_way = std::min(throws.nearest_way, way);
    throws.struck += !struck_ && way < 1.1 * ball_radius;
    struck_ = struck_ || way < 1.1 * ball_radius;
    // Faces of the ball lie within its radius by 1 %.
    if (to.norm() < 0.96 * ball_radius && !went_in_)
      went_in_ = from;
    if (to.norm() > ball_radius && went_in_) {
      throws.passed += went_in_->dot(to) < 0;
      went_in_.reset();
    }
  }

private:
  bool struck_ = false;
  std::optional<Vec3> went_in_; ///< from there
};

/// Follows one sheet, body 1 of the scene.
void follow(const std::shared_ptr<const Scene>& scene, int steps, Throws& throws) {
  Simulation simulation(scene);
  std::vector<Vec3> before = nodes_of(simulation, 1);
  std::vector<Thrown> nodes(before.size());
  for (int step = 0; step < steps; ++step) {
    if (!simulation.step())
      throw std::runtime_error(simulation.problem());
    const std::vector<Vec3> now = nodes_of(simulation, 1);
    for (std::size_t i = 0; i < now.size(); ++i)
      nodes[i].move(before[i], now[i], throws);
    before = now;
  }
}

} // namespace

std::vector<Vec3> nodes_of(const Simulation& simulation, std::size_t body) {
  const auto snapshot = simulation.snapshot();
  const std::vector<Vec3>& positions = *snapshot->bodies[body].positions;
  return {positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(positions.size() / 2)};
}

Throws throw_sheets_at_a_ball(int count, int steps) {
  const SceneBody ball = body_of("ball", make_sphere(ball_radius, 320), BodyKind::fixed);
  const SceneBody cloth = body_of("cloth", make_sheet(0.5, 0.5, 3), BodyKind::cloth);
  std::mt19937 random(17);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto any = [&] { return Vec3(number(random), number(random), number(random)); };
  Throws throws{0, 0, 1, 1};
  for (int thrown = 0; thrown < count; ++thrown) {
    SceneBody sheet = cloth;
    const Vec3 from = any().normalized();
    sheet.pose = {0.65 * from, turn(any().normalized(), 3 * number(random))};
    sheet.velocity = (15 + 15 * number(random)) * (0.2 * any() - from).normalized();
    sheet.spin = 5 * any();
    auto scene = scene_of({ball, sheet});
    scene->settings.contact.method = "proximity";
    scene->settings.simulation.threads = 1;
    follow(scene, steps, throws);
  }
  return throws;
}

} // namespace lamina::test
