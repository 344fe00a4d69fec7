#pragma once

#include "core/scene/scene.h"
#include "core/settings/settings.h"
#include "core/simulation/snapshot.h"
#include "tests/papers/table.h"

#include <memory>
#include <string>
#include <vector>

namespace lamina::papers::m04 {

/// A scene that comes with the program or with docs/reproduction, under tetdistance, a penalty and one
/// thread.
struct BreakingRun {
  std::string scene;
  double seconds = 1; ///< simulated
  TetResponse response = TetResponse::segment;
};

/// What became of the bodies that can break.
struct Broken {
  std::size_t bodies = 0, broken = 0; ///< of them; in more than one piece
  std::size_t tetrahedra = 0, pieces = 0;
  double strength_Pa = 0;
  double largest_share = 0;     ///< the largest piece over its body's volume, mean over bodies
  std::size_t large_pieces = 0; ///< of at least a twentieth of their body's volume
  double volume_change = 0;     ///< of all pieces over that of whole bodies, at rest, relative
  std::size_t steps = 0;
  double whole_s = 0;         ///< processor time of all steps
  double collision_share = 0; ///< of the time of steps: finding contacts
};
Broken run_until_broken(const BreakingRun& run);

/// Volumes of the pieces of one body at rest, m³, the largest first.
std::vector<double> piece_volumes(const BodyInfo& body);

/// M04-fig13: a torus on a cube, by strength and response. M04-fig14: a tissue under a ball and a sheet that
/// have surfaces only. M04-fig15: ellipsoids on the edge of a cube.
Table torus_breaks();
Table tissue_breaks();
Table ellipsoids_break();

} // namespace lamina::papers::m04
