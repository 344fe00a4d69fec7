#include "core/contact/tetdistance/tetdistance.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/double_surfaces.h"
#include "core/contact/pair_regions.h"
#include "core/contact/tetdistance/pair_contacts.h"
#include "core/contact/tetdistance/tet_evidence.h"

#include <algorithm>
#include <memory>

namespace lamina {

namespace {

/// In the order of tetdistance_traits().
enum TetDistancePhase : std::size_t { tets_search_phase, march_phase, tet_contacts_phase };

using namespace tetdistance;

class TetDistance : public ContactMethod {
public:
  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override;
  bool shows_search() const override { return true; }
  void show_search(const DetectionInput& input, EvidenceSet& seen) override;

private:
  void update_bodies(const DetectionInput& input);
  void update_body(const DetectionInput& input, std::uint32_t body, const Surface& surface);
  void search_points(const DetectionInput& input);
  void search_edges(const DetectionInput& input);
  void march(const DetectionInput& input);
  void make_contacts(const DetectionInput& input, std::size_t pair, PairContacts& result) const;

  /// Edges of one side of a pair.
  struct Side {
    std::uint32_t pair, side;
  };
  DoubleSurfaces in_double_;
  std::vector<std::unique_ptr<TetBody>> bodies_; ///< made for those that occurred in a pair
  std::vector<std::uint32_t> wanted_;            ///< bodies of this step's pairs

