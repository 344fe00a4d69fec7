#include "core/contact/ldi/region/region.h"

#include "core/contact/ldi/region/region_stages.h"

#include <cmath>

namespace lamina::ldi {

namespace {

/// Other axes than the best so far must be smaller by this much, so that rounding does not make frames
/// flicker.
constexpr double clearly_smaller = 1 - 1e-6;

/// Products of coordinates beyond this could overflow; nothing that is simulated lies there.
constexpr double farthest_coordinate = 1e100;

bool thicker_than(const Box& box, double quantum) {
  return (box.size().array() > quantum).all();
}

/// Meshes up to this many triangles are clipped while the axes are chosen; it costs next to nothing.
constexpr std::size_t few_to_clip = 64;

/// So many are looked at before one has looked at the balls of their meshlets.
constexpr std::size_t few_vertices = 2000;

/// Shrinks a candidate by the meshes of few triangles.
void clip_by_simple_meshes(const std::array<const Surface*, 2>& surfaces, double quantum,
                           const RegionStages& stages, SampledBox& candidate, CulledMeshlets& simple) {
  for (const Surface* surface : surfaces) {
    if (surface->triangles->size() > few_to_clip || candidate.box.empty())
      continue;
    simple.set_surface(*surface);
    simple.take_all();
    candidate.box = candidate.box.intersection(clip_solid(simple, candidate, quantum, stages));
  }
}

/// Bounds of the solid: those of the surface, unless the solid reaches to infinity.
Box solid_bounds(const Surface& surface, const Box& surface_bounds) {
  if (!reaches_infinity(surface))
    return surface_bounds;
  const double infinity = std::numeric_limits<double>::infinity();
  return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
}

} // namespace

Box bounds_along(const Surface& surface, const Mat3& axes, const RegionStages& stages) {
  const Frame frame{axes, false};
  const VertexPositions positions = surface.vertex_positions();
  Box box;
  if (!surface.meshlets) {
    for (const Triangle& t : *surface.triangles)
      for (const std::uint32_t vertex : t)
        box.include(frame.place(positions[vertex]));
    return box;
  }
  if (const std::size_t used = surface.meshlets->vertices_from_first(); used > 0 && used <= few_vertices) {
    stages.include_positions(positions, used, frame, box);
    return box;
  }
  // Balls that reach no farther than the bounds are sure to reach need no look at their vertices.
  LeastReach least;
  for (const Ball& ball : surface.balls)
    least.include(bounds_of(ball, frame, 0));
  for (std::size_t b = 0; b < surface.balls.size(); ++b) {
    const Box ball = bounds_of(surface.balls[b], frame, 1e-9 * surface.balls[b].radius);
    if ((ball.min.array() > least.box.min.array()).all() && (ball.max.array() < least.box.max.array()).all())
      continue;
    for (const std::uint32_t vertex : surface.meshlets->vertices(b))
      box.include(frame.place(positions[vertex]));
  }
  return box;
}

void include_positions(const VertexPositions& positions, std::size_t count, const Frame& frame, Box& box) {
  for (std::size_t vertex = 0; vertex < count; ++vertex)
    box.include(frame.place(positions[vertex]));
}

SampledBox own_box(const Surface& surface, const Box& own_bounds, AxesChoice choice) {
  const bool turned =
      choice != AxesChoice::world && surface.axes && *surface.axes != Mat3::Identity() && !own_bounds.empty();
  if (turned && own_bounds.size().prod() < clearly_smaller * surface.bounds.size().prod())
    return {{*surface.axes, false}, own_bounds};
  return {{}, surface.bounds};
}

double depth_quantum(const Surface& a, const Surface& b) {
  Box both = a.bounds;
  both.include(b.bounds);
  const double largest = std::max(both.min.cwiseAbs().maxCoeff(), both.max.cwiseAbs().maxCoeff());
  if (!(largest > 0) || !(largest < farthest_coordinate))
    return 0;
  int exponent = 0;
  std::frexp(largest, &exponent);
  return std::ldexp(1.0, exponent - 40);
}

std::optional<SampledBox> overlap_box(const Surface& a, const Surface& b,
                                      const std::array<Box, 2>& own_bounds, AxesChoice choice,
                                      RegionChoice region, double quantum, const RegionStages& stages,
                                      RegionScratch& scratch) {
  SampledBox best;
  best.box = solid_bounds(a, a.bounds).intersection(solid_bounds(b, b.bounds));
  if (!best.box.min.allFinite() || !best.box.max.allFinite() || !thicker_than(best.box, quantum))
    return std::nullopt;
  if (choice == AxesChoice::world)
    return best;

  // The boxes being apart along any candidate's axes proves that the bodies are apart.
  const std::array<const Surface*, 2> surfaces = {&a, &b};
  const bool clip = region == RegionChoice::tight;
  if (clip)
    clip_by_simple_meshes(surfaces, quantum, stages, best, scratch.simple);
  if (!thicker_than(best.box, quantum))
    return std::nullopt;
  for (int own = 0; own < 2; ++own) {
    const Surface& surface = *surfaces[own];
    const Surface& other = *surfaces[1 - own];
    if (!surface.axes || *surface.axes == Mat3::Identity() || (own == 1 && a.axes && *a.axes == *b.axes))
      continue;
    const Box other_bounds = reaches_infinity(other) ? Box{} : bounds_along(other, *surface.axes, stages);
    SampledBox candidate{
        {*surface.axes, false},
        solid_bounds(surface, own_bounds[own]).intersection(solid_bounds(other, other_bounds))};
    if (clip)
      clip_by_simple_meshes(surfaces, quantum, stages, candidate, scratch.simple);
    if (!thicker_than(candidate.box, quantum))
      return std::nullopt;
    if (candidate.box.size().prod() < clearly_smaller * best.box.size().prod())
      best = candidate;
  }
  return best;
}

std::optional<SampledBox> overlap_box_along(const Surface& a, const Surface& b, const Frame& frame,
                                            double quantum, const RegionStages& stages,
                                            RegionScratch& scratch) {
  const auto bounds = [&](const Surface& surface) {
    return reaches_infinity(surface) ? solid_bounds(surface, {}) : bounds_along(surface, frame.axes, stages);
  };
  SampledBox along{frame, bounds(a).intersection(bounds(b))};
  if (!along.box.min.allFinite() || !along.box.max.allFinite() || !thicker_than(along.box, quantum))
    return std::nullopt;
  clip_by_simple_meshes({&a, &b}, quantum, stages, along, scratch.simple);
  if (!thicker_than(along.box, quantum))
    return std::nullopt;
  return along;
}

} // namespace lamina::ldi
