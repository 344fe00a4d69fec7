#include "tests/papers/experiments.h"

#include "tests/papers/bodies.h"
#include "tests/papers/f08/balance.h"
#include "tests/papers/f08/heaps.h"
#include "tests/papers/f08/octopuses.h"
#include "tests/papers/f08/phases.h"
#include "tests/papers/f08/rings.h"
#include "tests/papers/f08/traverse.h"
#include "tests/papers/h08/chain.h"
#include "tests/papers/h08/cylinder.h"
#include "tests/papers/h08/deep_overlap.h"
#include "tests/papers/h08/largest_step.h"
#include "tests/papers/h08/many_tori.h"
#include "tests/papers/h08/rates.h"
#include "tests/papers/h08/tangle.h"
#include "tests/papers/m04/breaking.h"
#include "tests/papers/m04/marches.h"
#include "tests/papers/m04/overlaps.h"
#include "tests/papers/m04/plane_tables.h"
#include "tests/papers/t04/hashed_balls.h"
#include "tests/papers/t04/intestine.h"
#include "tests/papers/t04/refitted_trees.h"
#include "tests/papers/t04/self_colliding_arms.h"
#include "tests/papers/w12/armadillos.h"
#include "tests/papers/w12/figures.h"
#include "tests/papers/w12/motion.h"

