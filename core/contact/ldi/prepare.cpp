#include "core/contact/ldi/prepare.h"

#include "core/contact/ldi/stages.h"

namespace lamina::ldi {

namespace {

/// The given vertices of a surface along the axes of the box: the world positions themselves, or a turned
/// copy.
void turn_surface(const Surface& surface, const SampledBox& box, std::span<const std::uint32_t> vertices,
                  SnappedSurface& body) {
  body.surface = &surface;
  if (box.along_world) {
    body.positions = surface.positions;
    return;
  }
  const Mat3 to_frame = box.axes.transpose();
  body.rotated.resize(surface.positions.size());
  for (const std::uint32_t i : vertices)
    body.rotated[i] = to_frame * surface.positions[i];
  body.positions = body.rotated;
}

} // namespace

void prepare_pair(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                  const Settings& settings, const CameraView& camera, const Stages& stages,
                  PreparedPair& pair) {
  pair.overlaps = false;
  if (!a.triangles || !b.triangles || a.triangles->empty() || b.triangles->empty())
    return;
  const double quantum = depth_quantum(a, b);
  if (!(quantum > 0))
    return;
  std::optional<SampledBox> box =
      overlap_box(a, b, own_bounds, settings.axes, settings.region, quantum, pair.shrink);
  if (!box)
    return;

  // An anchored grid grows the region to whole pixels, so there what lies just beside the box counts too.
  const bool tight = settings.region == RegionChoice::tight;
  const bool all = settings.resolution_mode != ResolutionMode::pixels_across;
  const std::array<const Surface*, 2> surfaces = {&a, &b};
  for (std::size_t k = 0; k < 2; ++k) {
    NearPart& near = pair.shrink.near[k];
    if (all)
      near.take_all(*surfaces[k]);
    else
      near.take_near(*surfaces[k], *box, quantum);
    if (!near.finite)
      return;
    turn_surface(*surfaces[k], *box, near.vertices, pair.bodies[k]);
  }
  if (tight && !shrink_box({SurfaceInFrame{&a, pair.bodies[0].positions},
                            SurfaceInFrame{&b, pair.bodies[1].positions}},
                           quantum, pair.shrink, box->box))
    return;

  pair.overlaps = true;
  make_grid(*box, settings, camera, quantum, pair.grid);
  for (std::size_t k = 0; k < 2; ++k) {
    NearPart& near = pair.shrink.near[k];
    if (all)
      near.take_all(*pair.bodies[k].surface);
    stages.snap_and_cull(pair.grid, near, pair.bodies[k]);
  }
}

void prepare_self(const Surface& surface, const Box& own_bounds, const Settings& settings,
                  const CameraView& camera, const Stages& stages, PreparedPair& pair) {
  pair.overlaps = false;
  pair.self = true;
  if (!surface.triangles || surface.triangles->empty())
    return;
  const double quantum = depth_quantum(surface, surface);
  const SampledBox box = own_box(surface, own_bounds, settings.axes);
  if (!(quantum > 0) || !box.box.min.allFinite() || !box.box.max.allFinite() ||
      !(box.box.size().array() > quantum).all())
    return;
  NearPart& all = pair.shrink.near[0];
  all.take_all(surface);
  if (!all.finite)
    return;
  turn_surface(surface, box, all.vertices, pair.bodies[0]);
  pair.overlaps = true;
  make_grid(box, settings, camera, quantum, pair.grid);
  stages.snap_and_cull(pair.grid, all, pair.bodies[0]);
  pair.bodies[1].surface = &surface;
}

} // namespace lamina::ldi
