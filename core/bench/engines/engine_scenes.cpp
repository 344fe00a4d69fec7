#include "core/bench/engines/engine_scene.h"
#include "core/mesh/mass_properties.h"

#include <cmath>
#include <numbers>
#include <random>
#include <stdexcept>

namespace lamina::bench {

namespace {

constexpr double g = 9.81;       // m/s²
constexpr double density = 1000; // kg/m³

EngineBody box(const std::string& name, const Vec3& size, const Vec3& position) {
  EngineBody body;
  body.name = name;
  body.size = size;
  body.parts = {box_shape(size)};
  body.mass = density * size.prod();
  const Vec3 s = size.cwiseProduct(size);
  body.inertia = body.mass / 12 * Vec3(s.y() + s.z(), s.x() + s.z(), s.x() + s.y());
  body.pose.position = position;
  return body;
}

EngineBody cube(const std::string& name, const Vec3& position) {
  return box(name, Vec3::Ones(), position);
}

EngineBody ball(double radius, double height) {
  EngineBody body;
  body.name = "ball";
  body.shape = EngineShape::sphere;
  body.radius = radius;
  body.mass = density * 4 / 3 * std::numbers::pi * std::pow(radius, 3);
  body.inertia = Vec3::Constant(0.4 * body.mass * radius * radius);
  body.pose.position = Vec3(0, height, 0);
  return body;
}

EngineScene named(const std::string& name, const std::string& about, double seconds) {
  EngineScene scene;
  scene.name = name;
  scene.about = about;
  scene.seconds = seconds;
  return scene;
}

EngineScene stack() {
  EngineScene scene = named("stack", "20 cubes of 1 m on one another", 60);
  for (int k = 0; k < 20; ++k)
    scene.bodies.push_back(cube("cube" + std::to_string(k), {0, k + 0.5, 0}));
  scene.threshold = 0.5;
  return scene;
}

EngineScene pyramid() {
  EngineScene scene = named("pyramid", "55 cubes of 1 m in ten rows", 20);
  for (int row = 0; row < 10; ++row)
    for (int k = 0; k < 10 - row; ++k)
      scene.bodies.push_back(cube("cube" + std::to_string(row) + "_" + std::to_string(k),
                                  {1.05 * (k - 0.5 * (9 - row)), row + 0.5, 0}));
  scene.threshold = 0.5;
  return scene;
}

EngineScene mass_ratio() {
  EngineScene scene = named("ratio", "a cube of 10,000 kg on one of 1 kg", 60);
  for (const double mass : {1.0, 1e4}) {
    EngineBody body = cube(mass > 1 ? "heavy" : "light", {0, mass > 1 ? 1.5 : 0.5, 0});
    body.inertia *= mass / body.mass;
    body.mass = mass;
    scene.bodies.push_back(body);
  }
  scene.threshold = 0.5;
  return scene;
}

/// A stone of a round arch about its centre of mass, which is `centre` above the middle of the arch.
EngineBody stone(double inner, double outer, double half_angle, double* centre) {
  EngineBody body;
  body.shape = EngineShape::hull;
  ConvexShape shape;
  const double low = inner * std::cos(half_angle), high = outer * std::cos(half_angle);
  const double half_low = inner * std::sin(half_angle), half_high = outer * std::sin(half_angle);
  *centre = low + (high - low) / 3 * (half_low + 2 * half_high) / (half_low + half_high);
  for (const double z : {-0.5, 0.5}) {
    shape.vertices.emplace_back(-half_low, low - *centre, z);
    shape.vertices.emplace_back(half_low, low - *centre, z);
    shape.vertices.emplace_back(half_high, high - *centre, z);
    shape.vertices.emplace_back(-half_high, high - *centre, z);
  }
  shape.faces = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  const MassProperties properties = mass_properties(triangles_of(shape));
  body.mass = density * properties.volume;
  body.inertia = density * properties.inertia.diagonal();
  body.parts = {shape};
  return body;
}

EngineScene arch() {
  EngineScene scene = named("arch", "round arch of 11 stones without mortar", 30);
  constexpr int stones = 11;
  const double half_angle = std::numbers::pi / 2 / stones;
  for (int k = 0; k < stones; ++k) {
    double radius = 0;
    EngineBody body = stone(2, 2.6, half_angle, &radius);
    body.name = "stone" + std::to_string(k);
    const double turn = std::numbers::pi / 2 - (2 * k + 1) * half_angle; // from upright, to the left
    body.pose.orientation = Quat(Eigen::AngleAxisd(turn, Vec3::UnitZ()));
    body.pose.position = radius * Vec3(-std::sin(turn), std::cos(turn), 0);
    scene.bodies.push_back(body);
  }
  scene.friction = 0.6;
  scene.threshold = 0.05;
  return scene;
}

EngineScene slope(int degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  const std::string d = std::to_string(degrees);
  EngineScene scene = named("slope" + d, "block on a slope of " + d + "°, friction angle 26.57°", 60);
  scene.gravity = g * Vec3(std::sin(angle), -std::cos(angle), 0);
  scene.bodies.push_back(box("block", {1, 0.5, 1}, {0, 0.25, 0}));
  scene.threshold = 0.01;
  const double acceleration = g * (std::sin(angle) - scene.friction * std::cos(angle));
  if (acceleration > 0) {
    scene.question = EngineQuestion::acceleration;
    scene.theory = acceleration;
    scene.seconds = 5;
  }
  return scene;
}

EngineScene bounce() {
  EngineScene scene = named("bounce", "ball dropped by 1 m, e = 0.8", 2);
  scene.bodies.push_back(ball(0.1, 1.1));
  scene.restitution = 0.8;
  scene.every = 1;
  scene.question = EngineQuestion::bounce;
  scene.theory = 0.64;
  return scene;
}

EngineScene rolling() {
  EngineScene scene = named("rolling", "sphere rolling at 2 m/s", 20);
  scene.bodies.push_back(ball(0.25, 0.25));
  scene.bodies[0].velocity = Vec3(2, 0, 0);
  scene.bodies[0].spin = Vec3(0, 0, -8);
  scene.question = EngineQuestion::distance;
  scene.theory = 40;
  return scene;
}

EngineScene overlap() {
  EngineScene scene = named("overlap", "two cubes of 1 m that begin 30 % in each other, no gravity", 3);
  scene.bodies = {cube("left", {0, 5, 0}), cube("right", {0.7, 5.1, 0.05})};
  scene.gravity = Vec3::Zero();
  scene.every = 1;
  scene.question = EngineQuestion::speed;
  scene.theory = 0;
  return scene;
}

EngineScene heap() {
  EngineScene scene = named("heap", "100 cubes of 1 m that fall onto each other", 15);
  std::mt19937 random(7); // the same numbers with every library
  const auto within = [&random](double a) { return a * (2 * (random() / 4294967296.0) - 1); };
  for (int k = 0; k < 100; ++k) {
    const double x = within(0.03), y = within(0.03), z = within(0.03);
    const Vec3 cell(1.8 * (k % 5 - 2), 1 + 1.8 * (k / 25), 1.8 * (k / 5 % 5 - 2));
    EngineBody body = cube("cube" + std::to_string(k), cell + Vec3(x, y, z));
    const double a = within(1), b = within(1), c = within(1), d = within(1);
    body.pose.orientation = Quat(1.5 + a, b, c, d).normalized();
    scene.bodies.push_back(body);
  }
  scene.question = EngineQuestion::rests;
  scene.threshold = 0.01;
  return scene;
}

/// kg/m³. A recipe whose centre of mass is the origin.
EngineBody of_mesh(const std::string& name, const Recipe& recipe, double of_density) {
  EngineBody body;
  body.name = name;
  body.shape = EngineShape::mesh;
  body.recipe = recipe;
  const MassProperties properties = mass_properties(make_mesh(recipe));
  body.mass = of_density * properties.volume;
  body.inertia = of_density * properties.inertia.diagonal();
  return body;
}

EngineScene tori() {
  EngineScene scene = named("tori", "100 tori of 1,000 triangles that fall onto each other", 20);
  std::mt19937 random(1);
  const auto within = [&random](double a) { return a * (2 * (random() / 4294967296.0) - 1); };
  EngineBody one =
      of_mesh("torus", {"torus", {{"radius", 0.25}, {"tube_radius", 0.08}, {"triangles", 1000}}}, density);
  one.parts = torus_parts(make_mesh(one.recipe));
  // They begin as balls pack, farther apart than the 0.66 m that one is across. Ten layers have rows of 3, 4
  // and 3.
  constexpr double apart = 0.68;
  for (int k = 0; k < 100; ++k) {
    const int layer = k / 10, place = k % 10, row = place < 3 ? 0 : place < 7 ? 1 : 2;
    const double along = row == 1 ? place - 4.5 : row == 0 ? place - 1 : place - 8, odd = layer % 2;
    EngineBody body = one;
    body.name = "torus" + std::to_string(k);
    body.pose.position = apart * Vec3(along + odd / 2, layer * std::sqrt(2.0 / 3),
                                      std::sqrt(0.75) * (row - 1) + odd * std::sqrt(1.0 / 12));
    body.pose.position.y() += 0.4;
    const double a = within(1), b = within(1), c = within(1), d = within(1);
    body.pose.orientation = Quat(a, b, c, d).normalized();
    scene.bodies.push_back(body);
  }
  scene.question = EngineQuestion::resting;
  scene.threshold = 0.01;
  scene.theory = 100;
  return scene;
}

EngineScene coin() {
  EngineScene scene = named("coin", "coin that spins on its edge at 15 rad/s, 5° from upright", 20);
  EngineBody body;
  body.name = "coin";
  body.shape = EngineShape::cylinder;
  body.radius = 0.25;
  body.height = 0.03;
  body.parts = {cylinder_shape(body.radius, body.height, 128)};
  const double r2 = body.radius * body.radius;
  body.mass = density * std::numbers::pi * r2 * body.height;
  const double across = body.mass * (3 * r2 + body.height * body.height) / 12;
  body.inertia = Vec3(across, body.mass * r2 / 2, across);
  body.pose.position = Vec3(0, 0.2504, 0);
  body.pose.orientation = Quat(Eigen::AngleAxisd(85 * std::numbers::pi / 180, Vec3::UnitX()));
  body.spin = Vec3(0, 15, 0);
  scene.bodies.push_back(body);
  scene.question = EngineQuestion::upright;
  return scene;
}

/// A rod and its nut, of steel; the nut has so many leads to go. Sizes are those of a bolt of 52 mm.
EngineScene nut(const std::string& name, double time_step) {
  constexpr double pitch = 0.0128, turns = 5, clearance = 0.6e-3, steel = 7850; // m, m, kg/m³
  const std::map<std::string, double> thread{{"radius", 0.026}, {"pitch", pitch}, {"thread_depth", 0.0061}};
  const auto with = [&thread](std::map<std::string, double> numbers) {
    numbers.insert(thread.begin(), thread.end());
    return numbers;
  };
  EngineBody screw = of_mesh("screw", {"screw", with({{"height", 0.16}, {"triangles", 6000}})}, steel);
  EngineBody nut = of_mesh(
      "nut",
      {"nut",
       with({{"clearance", clearance}, {"outer_radius", 0.042}, {"height", 0.04}, {"triangles", 4000}})},
      steel);
  screw.fixed = true;
  screw.pose.position.y() = 0.2;
  // It begins three leads above the middle, with its lower flanks a tenth of the clearance above the screw's.
  nut.pose.position.y() = 0.2 + 3 * pitch - 0.9 * clearance;
  EngineScene scene = named(name, "frictionless nut of 4,000 triangles that turns down a screw of 6,000", 6);
  scene.bodies = {nut, screw};
  scene.friction = 0;
  scene.time_step = time_step;
  scene.every = 1;
  scene.question = EngineQuestion::falls;
  scene.threshold = turns * pitch;
  // Falling by a lead turns it once, so that ½ (m + I (2π/p)²) v² = m g s.
  const double turn = 2 * std::numbers::pi / pitch;
  const double acceleration = g / (1 + nut.inertia.y() / nut.mass * turn * turn);
  scene.theory = std::sqrt(2 * scene.threshold / acceleration);
  return scene;
}

} // namespace

std::vector<EngineScene> engine_scenes() {
  return {stack(),
          pyramid(),
          mass_ratio(),
          arch(),
          slope(26),
          slope(27),
          bounce(),
          rolling(),
          overlap(),
          heap(),
          tori(),
          coin(),
          nut("nut10ms", 0.01),
          nut("nut1ms", 0.001)};
}

EngineScene engine_scene(const std::string& name) {
  for (const EngineScene& scene : engine_scenes())
    if (scene.name == name)
      return scene;
  throw std::out_of_range("no scene " + name);
}

} // namespace lamina::bench
