#include "tests/papers/m04/overlaps.h"

#include "core/bench/processor_clock.h"
#include "core/bench/spread.h"
#include "core/contact/point_evidence.h"
#include "core/contact/tetdistance/tet_evidence.h"
#include "core/mesh/procedural.h"
#include "core/mesh/stuffing/stuffing.h"
#include "core/response/detection_request.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>

namespace lamina::papers::m04 {

namespace {

using test::SolidBody;

using NamedResponse = std::pair<TetResponse, const char*>;
constexpr std::array<NamedResponse, 2> responses{
    {{TetResponse::point, "points"}, {TetResponse::segment, "segments"}}};

SolidBody stuffed(const TriangleMesh& surface, int cells, const Vec3& at) {
  StuffingOptions options;
  options.cells = cells;
  SolidBody body(stuff(surface, options).mesh);
  body.move([&](const Vec3& node) -> Vec3 { return node + at; });
  return body;
}

/// Contacts of one pair again and again, as they are found from step to step.
class RepeatedPair {
public:
  RepeatedPair(const SolidBody& a, const SolidBody& b, TetResponse response)
      : settings_(test::tet_settings(response)),
        method_(make_contact_method(settings_.contact)), surfaces_{&a.surface, &b.surface}, solids_{
                                                                                                a.solid(),
                                                                                                b.solid()} {}

  /// Processor time, ms.
  double detect() {
    bench::ProcessorClock clock;
    method_->detect({{surfaces_, solids_}, pairs_, settings_.contact, detection_request(settings_), 1},
                    found_);
    return 1000 * clock.lap();
  }
  const PairContacts& found() const { return found_.at(0); }

private:
  Settings settings_;
  std::unique_ptr<ContactMethod> method_;
  std::array<const Surface*, 2> surfaces_;
  std::array<Solid, 2> solids_;
  std::array<BodyPair, 1> pairs_ = {BodyPair{0, 1}};
  std::vector<PairContacts> found_;
};

/// Least squares of y = start + slope x.
struct Line {
  double start = 0, slope = 0, greatest_miss = 0;
};
Line fit_line(const std::vector<std::pair<double, double>>& points) {
  double n = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const auto& [px, py] : points) {
    n += 1;
    x += px;
    y += py;
    xx += px * px;
    xy += px * py;
  }
  Line line;
  line.slope = (n * xy - x * y) / (n * xx - x * x);
  line.start = (y - line.slope * x) / n;
  for (const auto& [px, py] : points)
    line.greatest_miss = std::max(line.greatest_miss, std::abs(py - line.start - line.slope * px));
  return line;
}

} // namespace

Table crossing_edges() {
  Table table{"M04-fig11", {"response", "contacts", "area_m2", "depth_m", "push_on_upper_up_m3"}, {}};
  const auto [lower, upper] = test::crossing_by_edges();
  for (const auto& [response, name] : responses) {
    const PairContacts found = test::detect_solids(lower, upper, test::tet_settings(response));
    double deepest = 0;
    for (const Contact& contact : found.contacts)
      deepest = std::max(deepest, contact.depth());
    table.rows.push_back({std::string(name), number(found.contacts.size()), found.area, deepest,
                          test::push_on(found, 1, upper.surface, upper.mesh.nodes).force.z()});
  }
  return table;
}

std::array<SolidBody, 2> torus_and_ball() {
  return {stuffed(make_torus(0.4, 0.15), 28, Vec3::Zero()),
          stuffed(make_sphere(0.3), 16, Vec3(0.004, 0.13, 0.002))};
}

Table torus_and_ball_contacts() {
  Table table{"M04-fig12",
              {"response", "tetrahedra", "pieces", "contacts", "area_m2", "push_on_ball_up_m3",
               "push_on_ball_aside_m3", "sum_of_pushes_m3"},
              {}};
  const auto [torus, ball] = torus_and_ball();
  for (const auto& [response, name] : responses) {
    const PairContacts found = test::detect_solids(torus, ball, test::tet_settings(response));
    const Vec3 on_torus = test::push_on(found, 0, torus.surface, torus.mesh.nodes).force;
    const Vec3 on_ball = test::push_on(found, 1, ball.surface, ball.mesh.nodes).force;
    table.rows.push_back({std::string(name),
                          number(torus.mesh.tetrahedra.size() + ball.mesh.tetrahedra.size()),
                          number(tets_of(found).pieces), number(found.contacts.size()), found.area,
                          on_ball.y(), std::hypot(on_ball.x(), on_ball.z()), (on_torus + on_ball).norm()});
  }
  return table;
}

std::vector<Table> growing_overlaps() {
  Table table{"M04-fig16",
              {"depth_m", "colliding_points", "colliding_nodes", "edge_pieces", "points_ms", "segments_ms"},
              {}};
  std::array<std::vector<std::pair<double, double>>, 2> times;
  const SolidBody left = test::shaken_ball(16, 1);
  for (const double depth : {0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7}) {
    SolidBody right = test::shaken_ball(16, 1);
    right.move(
        [&](const Vec3& node) -> Vec3 { return node + (2 - depth) * Vec3(0.98, 0.2, 0.02).normalized(); });
    RepeatedPair points(left, right, TetResponse::point), segments(left, right, TetResponse::segment);
    std::array<std::vector<double>, 2> took;
    for (int turn = 0; turn < 41; ++turn) {
      took[0].push_back(points.detect());
      took[1].push_back(segments.detect());
    }
    const auto& marched = tets_of(segments.found()).marched;
    const double colliding = number(marched[0].colliding + marched[1].colliding);
    table.rows.push_back(
        {depth, number(tets_of(points.found()).pieces), colliding, number(tets_of(segments.found()).pieces)});
    for (std::size_t k = 0; k < 2; ++k) {
      table.rows.back().push_back(bench::spread_of(took[k]).median);
      times[k].push_back({colliding, bench::spread_of(took[k]).median});
    }
  }
  Table lines{"M04-fig16-lines", {"response", "start_ms", "ms_per_1000_nodes", "greatest_miss_ms"}, {}};
  for (std::size_t k = 0; k < 2; ++k) {
    const Line line = fit_line(times[k]);
    lines.rows.push_back(
        {std::string(responses[k].second), line.start, 1000 * line.slope, line.greatest_miss});
  }
  return {std::move(table), std::move(lines)};
}

} // namespace lamina::papers::m04
