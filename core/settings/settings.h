#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace lamina {

enum class ResolutionMode { pixels_across, pixel_size, view_dependent };
enum class AxesChoice { smallest, world };
enum class RegionChoice { tight, overlap };
enum class RowChoice { staggered, unstaggered };
enum class RayTree { bvh, embree, octree };
enum class RayArea { vertex, uniform };
enum class RayForce { normal, ray };
enum class BvhChildren { two, four, eight };
enum class BvhRefit { bottom_up, lazy };
enum class ContactLaw { cells, patches, mean_depth, f08 };
enum class SelfLaw { none, patches, mean_depth, f08 };
enum class StiffnessSource { rest_penetration, given };
enum class FrictionLaw { none, coulomb, viscous, axis };

/// Every number and choice of a simulation. Names, defaults, units, ranges and sentences are declared once,
/// in setting_list.cpp; scene files, command line, panels, run records and documentation follow from that
/// list.
struct Settings {
  // Simulation
  double time_step = 0.01; ///< s
  int threads = 0;         ///< 0: all processors
  std::uint64_t seed = 1;
  double speed = 1; ///< simulated seconds per second when playing
  int substeps = 8; ///< at most; 1 turns them off

  // Contact detection
  std::string method = "ldi";
  std::string backend = "cpu";
  ResolutionMode resolution_mode = ResolutionMode::pixels_across;
  int resolution = 16;      ///< pixels across a region
  double pixel_size = 0.01; ///< m
  double screen_pixels = 4; ///< view dependent: screen pixels per contact pixel
  AxesChoice axes = AxesChoice::smallest;
  RegionChoice region = RegionChoice::tight;
  RowChoice rows = RowChoice::staggered;
  int crossing_limit = 1024; ///< crossings in a column before it is dropped
  RayTree ray_tree = RayTree::bvh;
  RayArea ray_area = RayArea::vertex;
  RayForce ray_force = RayForce::normal;
  BvhChildren bvh_children = BvhChildren::four;
  BvhRefit bvh_refit = BvhRefit::lazy;
  double proximity_distance = 0; ///< kept between surfaces, m; 0: from the size of the bodies
  double proximity_depth = 0;    ///< of a crossing that is still found, m; 0: ten times the distance
  bool swept = false;

  // Response
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

  // Friction
  FrictionLaw friction = FrictionLaw::coulomb;
  double friction_coefficient = 0.5; ///< μ
  double viscosity = 1e4;            ///< ν, Pa·s/m
  double slip_speed = 1e-4;          ///< v_s, m/s
  int friction_passes = 3;

  // Integration
  double cg_tolerance = 1e-4;
  int cg_iterations = 200;
  bool gyroscopic = true;

  // Dragging
  double drag_frequency = 2;  ///< Hz
  double drag_force_cap = 10; ///< times the weight of the body

  bool operator==(const Settings&) const = default;
};

} // namespace lamina
