#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace lamina::engines {

using Triple = std::array<double, 3>;

/// A rigid body as lamina describes it (README.md here).
struct Body {
  std::string shape; ///< box, sphere, cylinder, hull or mesh
  Triple size{};     ///< m, box
  double radius = 0, height = 0;
  std::vector<Triple> vertices;        ///< hull and mesh, about the centre of mass
  std::vector<std::vector<int>> faces; ///< of those, loops of vertices, counterclockwise from outside
  bool fixed = false;
  double mass = 0;
  Triple inertia{}, position{}, velocity{}, spin{};
  std::array<double, 4> orientation{1, 0, 0, 0}; ///< w, x, y, z
};

struct Scene {
  Triple gravity{};
  double friction = 0, restitution = 0, time_step = 0;
  int steps = 0, every = 1;
  std::vector<Body> bodies; ///< above the fixed plane y = 0
};

/// A scene in an engine.
class World {
public:
  virtual ~World() = default;
  virtual void step() = 0;
  /// Position and orientation (w, x, y, z) of a body.
  virtual std::array<double, 7> pose(std::size_t body) const = 0;
};

struct Engine {
  std::string name;
  std::string version; ///< "" if it is absent
  std::string how, settings, absence;
  std::unique_ptr<World> (*make)(const Scene& scene) = nullptr;
};

// Each is in a file of its own, or absent.
Engine bullet_engine();
Engine ode_engine();

} // namespace lamina::engines
