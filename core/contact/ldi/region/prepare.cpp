#include "core/contact/ldi/region/prepare.h"

#include "core/base/parallel.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/ldi/simd/vector_stages.h"

#include <algorithm>

namespace lamina::ldi {

namespace {

/// A body of no more has large flat faces: boxes, wedges, coarse prisms.
constexpr std::size_t few_triangles = 100;
/// Fewer meshlets are not worth a second thread.
constexpr std::size_t fewest_meshlets = 32;
/// Of several threads: their strips cost unlike each other.
constexpr std::size_t strips_a_thread = 2;

} // namespace

void SnappedSurface::cut(std::size_t meshlets, int threads) {
  const std::size_t count = static_cast<std::size_t>(thread_count(threads));
  const std::size_t most = count == 1 ? 1 : strips_a_thread * count;
  used_strips = std::clamp<std::size_t>(meshlets / fewest_meshlets, 1, most);
  if (strips.size() < used_strips)
    strips.resize(used_strips);
  for (std::size_t s = 0; s < used_strips; ++s) {
    strips[s].first_meshlet = meshlets * s / used_strips;
    strips[s].last_meshlet = meshlets * (s + 1) / used_strips;
  }
}

void choose_end(KnownEnds known, const PartCounts& counts, DrawnTriangles& drawn) {
  drawn.from_above =
      known == KnownEnds::both ? counts[above_region] < counts[below_region] : known == KnownEnds::above;
  const Part left_out = drawn.from_above ? below_region : above_region;
  drawn.count = counts[within] + counts[drawn.beyond()];
  drawn.complete = known == KnownEnds::both && counts[left_out] == 0;
}

bool choose_grid(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                 const LdiSettings& settings, const CameraView& camera, const RegionStages& stages,
                 PreparedPair& pair, const Frame* along) {
  pair.self = false;
  if (!a.triangles || !b.triangles || a.triangles->empty() || b.triangles->empty())
    return false;
  const double quantum = depth_quantum(a, b);
  if (!(quantum > 0))
    return false;
  std::optional<SampledBox> box =
      along ? overlap_box_along(a, b, *along, quantum, stages, pair.scratch)
            : overlap_box(a, b, own_bounds, settings.axes, settings.region, quantum, stages, pair.scratch);
  if (!box)
    return false;

  std::array<CulledMeshlets, 2>& near = pair.scratch.near;
  near[0].set_surface(a);
  near[1].set_surface(b);
  for (CulledMeshlets& part : near) {
    part.take_near(*box, quantum);
    if (!part.finite)
      return false; // there is nothing to clip to
  }
  if (settings.region == RegionChoice::tight && !shrink_box(quantum, stages, near, *box))
    return false;

  const bool flat_faces = std::max(a.triangles->size(), b.triangles->size()) <= few_triangles;
  make_grid(*box, settings, camera, quantum, pair.grid, flat_faces);
  for (std::size_t k = 0; k < 2; ++k) {
    // An anchored grid grows the region to whole pixels, so there what lies just beside the box counts too.
    if (settings.resolution_mode != ResolutionMode::pixels_across)
      near[k].take_all();
    if (!near[k].finite)
      return false;
    pair.bodies[k].surface = &near[k].surface();
  }
  return true;
}

void prepare_pair(const Surface& a, const Surface& b, const std::array<Box, 2>& own_bounds,
                  const LdiSettings& settings, const CameraView& camera, int threads, PreparedPair& pair) {
  pair.overlaps = choose_grid(a, b, own_bounds, settings, camera, vector_region_stages, pair);
  if (!pair.overlaps)
    return;
  for (std::size_t k = 0; k < 2; ++k)
    simd::snap_and_cull(pair.grid, pair.scratch.near[k], threads, pair.bodies[k]);
}

bool choose_self_grid(const Surface& surface, const Box& own_bounds, const LdiSettings& settings,
                      const CameraView& camera, PreparedPair& pair) {
  pair.self = true;
  if (!surface.triangles || surface.triangles->empty())
    return false;
  const double quantum = depth_quantum(surface, surface);
  const SampledBox box = own_box(surface, own_bounds, settings.axes);
  if (!(quantum > 0) || !box.box.min.allFinite() || !box.box.max.allFinite() ||
      !(box.box.size().array() > quantum).all())
    return false;
  CulledMeshlets& all = pair.scratch.near[0];
  all.set_surface(surface);
  all.take_all();
  if (!all.finite)
    return false;
  make_grid(box, settings, camera, quantum, pair.grid);
  pair.bodies[0].surface = pair.bodies[1].surface = &surface;
  return true;
}

void prepare_self(const Surface& surface, const Box& own_bounds, const LdiSettings& settings,
                  const CameraView& camera, int threads, PreparedPair& pair) {
  pair.overlaps = choose_self_grid(surface, own_bounds, settings, camera, pair);
  if (pair.overlaps)
    simd::snap_and_cull(pair.grid, pair.scratch.near[0], threads, pair.bodies[0]);
}

} // namespace lamina::ldi