  tetrahedra::TetHash hash_;
  std::vector<tetrahedra::PointInTet> points_;
  std::vector<std::size_t> point_ends_; ///< by pair
  EdgeSearch edges_;
  std::vector<Side> sides_;
  std::vector<EdgeQuery> queries_;             ///< by side
  std::vector<std::vector<EdgePiece>> pieces_; ///< by side
  std::vector<std::size_t> side_ends_;         ///< by pair
  std::unique_ptr<TetDistance> for_pictures_;
};

void TetDistance::update_bodies(const DetectionInput& input) {
  list_bodies(input.pairs, wanted_);
  const std::span<const Surface* const> surfaces = in_double_.of(input.shapes.surfaces);
  bodies_.resize(surfaces.size());
  parallel_for(wanted_.size(), input.threads,
               [&](std::size_t i) { update_body(input, wanted_[i], *surfaces[wanted_[i]]); });
}

void TetDistance::update_body(const DetectionInput& input, std::uint32_t body, const Surface& surface) {
  if (!bodies_[body])
    bodies_[body] = std::make_unique<TetBody>();
  bodies_[body]->update(surface, body < input.shapes.solids.size() ? input.shapes.solids[body] : Solid{});
  bodies_[body]->unmark();
}

void TetDistance::search_points(const DetectionInput& input) {
  std::vector<Solid> solids(bodies_.size());
  std::vector<tetrahedra::HashPoints> points(bodies_.size());
  for (const std::uint32_t body : wanted_) {
    solids[body] = bodies_[body]->solid();
    points[body] = {bodies_[body]->parts().surface().positions, solids[body].node_of_vertex};
  }
  hash_.find({.solids = solids, .points = points, .pairs = input.pairs, .threads = input.threads}, points_);
  std::size_t end = 0;
  for (std::size_t p = 0; p < input.pairs.size(); ++p) {
    for (; end < points_.size() && points_[end].pair == p; ++end) {
      const BodyPair& pair = input.pairs[p];
      bodies_[points_[end].side == 0 ? pair.b : pair.a]->mark(points_[end].tetrahedron);
    }
    point_ends_.push_back(end);
  }
}

void TetDistance::search_edges(const DetectionInput& input) {
  sides_.clear();
  queries_.clear();
  for (std::uint32_t p = 0; p < input.pairs.size(); ++p) {
    const BodyPair& pair = input.pairs[p];
    for (std::uint32_t side = 0; side < (pair.with_itself() ? 1u : 2u); ++side) {
      const TetBody& own = *bodies_[side == 0 ? pair.a : pair.b];
      const TetBody& other = *bodies_[side == 0 ? pair.b : pair.a];
      if (!other.receives())
        continue;
      sides_.push_back({p, side});
      queries_.push_back({&own.parts(), &other.solid(), other.parts().surface().bounds, pair.with_itself()});
    }
    side_ends_.push_back(sides_.size());
  }
  edges_.find(queries_, input.threads, pieces_);
  for (std::size_t i = 0; i < sides_.size(); ++i) {
    const BodyPair& pair = input.pairs[sides_[i].pair];
    for (const EdgePiece& piece : pieces_[i])
      bodies_[sides_[i].side == 0 ? pair.b : pair.a]->mark(piece.tetrahedron);
  }
}

/// Many bodies side by side, few ones one after the other with all threads.
void TetDistance::march(const DetectionInput& input) {
  const TetDistanceSettings& settings = input.settings.tetdistance;
  if (wanted_.size() >= 4 * static_cast<std::size_t>(thread_count(input.threads)))
    parallel_for(wanted_.size(), input.threads,
                 [&](std::size_t i) { bodies_[wanted_[i]]->march(settings, 1); });
  else
    for (const std::uint32_t body : wanted_)
      bodies_[body]->march(settings, input.threads);
}

void TetDistance::make_contacts(const DetectionInput& input, std::size_t p, PairContacts& result) const {
  const BodyPair& pair = input.pairs[p];
  const TetBody &a = *bodies_[pair.a], &b = *bodies_[pair.b];
  result.begin<PointEvidence, TetEvidence>({pair.a, pair.b});
  result.region = region_of(a.parts().surface().bounds.intersection(b.parts().surface().bounds));
  auto& found = result.evidence.add<TetEvidence>();
  for (std::size_t side = 0; side < (pair.with_itself() ? 1u : 2u); ++side) {
    found.marched[side] = (side == 0 ? a : b).marched();
  }
  PairContactsMaker maker(a, b, pair.with_itself(), input.settings.tetdistance.reaction, result);
  if (input.settings.tetdistance.response == TetResponse::point) {
    const std::size_t begin = p == 0 ? 0 : point_ends_[p - 1];
    found.pieces = point_ends_[p] - begin;
    maker.add_points(std::span(points_).subspan(begin, found.pieces));
    return;
  }
  for (std::size_t i = p == 0 ? 0 : side_ends_[p - 1]; i < side_ends_[p]; ++i) {
    found.pieces += pieces_[i].size();
    maker.add_edges(sides_[i].side, pieces_[i]);
  }
}

MethodTimings TetDistance::detect(const DetectionInput& input, std::vector<PairContacts>& results) {
  MethodTimings timings{};
  Clock clock;
  results.resize(input.pairs.size());
  update_bodies(input);
  point_ends_.clear();
  side_ends_.clear();
  if (input.settings.tetdistance.response == TetResponse::point)
    search_points(input);
  else
    search_edges(input);
  timings[tets_search_phase] = clock.lap();
  march(input);
  timings[march_phase] = clock.lap();
  parallel_for(input.pairs.size(), input.threads,
               [&](std::size_t p) { make_contacts(input, p, results[p]); });
  timings[tet_contacts_phase] = clock.lap();
  return timings;
}

/// By another one of its kind, so that the memory of detections stays as it is. Bodies in no pair have
/// distances, too.
void TetDistance::show_search(const DetectionInput& input, EvidenceSet& seen) {
  if (!for_pictures_)
    for_pictures_ = std::make_unique<TetDistance>();
  TetDistance& other = *for_pictures_;
  std::vector<PairContacts> unused;
  other.detect(input, unused);
  const std::span<const Surface* const> surfaces = other.in_double_.of(input.shapes.surfaces);
  auto& search = seen.add<TetSearch>();
  for (std::uint32_t body = 0; body < surfaces.size(); ++body) {
    if (!std::binary_search(other.wanted_.begin(), other.wanted_.end(), body))
      other.update_body(input, body, *surfaces[body]);
    search.solids.push_back(
        other.bodies_[body]->marched_solid(input.settings.tetdistance.march, input.threads));
  }
}

} // namespace

MethodTraits tetdistance_traits() {
  return {.phases = {{"cast", "search", "Vertices or edges are looked for in tetrahedra."},
                     {"march", "distances", "Distances to the boundary are marched through tetrahedra."},
                     {"volume", "contacts", "Contacts are made of what was found."}},
          .measure = MeasureKind::depth,
          .evidence = {evidence_type<PointEvidence>(), evidence_type<TetEvidence>()},
          .needs = {.solid = true, .conforming = true, .mixed = true},
          .good_for = "tetrahedra that bend, break and are cut"};
}

std::unique_ptr<ContactMethod> make_tetdistance() {
  return std::make_unique<TetDistance>();
}

} // namespace lamina
