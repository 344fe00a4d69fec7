#include "core/contact/adaptive/pair_tiles.h"

#include "core/base/parallel.h"
#include "core/contact/adaptive/adaptive.h"
#include "core/contact/adaptive/doubled_tiles.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/region/region_stages.h"

#include <algorithm>
#include <cmath>

namespace lamina::adaptive {

namespace {

/// No direction is asked for less than this share of what the one is that sees most of the overlap.
constexpr double least_share = 0.1;
/// Areas are known better once tiles are refined. What is asked then is the same within a few percent.
constexpr int looks_at_shares = 2;

/// Region and pixels as `ldi` chooses them by default, but for its staggered rows.
LdiSettings region_settings(TileDirections directions) {
  LdiSettings settings;
  settings.rows = RowChoice::unstaggered;
  if (directions == TileDirections::world)
    settings.axes = AxesChoice::world;
  return settings;
}

} // namespace

bool KeptPair::says_anything() const {
  return !simple[0] || !simple[1] || axes.turned ||
         std::any_of(directions.begin(), directions.end(),
                     [](const KeptSplits& splits) { return splits.was_split.size() > 1; });
}

void KeptPair::save(std::vector<double>& memory) const {
  memory.insert(memory.end(), {static_cast<double>(body[0]), static_cast<double>(body[1])});
  axes.save(memory);
  memory.insert(memory.end(), {simple[0] ? 1.0 : 0.0, simple[1] ? 1.0 : 0.0});
  for (const KeptSplits& splits : directions)
    splits.save(memory);
}

std::span<const double> KeptPair::restore(std::span<const double> memory) {
  for (std::size_t k = 0; k < 2; ++k)
    body[k] = static_cast<std::uint32_t>(memory[k]);
  memory = axes.restore(memory.subspan(2));
  for (std::size_t k = 0; k < 2; ++k)
    simple[k] = memory[k] != 0;
  memory = memory.subspan(2);
  for (KeptSplits& splits : directions)
    memory = splits.restore(memory);
  return memory;
}

PairTiles::PairTiles(const TileStages& stages, const ldi::RegionStages& region_stages)
    : region_stages_(region_stages), directions_{DirectionTiles(stages), DirectionTiles(stages),
                                                 DirectionTiles(stages)} {}

/// Lays the region along other axes if faces are less slanted there. False if nothing can overlap.
bool PairTiles::turn_region(const Of& a, const Of& b, const std::array<Box, 2>& own_bounds,
                            const DetectionInput& input, const KeptPair* last, ViewAxes& axes) {
  const Region& found = prepared_.grid.region;
  const ldi::SampledBox box{prepared_.grid.frame, {found.minimum, found.minimum + found.size}};
  std::array<NormalMoments, 2> normals;
  SurfacePart part;
  for (std::size_t body = 0; body < 2; ++body) {
    const Of& of = body == 0 ? a : b;
    taker_.take(prepared_.scratch.near[body], of.sides, part);
    normals[body] = normals_within(part, box);
  }
  const ViewAxes given = axes;
  axes = least_slanted(normals, a.surface, b.surface, given, last ? &last->axes : nullptr);
  if (axes == given)
    return true;
  const ldi::Frame along = axes.frame(a.surface, b.surface);
  return ldi::choose_grid(a.surface, b.surface, own_bounds, region_settings(TileDirections::optimised),
                          input.camera, region_stages_, prepared_, &along);
}

/// False if nothing can overlap.
bool PairTiles::choose_region(const Of& a, const Of& b, const std::array<Box, 2>& own_bounds,
                              const DetectionInput& input, TileDirections directions, const KeptPair* last,
                              KeptPair& kept) {
  if (!ldi::choose_grid(a.surface, b.surface, own_bounds, region_settings(directions), input.camera,
                        region_stages_, prepared_))
    return false;
  kept.axes = axes_of(prepared_.grid.frame, a.surface, b.surface);
  if (directions == TileDirections::optimised && !turn_region(a, b, own_bounds, input, last, kept.axes))
    return false;
  region_.grid = prepared_.grid;
  region_.slack = ldi::depth_quantum(a.surface, b.surface);
  // Coordinates along other axes than the world's are larger, and so are those from an anchor.
  region_.farthest = 4 * farthest_of(a.surface, b.surface);
  region_.anchor.setZero();
  if (kept.axes.owner > 0) {
    const Surface& owner = kept.axes.owner == 1 ? a.surface : b.surface;
    region_.anchor = region_.grid.frame.place(owner.vertex_positions()[owner.triangles->front()[0]]);
  }
  const DetectionRequest& request = input.request;
  const bool cells = request.between.partition == Partition::cells;
  const int count = ldi::cells_of_pair(request.cells, region_.grid.region, a.surface, b.surface);
  ldi::lay_cells(region_.grid, cells ? count : 1, region_.layout);
  return true;
}

std::array<NearBody, 2> PairTiles::near_bodies(const Of& a, const Of& b) const {
  return {NearBody{prepared_.scratch.near[0], a.sides}, NearBody{prepared_.scratch.near[1], b.sides}};
}

/// Each direction by the area squared that it sees of the overlap: of a flat one with the normal n by n_d²,
/// as an error of that direction counts in the force along n.
std::array<double, 3> PairTiles::weights() const {
  std::array<double, 3> weights{};
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    weights[k] = directions_[k].found().area * directions_[k].found().area;
    sum += weights[k];
  }
  for (double& weight : weights)
    weight = sum > 0 ? weight / sum : 1.0 / 3;
  return weights;
}

