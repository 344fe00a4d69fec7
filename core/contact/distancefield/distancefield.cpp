#include "core/contact/distancefield/distancefield.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/distancefield/field_search.h"
#include "core/contact/distancefield/side_points.h"
#include "core/contact/double_surfaces.h"
#include "core/contact/pair_regions.h"
#include "core/contact/point_evidence.h"

namespace lamina {

namespace {

/// In the order of distancefield_traits().
enum DistanceFieldPhase : std::size_t { fields_phase, field_points_phase };

using namespace distancefield;

class DistanceFieldMethod : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  double reach(std::span<const Surface* const>, const ContactSettings& settings) const override {
    return settings.distancefield.offset;
  }
  double deepest_seen(const Surface& a, const Surface& b, const ContactSettings& settings) const override;
  bool shows_search() const override { return true; }
  void show_search(const DetectionInput& input, EvidenceSet& seen) override;

private:
  void update_bodies(const DetectionInput& input);
  void find_side(const BodyPair& pair, std::size_t side, double offset, SidePoints& points) const;

  DoubleSurfaces in_double_;
  RestFields fields_;
  std::vector<std::unique_ptr<FieldBody>> bodies_; ///< made for those that occurred in a pair
  std::vector<std::uint32_t> wanted_;              ///< bodies of this step's pairs
  std::vector<SidePoints> sides_;                  ///< two a pair; more than that after busier steps
  std::vector<KeptField> shown_;                   ///< by body, from one picture to the next
};

double DistanceFieldMethod::deepest_seen(const Surface& a, const Surface& b,
                                         const ContactSettings& settings) const {
  double deepest = 0;
  // Two that deform have fields if solids carry them. A rigid one has a field in any case.
  const bool both_soft = a.node_spacing > 0 && b.node_spacing > 0;
  for (const Surface* surface : {&a, &b})
    if (surface->rest || both_soft) {
      // The box of a turned body is longer than its longest side by this factor at most.
      constexpr double longest_diagonal = 1.7320508;
      const double side = surface->bounds.size().maxCoeff() / longest_diagonal;
      deepest = std::max(deepest, settings.distancefield.band * side);
    }
  return deepest > 0 ? deepest : ContactMethod::deepest_seen(a, b, settings);
}

void DistanceFieldMethod::update_bodies(const DetectionInput& input) {
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  list_bodies(input.pairs, wanted_);
  bodies_.resize(surfaces.size());
  const CollisionShapes& shapes = input.shapes;
  const bool known = shapes.rest.size() == surfaces.size() && shapes.solids.size() == surfaces.size();
  for (const std::uint32_t body : wanted_) {
    if (!bodies_[body])
      bodies_[body] = std::make_unique<FieldBody>();
    const Deformed deformed = known ? Deformed{shapes.rest[body], shapes.solids[body]} : Deformed{};
    bodies_[body]->update(*surfaces[body], deformed, input.settings.distancefield, fields_, input.threads);
  }
}

void DistanceFieldMethod::find_side(const BodyPair& pair, std::size_t side, double offset,
                                    SidePoints& points) const {
  const FieldBody &own = *bodies_[side == 0 ? pair.a : pair.b],
                  &other = *bodies_[side == 0 ? pair.b : pair.a];
  points.clear();
  if (!pair.with_itself() && other.has_field())
    points.find(own, other, offset);
}

MethodTimings DistanceFieldMethod::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  const std::span<const BodyPair> pairs = input.pairs;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  update_bodies(input);
  timings[fields_phase] = clock.lap();

  if (sides_.size() < 2 * pairs.size())
    sides_.resize(2 * pairs.size());
  parallel_for(2 * pairs.size(), input.threads, [&](std::size_t i) {
    find_side(pairs[i / 2], i % 2, input.settings.distancefield.offset, sides_[i]);
  });
  parallel_for(2 * pairs.size(), input.threads, [&](std::size_t i) { sides_[i].find_inner(sides_[i ^ 1]); });
  parallel_for(pairs.size(), input.threads, [&](std::size_t i) {
    PairContacts& result = results[i];
    result.begin<PointEvidence, FieldEvidence>({pairs[i].a, pairs[i].b});
    result.region =
        region_of(bodies_[pairs[i].a]->surface().bounds.intersection(bodies_[pairs[i].b]->surface().bounds));
    for (std::uint8_t side = 0; side < 2; ++side)
      sides_[2 * i + side].add_to(result, side);
  });
  timings[field_points_phase] = clock.lap();
  return timings;
}

// Of all bodies, for one that nothing is near has a field too.
void DistanceFieldMethod::show_search(const DetectionInput& input, EvidenceSet& seen) {
  DoubleSurfaces in_double;
  const std::span<const Surface* const> surfaces = in_double.of(input.shapes.surfaces);
  auto& search = seen.add<FieldSearch>();
  shown_.resize(surfaces.size());
  for (std::size_t body = 0; body < surfaces.size(); ++body) {
    const Surface& surface = *surfaces[body];
    search.fields.push_back(
        {shown_[body].of(RestMesh::of(surface), input.settings.distancefield, fields_, input.threads),
         surface.place, surface.bounds});
  }
}

} // namespace

MethodTraits distancefield_traits() {
  return {.phases = {{"field_making", "fields", "Distance fields of bodies are made, once for each mesh."},
                     {"field_points", "points", "Points are asked for their distance, and contacts made."}},
          .measure = MeasureKind::depth,
          .evidence = {evidence_type<PointEvidence>(), evidence_type<FieldEvidence>()},
          .needs = {.deformation = true},
          .good_for = "rigid bodies of many triangles; soft ones by their shape at rest, approximately"};
}

std::unique_ptr<ContactMethod> make_distancefield() {
  return std::make_unique<DistanceFieldMethod>();
}

} // namespace lamina
