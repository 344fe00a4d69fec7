#include "tests/papers/w12/armadillos.h"

#include "core/bench/spread.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/response/detection_request.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace lamina::papers::w12 {

namespace {

constexpr int steps_timed = 5;

std::vector<Cell> row_of(const PairDetection& found) {
  return {found.regions_ms, found.tiles_ms,     found.contacts_ms, found.rays,
          found.volume_m3,  found.error_bar_m3, found.bound_m3};
}

Table table_of(const std::string& id, const std::string& first) {
  return {id,
          {first, "triangles", "tiles", "regions_ms", "tiles_ms", "contacts_ms", "rays", "volume_m3",
           "error_bar_m3", "bound_m3"},
          {}};
}

void add_rows(const Cell& first, const bench::MeshPair& pair, Table& table) {
  for (const auto& [name, tiles] : {std::pair{"shadows", TileKind::shadows}, {"w12", TileKind::w12}}) {
    std::vector<Cell> row{first, static_cast<double>(pair.a.triangles.size() + pair.b.triangles.size()),
                          std::string(name)};
    const std::vector<Cell> found = row_of(detect_pair(pair, tiles, steps_timed));
    row.insert(row.end(), found.begin(), found.end());
    table.rows.push_back(std::move(row));
  }
}

} // namespace

PairDetection detect_pair(const bench::MeshPair& pair, TileKind tiles, int steps) {
  const Surface a = bench::surface_with_meshlets(pair.a);
  Surface b = bench::surface_with_meshlets(pair.b);
  Settings settings;
  settings.contact.method = "adaptive";
  settings.contact.adaptive.tiles = tiles;
  settings.contact.adaptive.error_image = 512;
  settings.simulation.threads = 1;
  const auto method = make_contact_method(settings.contact);
  const std::array<const Surface*, 2> both{&a, &b};
  const std::array<BodyPair, 1> pairs{BodyPair{0, 1, false, true}};
  std::array<std::vector<double>, 3> ms;
  std::vector<PairContacts> found;
  PairDetection result;
  for (int step = 0; step <= steps; ++step) {
    const MethodTimings timings = method->detect(detection_input(both, pairs, settings), found);
    const ImageEvidence& images = images_of(found.front());
    if (step == 0) {
      result.volume_m3 = images.volume;
      result.rays = static_cast<double>(images.columns);
      if (images.error) {
        result.error_bar_m3 = images.error->error_bar;
        result.bound_m3 = images.error->bound;
      }
    } else {
      for (std::size_t phase = 0; phase < ms.size(); ++phase)
        ms[phase].push_back(1e3 * timings[phase]);
    }
    for (Vec3& position : b.positions)
      position += Vec3(5e-4, 2e-4, 1e-4);
    b.bounds = enclose_meshlets(*b.meshlets, b.vertex_positions(), b.balls);
  }
  if (steps > 0) {
    result.regions_ms = bench::spread_of(ms[0]).median;
    result.tiles_ms = bench::spread_of(ms[1]).median;
    result.contacts_ms = bench::spread_of(ms[2]).median;
  }
  return result;
}

Table colliding_armadillos() {
  Table table = table_of("W12-fig1d", "meet_with");
  using Pose = bench::ArmadilloPose;
  for (const auto& [name, pose] :
       {std::pair{"a hand", Pose::hand}, {"arms", Pose::arms}, {"chest and arms", Pose::chest}})
    if (const std::optional<bench::MeshPair> pair = bench::armadillos(pose, 6, 7))
      add_rows(std::string(name), *pair, table);
  return table;
}

Table armadillo_times() {
  Table table = table_of("W12-tab1", "millions_in_w12");
  // Squares of these, times 52,000.
  const std::array<std::pair<double, std::array<int, 2>>, 5> sizes{
      {{1.2, {3, 4}}, {1.6, {4, 4}}, {1.9, {1, 6}}, {3.4, {4, 7}}, {4.4, {6, 7}}}};
  for (const auto& [millions, parts] : sizes)
    if (const std::optional<bench::MeshPair> pair =
            bench::armadillos(bench::ArmadilloPose::hand, parts[0], parts[1]))
      add_rows(millions, *pair, table);
  return table;
}

} // namespace lamina::papers::w12