/// By how much more a direction is asked for than the pair. Where one looks along a thin overlap, it counts
/// little in the volume and says little of the gradient. Bars of tolerance / share have the tolerance as
/// their weighted mean: share = √weight · Σ √weight.
std::array<double, 3> PairTiles::shares() const {
  std::array<double, 3> shares = weights();
  double sum = 0;
  for (double& share : shares) {
    share = std::sqrt(share);
    sum += share;
  }
  const double largest = *std::max_element(shares.begin(), shares.end());
  for (double& share : shares)
    share = std::max(share, least_share * largest) * sum;
  return shares;
}

void PairTiles::refine(const std::array<NearBody, 2>& bodies, const AdaptiveSettings& settings, int threads,
                       const KeptPair& last, const KeptPair& kept) {
  parallel_for(3, threads, [&](std::size_t direction) {
    directions_[direction].begin(bodies, kept.simple, region_, static_cast<int>(direction), settings,
                                 last.directions[direction]);
  });
  for (int look = 0; look < looks_at_shares; ++look) {
    const std::array<double, 3> asked = shares();
    parallel_for(3, threads,
                 [&](std::size_t direction) { directions_[direction].refine(settings, asked[direction]); });
  }
}

/// All directions, and all again once a body was seen to overlap itself.
void PairTiles::find(const std::array<NearBody, 2>& bodies, const AdaptiveSettings& settings, int threads,
                     const KeptPair& last, KeptPair& kept) {
  for (bool again = true; again;) {
    refine(bodies, settings, threads, last, kept);
    again = false;
    for (const DirectionTiles& direction : directions_)
      again |= note_overlaps(direction.seen_twice(), kept.simple);
    if (again)
      continue;
    weights_ = weights();
    parallel_for(3, threads,
                 [&](std::size_t direction) { directions_[direction].list(region_, weights_[direction]); });
    for (const DirectionTiles& direction : directions_)
      again |= settings.tiles == TileKind::traced && note_overlaps(direction.listed_twice(), kept.simple);
  }
  for (std::size_t direction = 0; direction < 3; ++direction) {
    directions_[direction].finish();
    kept.directions[direction] = directions_[direction].kept();
  }
}

