#include "tests/physics/constrained.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

namespace lamina::test {

namespace {

/// Linear momentum, and angular momentum about the origin, of free cubes of 1 m and 1000 kg.
Eigen::Matrix<double, 6, 1> momentum_of(const Simulation& simulation) {
  constexpr double mass = 1000, inertia = mass / 6;
  Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
  const auto snapshot = simulation.snapshot();
  for (const auto& body : snapshot->bodies) {
    sum.head<3>() += mass * body.velocity;
    sum.tail<3>() += mass * body.pose.position.cross(body.velocity) + inertia * body.spin;
  }
  return sum;
}

} // namespace

std::shared_ptr<Scene> constrained(std::vector<SceneBody> bodies) {
  auto scene = scene_of(std::move(bodies));
  scene->settings.response.response = ResponseKind::constraints;
  scene->settings.response.sleep = false;
  return scene;
}

std::shared_ptr<Scene> stack_of(int cubes, double offset) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> aside(-offset, offset);
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < cubes; ++i) {
    const double x = aside(random), z = aside(random);
    bodies.push_back(body_of("box" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                             {{x, 0.5 + i, z}, Quat::Identity()}));
  }
  return constrained(std::move(bodies));
}

std::shared_ptr<Scene> heap_of(int layers, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  std::vector<SceneBody> bodies{ground()};
  for (int i = 0; i < 25 * layers; ++i) {
    const Vec3 cell(1.8 * (i % 5 - 2), 1 + 1.8 * (i / 25), 1.8 * (i / 5 % 5 - 2));
    const Vec3 aside = 0.03 * Vec3(number(), number(), number());
    const Quat turned = Quat(1.5 + number(), number(), number(), number()).normalized();
    bodies.push_back(body_of("cube" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                             {cell + aside, turned}));
  }
  return constrained(std::move(bodies));
}

std::shared_ptr<Scene> boxes_in_a_bowl(unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  std::vector<SceneBody> bodies{ground(), body_of("bowl", make_bowl(1.6, 1.1, 0.15, 1500), BodyKind::fixed)};
  for (int i = 0; i < 24; ++i) {
    const Vec3 cell(0.46 * (i % 2 - 0.5), 2.1 + 0.46 * (i / 4), 0.46 * (i / 2 % 2 - 0.5));
    const Vec3 aside = 0.02 * Vec3(number(), number(), number());
    const Quat turned = Quat(number(), number(), number(), number()).normalized();
    bodies.push_back(body_of("box" + std::to_string(i), make_box({0.26, 0.22, 0.3}, 500), BodyKind::rigid,
                             {cell + aside, turned}));
  }
  auto scene = constrained(std::move(bodies));
  scene->settings.response.sleep = true;
  return scene;
}

double drift_in(Simulation& simulation, double seconds) {
  const auto before = simulation.snapshot();
  run_for(simulation, seconds);
  const auto after = simulation.snapshot();
  double most = 0;
  for (std::size_t i = 0; i < after->bodies.size(); ++i)
    most = std::max(most, (after->bodies[i].pose.position - before->bodies[i].pose.position).norm());
  return most;
}

void expect_that_momentum_stays(int trials, unsigned seed) {
  std::mt19937 random(seed);
  const auto number = [&] { return std::uniform_real_distribution<double>(-1, 1)(random); };
  for (int trial = 0; trial < trials; ++trial) {
    std::vector<SceneBody> bodies;
    for (int i = 0; i < 3; ++i)
      bodies.push_back(
          body_of("cube" + std::to_string(i), make_box(Vec3::Constant(1)), BodyKind::rigid,
                  {0.4 * Vec3(number(), number(), number()), turn({number(), number(), 1.1}, 3 * number())}));
    auto scene = constrained(std::move(bodies));
    scene->gravity.setZero();
    const bool moving = trial % 2 == 1;
    for (SceneBody& body : scene->bodies)
      if (moving)
        body.velocity = Vec3(number(), number(), number());
    Simulation simulation(scene);
    const Eigen::Matrix<double, 6, 1> before = momentum_of(simulation);
    for (int step = 0; step < 5; ++step)
      ASSERT_TRUE(simulation.step());
    const Eigen::Matrix<double, 6, 1> change = momentum_of(simulation) - before;
    EXPECT_LT(change.head<3>().norm(), 3e-9) << trial;
    // Where they move too, coming out of depth carries moving mass aside.
    if (!moving) {
      EXPECT_LT(change.tail<3>().norm(), 3e-9) << trial;
    }
  }
}

} // namespace lamina::test
