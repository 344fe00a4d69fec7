#include "core/contact/ldi/vertices/pair_vertices.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/vertices/vertex_contact.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace lamina::ldi {

namespace {

/// Vertices that one thread takes at a time.
constexpr std::size_t vertices_in_share = 4096;

/// Cells that particles are sorted into, along each side of the region: a few pixels each.
constexpr std::uint32_t cells_along = 16;

/// A region of particles reaches so much beyond them, over the longest side of the solid: they may all lie in
/// one plane.
constexpr double beyond_particles = 1e-6;

Box grown(const Box& box, double by) {
  return {box.min - Vec3::Constant(by), box.max + Vec3::Constant(by)};
}

} // namespace

PairSeconds PairVertices::detect(const VertexSurface& a, const VertexSurface& b,
                                 const std::array<Box, 2>& own_bounds, const DetectionInput& input,
                                 const LayerStages& stages, int threads, PairContacts& result) {
  PairSeconds seconds;
  Clock clock;
  surfaces_ = {&a, &b};
  pair_.overlaps = choose_region(own_bounds, input, stages);
  seconds.upload = clock.lap();
  if (!pair_.overlaps)
    return seconds;
  result.region = pair_.grid.region;
  auto& found = result.evidence.add<VertexEvidence>();
  const auto limit = static_cast<std::uint32_t>(std::max(1, input.settings.ldi.crossing_limit));
  for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
    const std::size_t solid = 1 - side;
    if (surfaces_[solid]->loose())
      continue;
    draw_layers(solid, stages, limit, threads);
    for (const SolidLayers& layers : layers_) {
      found.columns += layers.columns();
      found.fragments += layers.crossings();
      found.dropped += layers.dropped();
    }
    seconds.ldi += clock.lap();
    look_up(side, threads);
    found.tested += tested_count_;
    for (std::size_t i = 0; i < used_shares_; ++i) {
      found.inside += shares_[i].inside;
      found.disputed += shares_[i].disputed;
    }
    add_contacts(side, result);
    seconds.volume += clock.lap();
  }
  return seconds;
}

bool PairVertices::choose_region(const std::array<Box, 2>& own_bounds, const DetectionInput& input,
                                 const LayerStages& stages) {
  const VertexSurface &a = *surfaces_[0], &b = *surfaces_[1];
  if (!a.has_triangles() || !b.has_triangles() || (a.loose() && b.loose()))
    return false;
  for (CulledMeshlets& near : pair_.scratch.near)
    near.whole_columns = true;
  if (a.loose() || b.loose())
    return choose_region_of_particles(a.loose() ? 1 : 0, own_bounds, input);
  return choose_grid(a.surface(), b.surface(), own_bounds, input.settings.ldi, input.camera, stages.region,
                     pair_);
}

/// Particles enclose nothing, so there is no overlap that a region could be shrunk to: it is that of the
/// bounds of both, along the axes of a rigid solid unless the settings say otherwise.
bool PairVertices::choose_region_of_particles(std::size_t solid, const std::array<Box, 2>& own_bounds,
                                              const DetectionInput& input) {
  const Surface &around = surfaces_[solid]->surface(), &particles = surfaces_[1 - solid]->surface();
  const LdiSettings& settings = input.settings.ldi;
  const double quantum = depth_quantum(around, particles);
  if (!(quantum > 0))
    return false;
  SampledBox region{{}, around.bounds};
  if (around.axes && settings.axes != AxesChoice::world && !own_bounds[solid].empty())
    region = {{*around.axes, false}, own_bounds[solid]};
  const double margin = std::max(2 * quantum, beyond_particles * region.box.size().maxCoeff());
  Box bounds;
  for (const Vec3& p : particles.positions)
    if (p.allFinite())
      bounds.include(region.frame.place(p));
  bounds = grown(bounds, margin);
  region.box = reaches_infinity(around) ? bounds : grown(region.box, margin).intersection(bounds);
  if (!region.box.min.allFinite() || !region.box.max.allFinite() ||
      !(region.box.size().array() > quantum).all())
    return false;
  CulledMeshlets& near = pair_.scratch.near[solid];
  near.set_surface(around);
  near.take_near(region, quantum);
  make_grid(region, settings, input.camera, quantum, pair_.grid);
  if (settings.resolution_mode != ResolutionMode::pixels_across)
    near.take_all();
  pair_.bodies[solid].surface = &around;
  return near.finite;
}

void PairVertices::draw_layers(std::size_t solid, const LayerStages& stages, std::uint32_t limit,
                               int threads) {
  stages.prepare(pair_.grid, pair_.scratch.near[solid], threads, pair_.bodies[solid]);
  parallel_for(3, threads, [&](std::size_t d) {
    const int direction = static_cast<int>(d);
    const Rows all{0, pair_.grid.region.pixels[static_cast<std::size_t>(View(direction).v)]};
    stages.draw(pair_, static_cast<int>(solid), direction, all, lists_[d]);
    layers_[d].build(pair_.grid, direction, surfaces_[solid]->surface(), lists_[d], static_cast<int>(solid),
                     limit);
  });
  cells_of_solid_.find(pair_.grid, layers_);
}