namespace lamina::papers {

namespace {

using namespace f08;

constexpr int traverse_points = 161;

std::vector<Table> fig7(const std::string& id, const std::string& scene) {
  Table summary{
      id, {"resolution", "triangles", "step_ms", "greatest_overlap_m3", "last_overlap_m3", "bodies_m3"}, {}};
  std::vector<Table> tables;
  for (const int resolution : {64, 256}) {
    Octopuses found = octopuses(id + "-" + std::to_string(resolution), scene, resolution, 1.5);
    summary.rows.push_back({static_cast<double>(resolution), static_cast<double>(found.triangles),
                            found.step_ms, found.greatest_m3, found.last_m3, found.bodies_m3});
    tables.push_back(std::move(found.table));
  }
  tables.push_back(std::move(summary));
  return tables;
}

std::vector<Table> fig8a() {
  Table summary{"F08-fig8a", {"contact", "held_s", "greatest_sink_m", "rest_sink_exact_m"}, {}};
  std::vector<Table> tables;
  const auto add = [&](const std::string& contact, Balance kind) {
    BalanceResult result = balance("F08-fig8a-" + contact, kind, 3, 256);
    summary.rows.push_back({contact, result.held_s, result.sink_m, result.exact_sink});
    tables.push_back(std::move(result.table));
  };
  add("edge-on-face", Balance::edge_on_face);
  add("corner-on-face", Balance::corner_on_face);
  add("edge-across-edge", Balance::edge_across_edge);
  tables.push_back(std::move(summary));
  return tables;
}

std::vector<Table> fig10() {
  Table summary{"F08-fig10", {"resolution", "pairs_x", "pairs_y", "pairs_z", "volume_m3", "error"}, {}};
  const double exact = ring_pixels(1024).volume;
  std::vector<Table> tables;
  for (const int resolution : {16, 64, 256}) {
    const RingPixels rings = ring_pixels(resolution);
    summary.rows.push_back({static_cast<double>(resolution), static_cast<double>(rings.pairs[0]),
                            static_cast<double>(rings.pairs[1]), static_cast<double>(rings.pairs[2]),
                            rings.volume, rings.volume / exact - 1});
    if (resolution == 16)
      tables.push_back(ring_pixel_table("F08-fig10-pixels-16", rings));
  }
  tables.push_back(std::move(summary));
  return tables;
}

std::vector<Table> energy() {
  Table curve{"F08-energy-curves", {"resolution", "time_s", "kinetic_J", "excess_J"}, {}};
  Table summary{
      "F08-energy", {"resolution", "greatest_kinetic_J", "greatest_excess_J", "roughness_J", "drop_J"}, {}};
  for (const int resolution : {2, 4, 8, 16, 32, 64}) {
    const Swing found = swing(resolution, 6);
    summary.rows.push_back({static_cast<double>(resolution), found.greatest_kinetic, found.greatest_excess,
                            found.roughness, found.drop});
    for (std::size_t i = 0; i < found.samples.size(); i += 2)
      curve.rows.push_back(
          {static_cast<double>(resolution), found.samples[i][0], found.samples[i][1], found.samples[i][2]});
  }
  return {std::move(summary), std::move(curve)};
}

std::vector<Table> lod() {
  Table table{"F08-lod", {"distance_m", "pixel_size_m", "columns", "pixel_pairs", "volume_m3"}, {}};
  for (double distance = 0.25; distance <= 64; distance *= 2) {
    const Detail found = detail(distance);
    table.rows.push_back({found.distance, found.pixel_size, static_cast<double>(found.columns),
                          static_cast<double>(found.pairs), found.volume});
  }
  return {std::move(table)};
}

/// Nothing of what needs a model that is not at hand.
std::vector<Table> if_measured(Table table) {
  if (table.rows.empty())
    return {};
  return {std::move(table)};
}

std::vector<Experiment> list() {
  return {
      {"F08-fig6a", "force on a sphere that goes through a thick box",
       [] { return std::vector{traverse_table("F08-fig6a", Traverse::sphere_thick, 64, traverse_points)}; }},
      {"F08-fig6b", "force on a face-aligned cube that goes through a thick box",
       [] { return std::vector{traverse_table("F08-fig6b", Traverse::cube_thick, 64, traverse_points)}; }},
      {"F08-fig6c", "force on a sphere and on a cube that go through a thin box",
       [] {
         return std::vector{traverse_table("F08-fig6c", Traverse::sphere_thin, 64, traverse_points),
                            traverse_table("F08-fig6c-cube", Traverse::cube_thin, 64, traverse_points)};
       }},
      {"F08-fig7a", "step time and overlaps of a skinned octopus in a bowl",
       [] { return fig7("F08-fig7a", "octopus-in-bowl"); }},
      {"F08-fig7b", "the same with three octopuses", [] { return fig7("F08-fig7b", "octopuses-in-bowl"); }},
      {"F08-fig8a", "how long a cube keeps its unstable balance on an edge, a corner, an edge across", fig8a},
      {"F08-fig8b", "overlaps in a heap of 28 unit bodies",
       [] { return std::vector{watch_overlaps("F08-fig8b", heap_scene(28, 64), 5).table}; }},
      {"F08-fig9", "overlap of soft organs that overlap at the start",
       [] { return std::vector{watch_overlaps("F08-fig9", tangled_scene(), 4).table}; }},
      {"F08-fig10", "contact pixels of linked rings by direction", fig10},
      {"F08-energy", "energy of a ring that swings from another, by resolution", energy},
      {"F08-lod", "pixels of a contact by the distance of the camera", lod},
      {"F08-tab1", "time of each phase beside the paper's", [] { return std::vector{phase_table(30)}; }},
      {"H08-fig1", "force on a ball by its depth, and on plates that cross", h08::deep_overlap_tables},
      {"H08-fig8", "tangential over normal force on a cylinder across a plane, by its sides",
       [] { return std::vector{h08::cylinder_table()}; }},
      {"H08-fig10", "overlap of two soft tori that start interpenetrated, by method", h08::tangle_tables},
      {"H08-dt", "largest time step with which a torus comes to rest on another", h08::largest_step_tables},
      {"H08-fps", "steps a second of a torus that lies on another",
       [] { return std::vector{h08::rate_table()}; }},
      {"H08-fig12", "a chain of soft rings by method and time step", h08::chain_tables},
      {"H08-fig13", "time of a step by phase for 2 to 200 tori that overlap", h08::many_tori_tables},
      {"H08-par", "fifty tori with one and two threads", [] { return std::vector{h08::thread_table()}; }},
      {"M04-fig6", "time of marches through balls of more and more nodes", m04::growing_balls},
      {"M04-fig7", "marches through three solids of 300,000 tetrahedra",
       [] { return std::vector{m04::big_solids()}; }},
      {"M04-fig8", "distances and errors in a disc that is deformed and cut", m04::disc_fields},
      {"M04-tab9", "time and errors of distances in a disc of 486 nodes",
       [] { return std::vector{m04::disc_table()}; }},
      {"M04-tab10", "time and errors of distances in a rectangle of 1000 nodes",
       [] { return std::vector{m04::rectangle_table()}; }},
      {"M04-fig11", "what points and segments find of two tetrahedra that cross by edges",
       [] { return std::vector{m04::crossing_edges()}; }},
      {"M04-fig12", "contact points and forces of a ball in the hole of a torus",
       [] { return std::vector{m04::torus_and_ball_contacts()}; }},
      {"M04-fig13", "a torus that breaks on a cube, by response",
       [] { return std::vector{m04::torus_breaks()}; }},
      {"M04-fig14", "a tissue that breaks under bodies with surfaces only, by strength",
       [] { return std::vector{m04::tissue_breaks()}; }},
      {"M04-fig15", "ellipsoids that break on the edge of a cube",
       [] { return std::vector{m04::ellipsoids_break()}; }},
      {"M04-fig16", "time by points and by segments of two balls that overlap more and more",
       m04::growing_overlaps},
      {"T04-fig17", "detection of collisions and self-collisions of a body on bones",
       [] { return std::vector{t04::self_collision_table()}; }},
      {"T04-gut", "steps of a folded intestine on its membrane with a probe, by the number of segments",
       [] { return std::vector{t04::intestine_table()}; }},
      {"T04-hash", "detection by hashing of 20,000 tetrahedra, by the number of bodies",
       [] { return std::vector{t04::hash_table()}; }},
      {"T04-refit", "refitting against rebuilding a tree of boxes",
       [] { return std::vector{t04::refit_table()}; }},
      {"T04-update", "ways in which a tree of boxes follows a mesh, side by side",
       [] { return std::vector{t04::update_table()}; }},
      {"W12-fig1a", "a nut that begins overlapping its screw and turns down it",
       [] { return std::vector{w12::unscrewing_table()}; }},
      {"W12-fig1b", "how far a block rises over a ridge, by its speed",
       [] { return std::vector{w12::bump_table()}; }},
      {"W12-fig1d", "detection between armadillos of 4.4 million triangles, by how they meet",
       [] { return if_measured(w12::colliding_armadillos()); }},
      {"W12-fig6", "rays of W12's tiles for a cylinder, by directions and coarsening",
       [] { return std::vector{w12::cylinder()}; }},
      {"W12-fig8", "where rays stand for a diamond in a cube", w12::diamond},
      {"W12-fig9a", "achieved against desired precision of three bodies",
       [] { return std::vector{w12::precision()}; }},
      {"W12-fig9b", "rays by the resolution of the error image",
       [] { return std::vector{w12::resolutions()}; }},
      {"W12-fig10", "volume error of a block and a cross that are turned against a box",
       [] { return std::vector{w12::turned_against_a_box()}; }},
      {"W12-tess", "rays by the number of triangles of a shape",
       [] { return std::vector{w12::tessellations()}; }},
      {"W12-tab1", "time of each phase between armadillos, by number of triangles",
       [] { return if_measured(w12::armadillo_times()); }},
  };
}

} // namespace

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all = list();
  return all;
}

} // namespace lamina::papers
