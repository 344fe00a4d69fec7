#include "tests/papers/m04/breaking.h"

#include "core/bench/processor_clock.h"
#include "core/simulation/simulation.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <filesystem>

namespace lamina::papers::m04 {

namespace {

std::shared_ptr<Scene> scene_to_break(const BreakingRun& run) {
  const std::filesystem::path beside =
      std::filesystem::path(LAMINA_SOURCE_DIR) / "docs/reproduction/scenes" / (run.scene + ".json");
  const auto scene = shipped_scene(std::filesystem::exists(beside) ? beside.string() : run.scene);
  scene->settings.contact.method = "tetdistance";
  scene->settings.contact.tetdistance.response = run.response;
  return scene;
}

/// `whole`: volumes by body, nought for those that cannot break.
void look_at_pieces(const Snapshot& snapshot, const std::vector<double>& whole, Broken& found) {
  double before = 0, after = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (whole[i] == 0)
      continue;
    const std::vector<double> pieces = piece_volumes((*snapshot.infos)[i]);
    ++found.bodies;
    found.broken += pieces.size() > 1;
    found.pieces += pieces.size();
    found.largest_share += pieces.front() / whole[i];
    before += whole[i];
    for (const double piece : pieces) {
      after += piece;
      found.large_pieces += piece > whole[i] / 20;
    }
  }
  found.largest_share /= number(found.bodies);
  found.volume_change = after / before - 1;
}

Table breaking_table(const std::string& name) {
  return {name,
          {"scene", "response", "strength_Pa", "bodies", "tetrahedra", "simulated_s", "steps", "whole_s",
           "collision_s", "broken", "pieces", "large_pieces", "largest_share", "volume_change"},
          {}};
}

void add_run(Table& table, const BreakingRun& run) {
  const Broken found = run_until_broken(run);
  table.rows.push_back({run.scene, std::string(run.response == TetResponse::point ? "points" : "segments"),
                        found.strength_Pa, number(found.bodies), number(found.tetrahedra), run.seconds,
                        number(found.steps), found.whole_s, found.collision_share * found.whole_s,
                        number(found.broken), number(found.pieces), number(found.large_pieces),
                        found.largest_share, found.volume_change});
}

} // namespace

std::vector<double> piece_volumes(const BodyInfo& body) {
  const TriangleMesh& mesh = body.mesh->mesh;
  std::vector<double> volumes(body.pieces, 0);
  for (const auto& [a, b, c] : mesh.triangles) {
    const std::size_t piece = body.piece_of_vertex ? (*body.piece_of_vertex)[a] : 0;
    volumes.at(piece) += mesh.vertices[a].dot(mesh.vertices[b].cross(mesh.vertices[c])) / 6;
  }
  std::sort(volumes.rbegin(), volumes.rend());
  return volumes;
}

Broken run_until_broken(const BreakingRun& wanted) {
  const auto scene = scene_to_break(wanted);
  Broken found;
  Simulation simulation(scene);
  std::vector<double> whole(scene->bodies.size(), 0);
  const auto start = simulation.snapshot();
  for (std::size_t i = 0; i < whole.size(); ++i)
    if (scene->bodies[i].material.tensile_strength) {
      whole[i] = piece_volumes((*start->infos)[i]).front();
      found.tetrahedra += scene->bodies[i].tetrahedra->tetrahedra.size();
      found.strength_Pa = *scene->bodies[i].material.tensile_strength;
    }
  double all = 0, collision = 0;
  bench::ProcessorClock clock;
  run(simulation, wanted.seconds, [&](const StepStatistics& step) {
    ++found.steps;
    all += step.timings.wall;
    collision += step.timings.broad;
    for (const double phase : step.timings.detection)
      collision += phase;
  });
  found.whole_s = clock.lap();
  found.collision_share = collision / all;
  look_at_pieces(*simulation.snapshot(), whole, found);
  return found;
}

Table torus_breaks() {
  Table table = breaking_table("M04-fig13");
  for (const std::string scene : {"strong-torus", "torus-breaks"})
    for (const TetResponse response : {TetResponse::point, TetResponse::segment})
      add_run(table, {.scene = scene, .seconds = 1.5, .response = response});
  return table;
}

Table tissue_breaks() {
  Table table = breaking_table("M04-fig14");
  for (const std::string scene : {"sheet-on-tissue", "weak-tissue"})
    for (const TetResponse response : {TetResponse::point, TetResponse::segment})
      add_run(table, {.scene = scene, .seconds = 1.5, .response = response});
  return table;
}

Table ellipsoids_break() {
  Table table = breaking_table("M04-fig15");
  for (const TetResponse response : {TetResponse::point, TetResponse::segment})
    add_run(table, {.scene = "coarse-ellipsoids", .response = response});
  return table;
}

} // namespace lamina::papers::m04