/// Those in the region, in their order, but for those that are outside by their cell.
void PairVertices::take_vertices(std::size_t side) {
  const VertexSurface& own = *surfaces_[side];
  const Region& region = pair_.grid.region;
  const Box box{region.minimum, region.minimum + region.size};
  tested_.clear();
  tested_count_ = 0;
  for (std::uint32_t v = 0; v < own.vertex_count(); ++v) {
    const Vec3 place = pair_.grid.frame.place(own.position(v));
    if (!box.contains(place) || !own.fans().has_triangles(v))
      continue;
    ++tested_count_;
    if (!cells_of_solid_.outside(place))
      tested_.push_back({own.position(v), v});
  }
}

/// Particles come in any order: neighbours are looked up one after the other, as they meet the same layers.
void PairVertices::sort_particles() {
  const Region& region = pair_.grid.region;
  const Vec3 to_cells = Vec3::Constant(cells_along).cwiseQuotient(region.size);
  cells_.resize(tested_.size());
  cell_begins_.assign(cells_along * cells_along * cells_along + 1, 0);
  for (std::size_t i = 0; i < tested_.size(); ++i) {
    const Vec3 place = pair_.grid.frame.place(tested_[i].position);
    const Vec3 at = (place - region.minimum).cwiseProduct(to_cells);
    std::uint32_t cell = 0;
    for (int k = 0; k < 3; ++k)
      cell = cell * cells_along + std::min(static_cast<std::uint32_t>(std::max(at[k], 0.0)), cells_along - 1);
    cells_[i] = cell;
    ++cell_begins_[cell + 1];
  }
  std::partial_sum(cell_begins_.begin(), cell_begins_.end(), cell_begins_.begin());
  sorted_.resize(tested_.size());
  for (std::size_t i = 0; i < tested_.size(); ++i)
    sorted_[cell_begins_[cells_[i]]++] = tested_[i];
  tested_.swap(sorted_);
}

void PairVertices::look_up(std::size_t side, int threads) {
  take_vertices(side);
  if (surfaces_[side]->loose())
    sort_particles();
  const std::size_t count = tested_.size();
  used_shares_ = (count + vertices_in_share - 1) / vertices_in_share;
  if (shares_.size() < used_shares_)
    shares_.resize(used_shares_);
  parallel_for(used_shares_, threads, [&](std::size_t i) {
    const std::size_t begin = i * vertices_in_share, end = std::min(count, begin + vertices_in_share);
    look_up(side, begin, end, shares_[i]);
  });
}

void PairVertices::look_up(std::size_t side, std::size_t begin, std::size_t end, Share& share) const {
  const PlaceFinder finder(layers_, pair_.grid);
  PlaceFinder::Place place;
  share.joints.clear();
  share.inside = share.disputed = 0;
  for (std::size_t i = begin; i < end; ++i) {
    const auto& [position, vertex] = tested_[i];
    finder.locate(position, place);
    share.disputed += place.disputed;
    share.inside += place.inside;
    if (!place.inside)
      continue;
    if (const std::optional<VertexWay> way = finder.way_out(position, place)) {
      VertexJoint joint{vertex, position, *way, 0};
      if (find_area(side, joint))
        share.joints.push_back(joint);
    }
  }
}

/// What the vertex has of its surface that looks back along its way out, and what vertices of the other body
/// have there, make the share of both (core/contact/raytraced/raytraced.h). Particles have no surface: each
/// stands for what a vertex of the other body does on average, as there are half as many vertices as
/// triangles. False if there is nothing to stand for.
bool PairVertices::find_area(std::size_t side, VertexJoint& joint) const {
  const VertexSurface &own = *surfaces_[side], &other = *surfaces_[1 - side];
  if (own.loose()) {
    joint.area = 2 * joint.way.triangle_area;
    return joint.area > 0 && std::isfinite(joint.area);
  }
  const double own_area = -own.area_vector(joint.vertex).dot(joint.way.direction);
  if (!(own_area > 0))
    return false;
  double other_area = 0, weights = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double weight = std::max(0.0, joint.way.weights[k]);
    other_area += weight * other.area(joint.way.corners[k]);
    weights += weight;
  }
  other_area /= weights;
  joint.area = other_area > 0 ? own_area * other_area / (own_area + other_area) : own_area;
  return std::isfinite(joint.area);
}

void PairVertices::add_contacts(std::size_t side, PairContacts& result) const {
  std::size_t more = 0;
  for (std::size_t i = 0; i < used_shares_; ++i)
    more += shares_[i].joints.size();
  VertexContacts contacts(*surfaces_[side], static_cast<std::uint8_t>(side), result);
  contacts.make_room(more);
  for (std::size_t i = 0; i < used_shares_; ++i)
    for (const VertexJoint& joint : shares_[i].joints)
      contacts.add(joint.vertex, joint.position, joint.way, joint.area);
}

} // namespace lamina::ldi
