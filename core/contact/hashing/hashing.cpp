#include "core/contact/hashing/hashing.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/double_surfaces.h"
#include "core/contact/hashing/hash_search.h"
#include "core/contact/hashing/side_contacts.h"
#include "core/contact/pair_regions.h"
#include "core/contact/point_evidence.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// In the order of hashing_traits().
enum HashingPhase : std::size_t { hash_phase, hash_depths_phase };

using namespace hashing;

class Hashing : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  bool shows_search() const override { return true; }
  void show_search(const DetectionInput& input, EvidenceSet& seen) override;

private:
  tetrahedra::TetHashInput hash_input(const DetectionInput& input) const {
    return {solids_, points_, input.pairs, input.settings.hashing.cell, input.threads};
  }
  void update_bodies(const DetectionInput& input);
  void find_points(const DetectionInput& input);
  void find_sides(std::span<const BodyPair> pairs, int threads);
  void finish(const BodyPair& pair, std::size_t index, PairContacts& result) const;
  void show_ways(std::span<const BodyPair> pairs, HashSearch& search) const;

  DoubleSurfaces in_double_;
  std::vector<std::unique_ptr<HashedBody>> bodies_; ///< made for those that occurred in a pair
  std::vector<std::uint32_t> wanted_;               ///< bodies of this step's pairs
  std::vector<Solid> solids_;                       ///< by body
  std::vector<tetrahedra::HashPoints> points_;      ///< by body
  tetrahedra::TetHash hash_;
  std::vector<tetrahedra::PointInTet> found_;
  std::vector<std::size_t> begins_; ///< of a pair's side, into those; one more at the end
  std::vector<SideContacts> sides_; ///< two a pair; more than that after busier steps
  std::unique_ptr<Hashing> for_pictures_;
};

void Hashing::update_bodies(const DetectionInput& input) {
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  list_bodies(input.pairs, wanted_);
  bodies_.resize(surfaces.size());
  solids_.assign(surfaces.size(), {});
  points_.assign(surfaces.size(), {});
  for (const std::uint32_t body : wanted_)
    if (!bodies_[body])
      bodies_[body] = std::make_unique<HashedBody>();
  parallel_for(wanted_.size(), input.threads, [&](std::size_t i) {
    const std::uint32_t body = wanted_[i];
    bodies_[body]->update(*surfaces[body],
                          body < input.shapes.solids.size() ? input.shapes.solids[body] : Solid{});
    solids_[body] = bodies_[body]->solid();
    points_[body] = bodies_[body]->vertices();
  });
}

void Hashing::find_points(const DetectionInput& input) {
  hash_.find(hash_input(input), found_);
  begins_.assign(2 * input.pairs.size() + 1, 0);
  for (const tetrahedra::PointInTet& hit : found_)
    ++begins_[2 * hit.pair + hit.side + 1];
  for (std::size_t i = 1; i < begins_.size(); ++i)
    begins_[i] += begins_[i - 1];
}

void Hashing::find_sides(std::span<const BodyPair> pairs, int threads) {
  if (sides_.size() < 2 * pairs.size())
    sides_.resize(2 * pairs.size());
  parallel_for(2 * pairs.size(), threads, [&](std::size_t i) {
    const BodyPair& pair = pairs[i / 2];
    const HashedBody &a = *bodies_[pair.a], &b = *bodies_[pair.b];
    const bool both = a.has_tetrahedra() && b.has_tetrahedra();
    const auto found = std::span(found_).subspan(begins_[i], begins_[i + 1] - begins_[i]);
    sides_[i].find(i % 2 == 0 ? a : b, i % 2 == 0 ? b : a, both, found);
  });
}

void Hashing::finish(const BodyPair& pair, std::size_t index, PairContacts& result) const {
  result.begin<PointEvidence, HashEvidence>({pair.a, pair.b});
  result.region =
      region_of(bodies_[pair.a]->surface().bounds.intersection(bodies_[pair.b]->surface().bounds));
  for (std::uint8_t side = 0; side < (pair.with_itself() ? 1 : 2); ++side)
    sides_[2 * index + side].add_to(result, side);
  result.evidence.add<HashEvidence>().cell = hash_.cell();
}

MethodTimings Hashing::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  MethodTimings timings{};
  Clock clock;
  results.resize(input.pairs.size());
  update_bodies(input);
  find_points(input);
  timings[hash_phase] = clock.lap();
  find_sides(input.pairs, input.threads);
  parallel_for(input.pairs.size(), input.threads,
               [&](std::size_t i) { finish(input.pairs[i], i, results[i]); });
  timings[hash_depths_phase] = clock.lap();
  return timings;
}

void Hashing::show_ways(std::span<const BodyPair> pairs, HashSearch& search) const {
  for (std::size_t i = 0; i < 2 * pairs.size(); ++i) {
    const std::uint32_t body = i % 2 == 0 ? pairs[i / 2].a : pairs[i / 2].b;
    for (const DeepPoint& deep : sides_[i].points()) {
      const bool deeper = deep.depth > 0 && std::isfinite(deep.depth) && !deep.direction.isZero(0);
      search.ways.push_back(
          {bodies_[body]->point(deep.point), deep.direction, deeper ? deep.depth : 0, body, deep.point});
    }
  }
}

/// By another one of its kind, so that the memory of detections stays as it is.
void Hashing::show_search(const DetectionInput& input, EvidenceSet& seen) {
  if (!for_pictures_)
    for_pictures_ = std::make_unique<Hashing>();
  std::vector<PairContacts> unused;
  for_pictures_->detect(input, unused);
  auto& search = seen.add<HashSearch>();
  search.cell = for_pictures_->hash_.cell();
  search.cells = for_pictures_->hash_.candidates(for_pictures_->hash_input(input), for_pictures_->found_);
  for_pictures_->show_ways(input.pairs, search);
}

} // namespace

MethodTraits hashing_traits() {
  return {.phases = {{"hash", "cells", "Points are sorted into cells and looked for in tetrahedra."},
                     {"depth", "depths", "Depths and directions are found from the surface inwards."}},
          .measure = MeasureKind::depth,
          .evidence = {evidence_type<PointEvidence>(), evidence_type<HashEvidence>()},
          .needs = {.solid = true, .conforming = true, .mixed = true},
          .good_for = "many solids of tetrahedra, and each with itself"};
}

std::unique_ptr<ContactMethod> make_hashing() {
  return std::make_unique<Hashing>();
}

} // namespace lamina
