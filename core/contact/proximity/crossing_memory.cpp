#include "core/contact/proximity/crossing_memory.h"

#include "core/contact/proximity/swept.h"

#include <algorithm>
#include <iterator>

namespace lamina::proximity {

namespace {

/// In what is saved.
constexpr std::size_t numbers_a_crossing = 14;

/// The surface that the first feature is of, and the other.
std::array<PlacedFeatures, 2> placed_by_feature(const SurfacePair& pair, const FeaturePair& features) {
  const bool swap = features.kind == FeatureKind::vertex_face && features.side == 1;
  return {(swap ? pair.b : pair.a)->placed(), (swap ? pair.a : pair.b)->placed()};
}

/// Whether both surfaces, which may have changed, still have so many features.
bool has_features(const SurfacePair& pair, const FeaturePair& features) {
  const auto [first, second] = placed_by_feature(pair, features);
  if (features.kind == FeatureKind::edge_edge)
    return features.first < first.features->edges().size() &&
           features.second < second.features->edges().size();
  return features.first < first.positions.size() && features.second < second.triangles->size();
}

std::optional<FeaturePair> as_it_is_now(const SurfacePair& pair, const FeaturePair& earlier) {
  const auto [first, second] = placed_by_feature(pair, earlier);
  if (earlier.kind == FeatureKind::vertex_face && first.sheet && !second.sheet)
    return still_within(first, second, earlier);
  return still_through(pair.a->placed(), pair.b->placed(), earlier);
}

} // namespace

void CrossingMemory::add_earlier(const SurfacePair& of, const std::array<std::uint32_t, 2>& body,
                                 std::vector<FeaturePair>& found) const {
  const PlacedFeatures a = of.a->placed(), b = of.b->placed();
  const auto count = static_cast<std::ptrdiff_t>(found.size());
  for (const Crossing& crossing : of_pair(body))
    if (has_features(of, crossing.features))
      if (const auto still = as_it_is_now(of, crossing.features))
        found.push_back(*still);
  const auto found_end = found.begin() + count;
  found.erase(std::remove_if(found.begin(), found_end,
                             [&](const FeaturePair& near) {
                               return std::any_of(found_end, found.end(), [&](const FeaturePair& still) {
                                 return is_far_side(a, b, near, still);
                               });
                             }),
              found_end);
}

std::span<const CrossingMemory::Crossing>
CrossingMemory::of_pair(const std::array<std::uint32_t, 2>& body) const {
  const auto first =
      std::lower_bound(crossings_.begin(), crossings_.end(), body,
                       [](const Crossing& c, const std::array<std::uint32_t, 2>& b) { return c.body < b; });
  auto last = first;
  while (last != crossings_.end() && last->body == body)
    ++last;
  return {first, last};
}

void CrossingMemory::keep(const SurfacePair& of, const std::array<std::uint32_t, 2>& body,
                          std::span<const FeaturePair> found) {
  for (FeaturePair pair : found) {
    if (!pair.time && of.cloth_and_solid() && pair.kind == FeatureKind::vertex_face && pair.distance < 0)
      pair.time = 0;
    if (pair.time)
      crossings_.push_back({body, pair});
  }
}

void CrossingMemory::sort() {
  // Pairs come in order, but for those of bodies with themselves; a pair's own stay in theirs.
  const auto before = [](const Crossing& p, const Crossing& q) { return p.body < q.body; };
  if (!std::is_sorted(crossings_.begin(), crossings_.end(), before))
    std::stable_sort(crossings_.begin(), crossings_.end(), before);
}

void CrossingMemory::save(std::vector<double>& memory) const {
  for (const auto& [body, pair] : crossings_) {
    memory.insert(memory.end(), body.begin(), body.end());
    memory.push_back(static_cast<double>(pair.kind));
    memory.insert(memory.end(), {double(pair.side), double(pair.first), double(pair.second)});
    memory.insert(memory.end(), pair.normal.begin(), pair.normal.end());
    memory.insert(memory.end(), {pair.distance, pair.along[0], pair.along[1], pair.area, *pair.time});
  }
}

void CrossingMemory::restore(std::span<const double> memory) {
  crossings_.clear();
  for (; !memory.empty(); memory = memory.subspan(numbers_a_crossing)) {
    const auto whole = [&memory](std::size_t i) { return static_cast<std::uint32_t>(memory[i]); };
    FeaturePair pair{};
    pair.kind = static_cast<FeatureKind>(whole(2));
    pair.side = static_cast<std::uint8_t>(whole(3));
    pair.first = whole(4);
    pair.second = whole(5);
    pair.normal = Vec3(memory.data() + 6);
    pair.distance = memory[9];
    pair.along = {memory[10], memory[11]};
    pair.area = memory[12];
    pair.time = memory[13];
    crossings_.push_back({{whole(0), whole(1)}, pair});
  }
}

void drop_far_sides(const SurfacePair& of, std::vector<FeaturePair>& found) {
  const PlacedFeatures a = of.a->placed(), b = of.b->placed();
  std::vector<FeaturePair> through;
  std::copy_if(found.begin(), found.end(), std::back_inserter(through),
               [](const FeaturePair& pair) { return pair.time.has_value(); });
  std::erase_if(found, [&](const FeaturePair& pair) {
    return !pair.time && std::any_of(through.begin(), through.end(), [&](const FeaturePair& crossed) {
      return is_far_side(a, b, pair, crossed);
    });
  });
}

} // namespace lamina::proximity
