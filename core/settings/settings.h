#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lamina {

enum class ResolutionMode { pixels_across, pixel_size, view_dependent };
enum class AxesChoice { smallest, world };
enum class RegionChoice { tight, overlap };
enum class RowChoice { staggered, unstaggered };
enum class LdiMeasure { volume, vertices };
enum class RayTree { bvh, embree, octree };
enum class RayArea { vertex, uniform };
enum class RayForce { normal, ray };
enum class BvhChildren { two, four, eight };
enum class BvhRefit { bottom_up, lazy };
enum class TetMarch { rings, cffm, walking, cpfm };
enum class TetExtent { full, lazy, local };
enum class TetResponse { point, segment };
enum class TetReaction { boundary, tetrahedron };
enum class FieldStructure { grid, octree };
enum class RandomSearch { pairs, tree };
enum class TileBound { error_bar, rigorous };
enum class TileDirections { smallest, optimised, world };
enum class TileKind { shadows, traced, w12 };
enum class ResponseKind { penalty, constraints };
enum class ContactLaw { cells, patches, mean_depth, f08 };
enum class SelfLaw { none, patches, mean_depth, f08 };
enum class StiffnessSource { rest_penetration, given };
enum class FrictionLaw { none, coulomb, viscous, axis };

/// How time goes on, and what a run may use of the machine.
struct SimulationSettings {
  double time_step = 0.01; ///< s
  int threads = 0;         ///< 0: all processors
  std::uint64_t seed = 1;
  double speed = 1; ///< simulated seconds per second when playing
  int substeps = 8; ///< at most; 1 turns them off

  bool operator==(const SimulationSettings&) const = default;
};

/// Of the method ldi: how finely, and along which axes, a region is sampled.
struct LdiSettings {
  ResolutionMode resolution_mode = ResolutionMode::pixels_across;
  int resolution = 16;      ///< pixels across a region
  int flat_resolution = 4;  ///< across its short side, between bodies of few triangles
  double pixel_size = 0.01; ///< m
  double screen_pixels = 4; ///< view dependent: screen pixels per contact pixel
  AxesChoice axes = AxesChoice::smallest;
  RegionChoice region = RegionChoice::tight;
  RowChoice rows = RowChoice::staggered;
  LdiMeasure measure = LdiMeasure::volume;
  int crossing_limit = 1024; ///< crossings in a column before it is dropped
  bool error_bar = false;    ///< what volumes may be off by is found too

  bool operator==(const LdiSettings&) const = default;
};

/// Of the method raytraced.
struct RaytracedSettings {
  RayTree tree = RayTree::bvh;
  RayArea area = RayArea::vertex;
  RayForce force = RayForce::normal;

  bool operator==(const RaytracedSettings&) const = default;
};

/// Of the method proximity.
struct ProximitySettings {
  BvhChildren bvh_children = BvhChildren::four;
  BvhRefit bvh_refit = BvhRefit::lazy;
  double distance = 0; ///< kept between surfaces, m; 0: from the size of the bodies
  double depth = 0;    ///< of a crossing that is still found, m; 0: ten times the distance
  bool swept = false;

  bool operator==(const ProximitySettings&) const = default;
};

/// Of the method adaptive.
struct AdaptiveSettings {
  double volume_tolerance = 1e-3; ///< of the volume of the pair
  double volume_tolerance_m3 = 0; ///< and this volume, m³, where it is more
  int tile_budget = 1024;         ///< tiles a direction
  TileBound bound = TileBound::error_bar;
  TileDirections directions = TileDirections::smallest;
  TileKind tiles = TileKind::shadows;
  int error_image = 32;    ///< pixels along each side of a region, for tiles of W12
  bool area_bound = false; ///< what area vectors may be off by is found too

  bool operator==(const AdaptiveSettings&) const = default;
};

/// Of the method hashing.
struct HashingSettings {
  double cell = 1.2; ///< side of a cell over the mean side of a tetrahedron's box

  bool operator==(const HashingSettings&) const = default;
};

