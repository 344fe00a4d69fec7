#include "tests/papers/h08/tangle.h"

#include "core/reference_overlap/reference_overlap.h"
#include "tests/papers/bodies.h"

namespace lamina::papers::h08 {

Tangle tangle(Start start, const std::string& method, double seconds) {
  auto scene = two_tori(start);
  choose_method(*scene, method);
  ReferenceOverlap reference_overlap(*scene);
  Simulation simulation(scene);
  Tangle result;
  result.torus_m3 = reference_overlap.movable_volume() / 2;
  const auto overlap = [&] {
    reference_overlap.take(simulation.body_states());
    const auto found = reference_overlap.overlaps();
    return volume_of(found);
  };
  result.samples.push_back({0, overlap(), 0});
  run(simulation, seconds, [&](const StepStatistics& s) {
    if (s.step % 5 == 0)
      result.samples.push_back({s.time_s, overlap(), s.elastic_J});
  });
  return result;
}

double freed_after(const Tangle& tangle) {
  double freed = -1;
  for (const Tangle::Sample& s : tangle.samples)
    if (s.overlap_m3 > 0.01 * tangle.samples.front().overlap_m3)
      freed = -1;
    else if (freed < 0)
      freed = s.time_s;
  return freed;
}

std::vector<Table> tangle_tables() {
  Table curves{"H08-fig10-curves", {"start", "method", "time_s", "overlap_m3", "elastic_J"}, {}};
  Table summary{
      "H08-fig10",
      {"start", "method", "torus_m3", "first_overlap_m3", "last_overlap_m3", "freed_s", "last_elastic_J"},
      {}};
  for (const Start start : starts)
    for (const std::string method : {"raytraced", "raytraced H08", "proximity", "proximity wide", "ldi"}) {
      const Tangle found = tangle(start, method, 4);
      const double first = found.samples.front().overlap_m3;
      for (const Tangle::Sample& s : found.samples)
        curves.rows.push_back({start_name(start), method, s.time_s, s.overlap_m3, s.elastic_J});
      summary.rows.push_back({start_name(start), method, found.torus_m3, first,
                              found.samples.back().overlap_m3, freed_after(found),
                              found.samples.back().elastic_J});
    }
  return {std::move(summary), std::move(curves)};
}

} // namespace lamina::papers::h08
