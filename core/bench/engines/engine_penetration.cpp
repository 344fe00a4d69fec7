#include "core/bench/engines/engine_run.h"

#include <algorithm>

namespace lamina::bench {

namespace {

/// Points about a centre, none farther from it than `reach`.
struct Ball {
  Vec3 centre;
  double reach; ///< m
};

bool near(const Ball& a, const Ball& b) {
  return (a.centre - b.centre).norm() < a.reach + b.reach;
}

struct PlacedPart {
  ConvexShape shape;
  Ball around;
};

struct PlacedBody {
  std::vector<PlacedPart> parts;
  Ball around;
};

PlacedBody place(const EngineBody& body, const Pose& pose) {
  PlacedBody made{{}, {pose.position, body.radius}};
  for (const ConvexShape& part : body.parts) {
    PlacedPart& moved = made.parts.emplace_back(PlacedPart{placed(part, pose), Ball{Vec3::Zero(), 0}});
    for (const Vec3& vertex : moved.shape.vertices)
      moved.around.centre += vertex / static_cast<double>(moved.shape.vertices.size());
    for (const Vec3& vertex : moved.shape.vertices) {
      moved.around.reach = std::max(moved.around.reach, (vertex - moved.around.centre).norm());
      made.around.reach = std::max(made.around.reach, (vertex - pose.position).norm());
    }
  }
  return made;
}

double depth_in_ground(const EngineBody& body, const PlacedBody& at) {
  double lowest = at.around.centre.y();
  if (body.shape == EngineShape::sphere)
    lowest -= body.radius;
  for (const PlacedPart& part : at.parts)
    for (const Vec3& vertex : part.shape.vertices)
      lowest = std::min(lowest, vertex.y());
  return std::max(-lowest, 0.0);
}

/// The depth of two bodies in each other, or `least` if that is more.
double depth_above(double least, const PlacedBody& a, const PlacedBody& b) {
  if (near(a.around, b.around))
    for (const PlacedPart& part_a : a.parts)
      if (near(part_a.around, b.around))
        for (const PlacedPart& part_b : b.parts)
          if (near(part_a.around, part_b.around))
            least = std::max(least, penetration_depth(part_a.shape, part_b.shape, least));
  return least;
}

} // namespace

double deepest_penetration(const EngineScene& scene, const std::vector<Pose>& state) {
  double deepest = 0;
  std::vector<PlacedBody> bodies;
  for (std::size_t i = 0; i < state.size(); ++i) {
    bodies.push_back(place(scene.bodies[i], state[i]));
    deepest = std::max(deepest, depth_in_ground(scene.bodies[i], bodies[i]));
  }
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      deepest = depth_above(deepest, bodies[i], bodies[j]);
  return deepest;
}

} // namespace lamina::bench
