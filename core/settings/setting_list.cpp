#include "core/settings/setting_list.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/settings/setting_table.h"

#include <algorithm>

namespace lamina {

namespace {

constexpr bool linear = false, logarithmic = true;

void declare_simulation(std::vector<Setting>& list) {
  GroupBuilder g(list, "Simulation");
  g.number<&SimulationSettings::time_step>("time_step", "time step", "s", 1e-5, 0.1, logarithmic,
                                           "Simulated time of one step of implicit Euler.");
  g.number<&SimulationSettings::threads>(
      "threads", "threads", "", 0, 256, linear,
      "Threads that detection may use; 0 takes all processors, and the result is the same for any.");
  // Up to 2^53, so that a seed survives any JSON reader.
  g.number<&SimulationSettings::seed>("seed", "seed", "", 0, 9007199254740992.0, linear,
                                      "Seed of everything random in a run; it is fixed when the run starts.")
      .live = false;
  g.number<&SimulationSettings::speed>(
      "speed", "speed", "", 0.01, 100, logarithmic,
      "Simulated seconds per second while playing, as far as the machine keeps up.");
  g.number<&SimulationSettings::substeps>(
      "substeps", "substeps at most", "", 1, 64, linear,
      "Parts into which a step may be split when bodies would pass through each other; 1 never "
      "splits.");
}

void declare_contact(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.add<&ContactSettings::method>(
      "method", "method",
      "Contact detection method: ldi measures the intersection volume (F08), raytraced the depth along a "
      "ray inwards from every vertex (H08), proximity the distance between vertices and faces and between "
      "edges, adaptive the intersection volume by tiles with a bound of its error (W12), hashing the depth "
      "of vertices within tetrahedra, tetdistance the distance to their boundary inside of them (M04), "
      "distancefield the depth of points in a field of distances, stochastic the distance of random pairs of "
      "vertices under a budget (T04). Under adaptive, bodies meet themselves as under ldi.");
  g.add<&ContactSettings::backend>(
       "backend", "backend",
       "What the method runs on: cpu, reference (the same in scalar code, to compare with), opengl, cuda, "
       "peeling (F08's own way on OpenGL: near the others, not the same), or auto, which takes the "
       "fastest of the same for the first contact of a run; lamina devices lists what can be used here.")
      .former_values = {{"plain", "reference"}};
  g.only_for({"ldi"});
  g.add<&LdiSettings::resolution_mode>(
      "resolution_mode", "resolution mode",
      "How fine a region is sampled: pixels stretched across it (F08), pixels of a fixed size "
      "on a world grid, or finer near the camera (F08 section 5).");
  g.number<&LdiSettings::resolution>("resolution", "pixels across", "pixels", 1, 1024, logarithmic,
                                     "Pixels along each side of a region when the mode is pixels_across.");
  g.number<&LdiSettings::flat_resolution>(
      "flat_resolution", "pixels across flat", "pixels", 1, 1024, logarithmic,
      "Pixels along a side that is short against the others, if fewer, between bodies of at most 100 "
      "triangles: their faces are flat, so that more find the same.");
  g.number<&LdiSettings::pixel_size>(
      "pixel_size", "pixel size", "m", 1e-6, 10, logarithmic,
      "Side of a pixel when the mode is pixel_size; between 4 and 1024 pixels always cross a "
      "region.");
  g.number<&LdiSettings::screen_pixels>("screen_pixels", "screen pixels", "pixels", 0.5, 64, logarithmic,
                                        "Screen pixels per contact pixel when the mode is view_dependent.");
  g.add<&LdiSettings::axes>(
      "axes", "axes",
      "View directions: the world's axes (F08), or of those and each rigid body's the ones with the "
      "smallest region.");
  g.add<&LdiSettings::region>(
      "region", "region",
      "Box that is sampled: the overlap of the two bounding boxes (F08), or shrunk to the parts of the "
      "meshes inside it.");
  g.add<&LdiSettings::rows>(
      "rows", "rows",
      "Whether each row of pixels is shifted by a fraction of a pixel, which a thin contact along the "
      "diagonal needs; unstaggered is F08.");
  g.add<&LdiSettings::measure>(
      "measure", "measure",
      "What is found on the layers: the volume of the intersection, or which vertices and particles of one "
      "body lie within the other, each with its depth along the nearest of three directions.");
  g.number<&LdiSettings::crossing_limit>(
      "crossing_limit", "crossings at most", "", 2, 65535, logarithmic,
      "Surface crossings in one column before it is dropped and counted as dropped.");
  g.add<&LdiSettings::error_bar>(
      "error_bar", "error bar",
      "Whether tiles, as those of adaptive, say by how much the volume of each pair may be off, and what a "
      "body overlaps itself by. Motion stays the same, and detection takes many times as long.");
  g.only_for({"raytraced"});
  g.add<&RaytracedSettings::tree>(
      "ray_tree", "ray tree",
      "Where rays look for what they hit: a tree of boxes refitted every step, Embree's tree refitted "
      "every step, or an octree made anew every step (H08). All find the same.");
  g.add<&RaytracedSettings::area>(
      "ray_area", "ray area",
      "Surface that the force of a ray acts on: the share of its own vertex, so that the force "
      "does not depend on how densely a mesh is sampled, or the same for all vertices (H08).");
  g.add<&RaytracedSettings::force>(
      "ray_force", "ray force",
      "Along what a ray's force acts: the normal of the surface that the ray met, on which a "
      "second ray is cast, or the ray itself (H08), which leans at edges and then brakes what "
      "slides.");
}

void declare_proximity(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.only_for({"proximity"});
  g.add<&ProximitySettings::bvh_children>(
      "bvh_children", "tree children",
      "Children of each node of the trees of boxes over the triangles of a surface.");
  g.add<&ProximitySettings::bvh_refit>(
      "bvh_refit", "tree refit",
      "Whether all boxes of the trees are fitted anew each step, or only those that a search reaches.");
  g.number<&ProximitySettings::distance>(
      "proximity_distance", "distance kept", "m", 0, 10, linear,
      "Distance that proximity keeps between surfaces; 0 takes 2 % of the mean thickness 3V/A of the "
      "thinner body of a pair.");
  g.number<&ProximitySettings::depth>(
      "proximity_depth", "crossing depth", "m", 0, 10, linear,
      "How deep a vertex or edge may have crossed a surface for proximity to push it back; 0 takes ten "
      "times the distance kept, but no more than 20 % of the thickness.");
  g.add<&ProximitySettings::swept>(
      "swept", "swept test",
      "Whether proximity also looks for what was crossed since the last step, so that thin "
      "parts do not tunnel. For cloth it always does.");
}

void declare_adaptive(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.only_for({"adaptive", "ldi"});
  g.number<&AdaptiveSettings::volume_tolerance>(
      "volume_tolerance", "volume tolerance", "", 1e-9, 1, logarithmic,
      "Share of the volume of a pair that it may be off by: tiles are split until their bound is below.");
  g.number<&AdaptiveSettings::volume_tolerance_m3>(
      "volume_tolerance_m3", "volume tolerance at least", "m³", 0, 1e6, linear,
      "Volume that a pair may be off by all the same, however small its own volume is.");
  g.number<&AdaptiveSettings::tile_budget>(
      "tile_budget", "tiles at most", "", 1, 1048576, logarithmic,
      "Tiles of each view direction of a pair, beyond which they are not split although the tolerance is not "
      "met.");
  g.only_for({"adaptive"});
  g.add<&AdaptiveSettings::bound>(
      "bound", "bound",
      "What has to be within the tolerance: an error bar, three of which hold in 99 of 100 pairs, or the "
      "bound that always holds.");
  g.add<&AdaptiveSettings::directions>(
      "directions", "view directions",
      "Axes along which a pair is seen: those of the world or of a body that have the smallest region; those "
      "along which faces are the least slanted, turned ones too (W12), which pays where bodies that deform "
      "have flat faces; or the world's.");
  g.add<&AdaptiveSettings::tiles>(
      "tiles", "tiles",
      "How tiles are made: split where the bound is largest, which is what edges hide of them (shadows); "
      "with "
      "edges followed through the other body, so that volume and force are exact in few tiles (traced); or "
      "as "
      "W12 has it, by polynomials that an image holds of all edges, which takes many times as many tiles.");
  g.number<&AdaptiveSettings::error_image>(
      "error_image", "error image", "pixels", 1, 512, logarithmic,
      "Pixels along each side of a region of W12's error bound polynomial image, rounded up to a power of "
      "two.");
  g.add<&AdaptiveSettings::area_bound>(
      "area_bound", "area bound",
      "Find by how much area vectors, which times pressure are forces, may be off at most.");
}

void declare_hashing(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.only_for({"hashing"});
  g.number<&HashingSettings::cell>(
      "hash_cell", "hash cell", "", 0.1, 20, logarithmic,
      "Side of a cell of the spatial hash, over the mean side of the box around a tetrahedron. What is found "
      "does not depend on it, the time does; from 1 to 1.4 is fastest.");
}

void declare_tetdistance(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.only_for({"tetdistance"});
  g.add<&TetDistanceSettings::march>(
      "tetdistance_march", "march",
      "How nodes find the boundary that is closest: ring by ring from it, then around the closest node; in "
      "order of distance, each from the triangle of its neighbour (cffm, M04) or those beside it too "
      "(walking), or to boundary nodes alone (cpfm, M04).");
  g.add<&TetDistanceSettings::extent>(
      "tetdistance_extent", "extent",
      "Which nodes of what deforms have a distance each step: all; until those that collide are done (lazy, "
      "M04), where the march goes by distance; or those alone that lie between them and the boundary "
      "(local).");
  g.add<&TetDistanceSettings::response>(
      "tetdistance_response", "pushes",
      "What is pushed out of tetrahedra (M04): vertices by their depth, or the pieces of edges within, which "
      "finds edges that cross.");
  g.add<&TetDistanceSettings::reaction>(
      "tetdistance_reaction", "reaction",
      "What is pushed the other way: the closest boundary of the nodes, which also keeps angular momentum "
      "where depth changes with them, or the nodes of the tetrahedron (M04).");
}

void declare_distancefield(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.only_for({"distancefield"});
  g.number<&DistanceFieldSettings::cells>("field_cells", "field cells", "cells", 8, 1024, logarithmic,
                                          "Cells of a distance field along the longest side of a body.");
  g.number<&DistanceFieldSettings::band>(
      "field_band", "field band", "", 0.01, 1, logarithmic,
      "How far inside and outside of its surface the distances of a body are known, over its longest side. "
      "What lies deeper is not pushed.");
  g.add<&DistanceFieldSettings::structure>(
      "field_structure", "field structure",
      "What distances are kept in: a grid of equal cells, or octrees, whose cells are up to eight times as "
      "wide where distances change evenly, and which may take less memory. A change makes fields anew.");
  g.number<&DistanceFieldSettings::tolerance>(
      "field_tolerance", "field tolerance", "cells", 0.02, 1, logarithmic,
      "How far distances in the wide cells of an octree may be off those of the grid that it is made of, "
      "over the side of a cell of that grid. A larger one takes less memory.");
  g.number<&DistanceFieldSettings::offset>("field_offset", "field offset", "m", 0, 1, linear,
                                           "Distance that is kept between surfaces.");
}

void declare_stochastic(std::vector<Setting>& list) {
  GroupBuilder g(list, "Contact");
  g.only_for({"stochastic"});
  g.add<&StochasticSettings::search>(
      "stochastic_search", "search",
      "What is drawn at random: pairs of vertices that go down to the nearest ones and are followed from "
      "step to step, or none, and boxes of two trees are gone through by their chance to hold a collision.");
  g.number<&StochasticSettings::pairs>("stochastic_pairs", "pairs followed", "", 1, 4096, logarithmic,
                                       "Pairs of vertices that are followed between two bodies, at most.");
  g.number<&StochasticSettings::evaluations>(
      "stochastic_evaluations", "evaluations", "", 16, 1e7, logarithmic,
      "Distances that are found out between two bodies in a step, at most: the budget.");
  g.number<&StochasticSettings::milliseconds>(
      "stochastic_milliseconds", "time instead", "ms", 0, 1000, linear,
      "Time that a step may take, in place of a number of evaluations; 0 counts evaluations. Runs with a "
      "time do not repeat.");
}

void declare_response(std::vector<Setting>& list) {
  GroupBuilder g(list, "Response");
  g.add<&ResponseSettings::response>(
      "response", "response",
      "How contact holds. A penalty yields like a spring: what rests creeps, and tall stacks buckle. "
      "Constraints keep bodies apart, rub exactly by Coulomb's law, and bounce. Other laws of volume or "
      "friction are penalties always, so constraints chosen in the panel bring cells and coulomb along.");
  g.only_for({"ldi", "adaptive"});
  g.add<&ResponseSettings::law>(
      "law", "law",
      "How volume becomes pressure: mean depth per contact cell, per connected patch or of the whole pair, "
      "or k times the volume (F08).");
  g.number<&ResponseSettings::cells>(
      "cells", "cells", "", 1, 16, linear,
      "Contact cells along each side of a region; one pressure a pair cannot hold a flat face.");
  g.only_for({});
  g.add<&ResponseSettings::stiffness_source>(
      "stiffness_source", "stiffness from",
      "Whether stiffness follows from the rest penetration of the heaviest movable body or is "
      "given in pascals.");
  g.number<&ResponseSettings::rest_penetration>(
      "rest_penetration", "rest penetration", "", 1e-6, 0.1, logarithmic,
      "Depth to which the heaviest movable body sinks at rest, over its size; by a penalty, stacks stand "
      "up to about (0.65/this)^(1/3) bodies; by constraints, all rest at ten times this.");
  g.number<&ResponseSettings::depth_stiffness>(
      "depth_stiffness", "depth stiffness", "Pa/m", 1, 1e15, logarithmic,
      "Pressure per depth of the laws cells, patches and mean_depth when stiffness is given.");
  g.only_for({"ldi", "adaptive"});
  g.number<&ResponseSettings::volume_stiffness>(
      "volume_stiffness", "volume stiffness", "Pa/m³", 1, 1e18, logarithmic,
      "Pressure per intersection volume of the law f08 when stiffness is given (k in F08 "
      "section 3.3).");
  g.only_for({});
  g.add<&ResponseSettings::self_law>(
      "self_law", "self-contact",
      "How the volume in which a body overlaps itself becomes pressure: mean depth per connected patch or "
      "of all of it, k times the volume (F08), or not at all.");
  g.number<&ResponseSettings::self_stiffness>(
      "self_stiffness", "self stiffness", "", 1e-6, 1e6, logarithmic,
      "Stiffness of self-contact over that of contact between bodies.");
  g.number<&ResponseSettings::dissipation>("dissipation", "dissipation", "s", 0, 1, linear,
                                           "Time in which an excess of depth decays; it calms stacks.");
  g.number<&ResponseSettings::no_pull>(
      "no_pull", "no-pull solves", "", 0, 16, linear,
      "Further solves in a step that drop contacts which would pull; 0 is F08.");
  g.number<&ResponseSettings::restitution>(
      "restitution", "restitution", "", 0, 1, linear,
      "Speed after an impact over that before, of bodies that state none; a pair takes the greater one.");
  g.number<&ResponseSettings::bounce_speed>("bounce_speed", "bounce speed", "m/s", 0, 100, linear,
                                            "Bodies that approach more slowly than this do not bounce.");
  g.add<&ResponseSettings::sleep>(
      "sleep", "sleep",
      "Whether bodies that have come to rest are left alone, at no cost, until they are touched, dragged or "
      "changed.");
  g.number<&ResponseSettings::sleep_speed>(
      "sleep_speed", "sleep speed", "1/s", 1e-8, 1, logarithmic,
      "Bodies may fall asleep that move by less than so many times their own size a second.");
  g.number<&ResponseSettings::sleep_after>("sleep_after", "sleep after", "s", 0.01, 100, logarithmic,
                                           "Time for which bodies must be slow before they fall asleep.");
}

void declare_friction(std::vector<Setting>& list) {
  GroupBuilder g(list, "Friction");
  g.add<&FrictionSettings::law>(
      "friction", "law",
      "Friction law: none, regularised Coulomb, viscous per true area, or viscous with the view axis "
      "left out (F08).");
  g.number<&FrictionSettings::coefficient>(
      "friction_coefficient", "coefficient", "", 0, 10, linear,
      "Coulomb friction coefficient of bodies that state none; a pair takes the "
      "geometric mean.");
  g.number<&FrictionSettings::viscosity>(
      "viscosity", "viscosity", "Pa·s/m", 1e-3, 1e12, logarithmic,
      "Tangential stress per sliding speed of the laws viscous and axis (F08 section 3.4).");
  g.number<&FrictionSettings::slip_speed>(
      "slip_speed", "slip speed", "m/s", 1e-7, 1, logarithmic,
      "Sliding speed at which Coulomb friction reaches its full value; below it bodies creep.");
  g.number<&FrictionSettings::passes>(
      "friction_passes", "passes", "", 1, 8, linear,
      "Solves a step for Coulomb friction, each with the speed and pressure that the last "
      "one found.");
}

void declare_solver_and_dragging(std::vector<Setting>& list) {
  GroupBuilder g(list, "Solver");
  g.number<&SolverSettings::cg_tolerance>("cg_tolerance", "tolerance", "", 1e-14, 0.1, logarithmic,
                                          "Residual over right-hand side at which conjugate gradients stop.");
  g.number<&SolverSettings::cg_iterations>("cg_iterations", "iterations at most", "", 1, 10000, logarithmic,
                                           "Iterations of conjugate gradients at most in one solve.");
  g.add<&SolverSettings::gyroscopic>(
      "gyroscopic", "gyroscopic torque",
      "Whether rigid bodies feel the torque of their own spin, without which a top does not "
      "precess.");
  GroupBuilder d(list, "Dragging");
  d.number<&DragSettings::frequency>(
      "drag_frequency", "frequency", "Hz", 0.1, 20, logarithmic,
      "Frequency of the critically damped spring that pulls a dragged body, whatever its "
      "mass.");
  d.number<&DragSettings::force_cap>("drag_force_cap", "force cap", "", 0.1, 1000, logarithmic,
                                     "Greatest dragging force over the weight of the body.");
}

std::vector<Setting> declare_all() {
  std::vector<Setting> list;
  declare_simulation(list);
  declare_contact(list);
  declare_proximity(list);
  declare_adaptive(list);
  declare_hashing(list);
  declare_tetdistance(list);
  declare_distancefield(list);
  declare_stochastic(list);
  declare_response(list);
  declare_friction(list);
  declare_solver_and_dragging(list);
  return list;
}

void set_as_in_f08(Settings& s) {
  s.contact.ldi.resolution_mode = ResolutionMode::pixels_across;
  s.contact.ldi.resolution = 64;
  s.contact.ldi.flat_resolution = 1024;
  s.contact.ldi.axes = AxesChoice::world;
  s.contact.ldi.region = RegionChoice::overlap;
  s.contact.ldi.rows = RowChoice::unstaggered;
  s.response.response = ResponseKind::penalty;
  s.response.law = ContactLaw::f08;
  s.response.self_law = SelfLaw::f08;
  s.response.cells = 1;
  s.response.dissipation = 0;
  s.response.no_pull = 0;
  s.friction.law = FrictionLaw::axis;
  s.friction.passes = 1;
  s.simulation.substeps = 1;
}

} // namespace

bool counts_for(const Setting& setting, std::string_view method) {
  return setting.methods.empty() ||
         std::find(setting.methods.begin(), setting.methods.end(), method) != setting.methods.end();
}

std::span<const Setting> setting_list() {
  static const std::vector<Setting> list = declare_all();
  return list;
}

namespace {

/// Names of which the word is a part, with commas between them.
std::string names_with(std::string_view word, std::span<const std::string> names) {
  std::string found;
  for (const std::string& name : names)
    if (!word.empty() && name.find(word) != std::string::npos)
      found += (found.empty() ? "" : ", ") + name;
  return found;
}

/// What may have been meant instead of an unknown name, or where all of them are.
std::string hint_for(std::string_view name, std::span<const std::string> names) {
  if (const std::string nearest = nearest_word(name, names); !nearest.empty())
    return " (did you mean \"" + nearest + "\"?)";
  if (const std::string longer = names_with(name, names); !longer.empty())
    return " (there are " + longer + ")";
  return " (`lamina settings` lists all)";
}

} // namespace

const Setting& find_setting(std::string_view name) {
  for (const Setting& setting : setting_list())
    if (setting.name == name)
      return setting;
  std::vector<std::string> names;
  for (const Setting& setting : setting_list())
    names.push_back(setting.name);
  throw InputError("unknown setting \"" + std::string(name.substr(0, 80)) + "\"" + hint_for(name, names));
}

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names{"default", "f08"};
  return names;
}

void apply_preset(Settings& settings, std::string_view preset) {
  if (preset != "default" && preset != "f08") {
    const std::string nearest = nearest_word(preset, preset_names());
    throw InputError(
        "unknown preset \"" + std::string(preset.substr(0, 80)) + "\"" +
        (nearest.empty() ? " (there are default and f08)" : " (did you mean \"" + nearest + "\"?)"));
  }
  const Settings defaults;
  for (const Setting& setting : setting_list())
    if (setting.group == "Contact" || setting.group == "Response" || setting.group == "Friction")
      setting.put(settings, setting.initial);
  settings.simulation.substeps = defaults.simulation.substeps;
  if (preset == "f08")
    set_as_in_f08(settings);
}

} // namespace lamina