/// The weighted mean of the three volumes is off by no more than that of their bounds, nor by more than any
/// one bound and the way from its volume.
void PairTiles::count(const ldi::PairResult& result) const {
  ImageEvidence& images = result.images;
  for (std::size_t k = 0; k < 3; ++k) {
    const DirectionTiles& direction = directions_[k];
    images.volume_xyz[static_cast<int>(k)] = direction.found().volume;
    images.columns += direction.found().tiles;
    images.fragments += direction.crossings();
    images.dropped.insert(images.dropped.end(), direction.dropped().begin(), direction.dropped().end());
  }
  double bound = 0, error_bar = 0;
  images.volume = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    images.volume += weights_[k] * directions_[k].found().volume;
    bound += weights_[k] * directions_[k].found().bound;
    error_bar += weights_[k] * directions_[k].found().error_bar;
  }
  for (const DirectionTiles& direction : directions_) {
    const double away = std::abs(direction.found().volume - images.volume);
    bound = std::min(bound, direction.found().bound + away);
    error_bar = std::min(error_bar, direction.found().error_bar + away);
  }
  if (std::isfinite(bound))
    images.error = {bound, std::min(error_bar, bound)};
  const Vec3 areas(directions_[0].area_bound(), directions_[1].area_bound(), directions_[2].area_bound());
  if (areas.allFinite())
    images.area_vector_bound = areas.norm();
}

ldi::PairSeconds PairTiles::detect(const Of& a, const Of& b, const std::array<Box, 2>& own_bounds,
                                   const DetectionInput& input, const BodyPair& pair, int threads,
                                   const KeptPair* last, KeptPair& kept, const ldi::PairResult& result) {
  ldi::PairSeconds seconds;
  Clock clock;
  kept = {};
  kept.body = {pair.a, pair.b};
  const bool overlaps =
      choose_region(a, b, own_bounds, input, input.settings.adaptive.directions, last, kept);
  seconds.upload = clock.lap();
  if (!overlaps) {
    result.images.error = VolumeError{};
    if (input.settings.adaptive.area_bound)
      result.images.area_vector_bound = 0;
    return seconds;
  }
  result.pair.region = region_.grid.region;
  static const KeptPair nothing;
  const bool same_axes = last && last->axes == kept.axes;
  if (last)
    kept.simple = last->simple;
  find(near_bodies(a, b), input.settings.adaptive, threads, same_axes ? *last : nothing, kept);
  seconds.ldi = clock.lap();
  count(result);
  contacts_.make(region_, {&a.surface, &b.surface}, directions_, input.request, pair, result);
  seconds.volume = clock.lap();
  return seconds;
}

std::optional<VolumeError> PairTiles::error_of(double volume, const Of& a, const Of& b,
                                               const std::array<Box, 2>& own_bounds,
                                               const DetectionInput& input) {
  KeptPair kept;
  AdaptiveSettings settings = input.settings.adaptive;
  settings.tiles = TileKind::traced; // others say less with as many
  AdaptiveSettings wanted = settings;
  wanted.bound = TileBound::error_bar;
  if (!choose_region(a, b, own_bounds, input, TileDirections::smallest, nullptr, kept))
    return VolumeError{volume, volume};
  // The shortest columns see the overlap from its broad side.
  int axis = 0;
  region_.grid.region.size.minCoeff(&axis);
  DirectionTiles& direction = directions_[static_cast<std::size_t>(axis)];
  do {
    direction.begin(near_bodies(a, b), kept.simple, region_, axis, settings, {}, least_traced_tiles);
    double_tiles(volume, direction.found(), DirectionTiles::tiles_at_first, settings.tile_budget, settings,
                 region_.grid.region, [&](int tiles, double tolerance) {
                   wanted.tile_budget = tiles;
                   wanted.volume_tolerance_m3 = tolerance;
                   direction.refine(wanted, 1);
                 });
  } while (note_overlaps(direction.seen_twice(), kept.simple));
  direction.finish();
  return error_beside(volume, direction.found());
}

} // namespace lamina::adaptive