/// Of the method tetdistance.
struct TetDistanceSettings {
  TetMarch march = TetMarch::rings;
  TetExtent extent = TetExtent::local;
  TetResponse response = TetResponse::segment;
  TetReaction reaction = TetReaction::boundary;

  bool operator==(const TetDistanceSettings&) const = default;
};

/// Of the method distancefield.
struct DistanceFieldSettings {
  int cells = 128;   ///< of a field, along the longest side of the body
  double band = 0.1; ///< how far inside and outside distances are known, over that side
  FieldStructure structure = FieldStructure::grid;
  double tolerance = 0.1; ///< of an octree's distances, over a cell
  double offset = 0;      ///< distance kept between surfaces, m

  bool operator==(const DistanceFieldSettings&) const = default;
};

/// Of the method stochastic.
struct StochasticSettings {
  RandomSearch search = RandomSearch::pairs;
  int pairs = 64;          ///< tracked between two bodies, at most
  int evaluations = 4096;  ///< of distances between two bodies and step, at most
  double milliseconds = 0; ///< for a step, instead; 0: evaluations count

  bool operator==(const StochasticSettings&) const = default;
};

/// How contact is detected: the method, what it runs on, and what each method wants to know. Methods see no
/// other settings.
struct ContactSettings {
  std::string method = "ldi";
  std::string backend = "cpu";
  LdiSettings ldi;
  RaytracedSettings raytraced;
  ProximitySettings proximity;
  AdaptiveSettings adaptive;
  HashingSettings hashing;
  TetDistanceSettings tetdistance;
  DistanceFieldSettings distancefield;
  StochasticSettings stochastic;

  bool operator==(const ContactSettings&) const = default;
};

/// How contacts press.
struct ResponseSettings {
  ResponseKind response = ResponseKind::constraints;
  ContactLaw law = ContactLaw::cells;
  int cells = 4; ///< along each side of a region
  StiffnessSource stiffness_source = StiffnessSource::rest_penetration;
  double rest_penetration = 1e-4; ///< of the heaviest movable body, over its size
  double depth_stiffness = 1e7;   ///< κ, Pa/m, for cells and mean_depth when given
  double volume_stiffness = 1e10; ///< k, Pa/m³, for f08 when given
  SelfLaw self_law = SelfLaw::patches;
  double self_stiffness = 1; ///< over the stiffness between bodies
  double dissipation = 0.02; ///< τ, s
  int no_pull = 4;           ///< re-solves that drop pulling contacts; 0: off, as F08
  double restitution = 0;    ///< e, of bodies that state none
  double bounce_speed = 0.1; ///< m/s: what approaches more slowly does not bounce
  bool sleep = true;
  double sleep_speed = 1e-2; ///< 1/s: sizes of a body a second, below which it may fall asleep
  double sleep_after = 0.5;  ///< s

  bool operator==(const ResponseSettings&) const = default;
};

/// How contacts rub.
struct FrictionSettings {
  FrictionLaw law = FrictionLaw::coulomb;
  double coefficient = 0.5; ///< μ
  double viscosity = 1e4;   ///< ν, Pa·s/m
  double slip_speed = 1e-4; ///< v_s, m/s
  int passes = 3;

  bool operator==(const FrictionSettings&) const = default;
};

/// How the velocities of a step are solved for.
struct SolverSettings {
  double cg_tolerance = 1e-4;
  int cg_iterations = 200;
  bool gyroscopic = true;

  bool operator==(const SolverSettings&) const = default;
};

/// How the mouse pulls a body.
struct DragSettings {
  double frequency = 2;  ///< Hz
  double force_cap = 10; ///< times the weight of the body

  bool operator==(const DragSettings&) const = default;
};

/// Every number and choice of a simulation, by who reads it. Names in files and on the command line,
/// defaults, units, ranges and sentences are declared once, in setting_list.cpp; scene files, command line,
/// panels, run records and documentation follow from that list.
struct Settings {
  SimulationSettings simulation;
  ContactSettings contact;
  ResponseSettings response;
  FrictionSettings friction;
  SolverSettings solver;
  DragSettings drag;

  bool operator==(const Settings&) const = default;
};

} // namespace lamina
