#pragma once

#include "core/simulation/snapshot.h"

#include <filesystem>
#include <string>

namespace lamina {

/// Writes the surfaces of all bodies as they stand in the world (m) into one binary PLY file. Positions are
/// doubles, and each triangle has the number of its body and its colour. Comments name step, time and bodies.
/// Throws std::runtime_error with path and reason.
void write_surfaces(const std::filesystem::path& file, const Snapshot& snapshot);

/// Writes the contact pixels of a snapshot that has them as CSV, a line for each pair of pixels. Columns are
/// the two bodies, where both ends are (world, m), interval, area, normal, triangles, cell and its pressure
/// (Pa). Throws as write_surfaces.
void write_pixels_csv(const std::filesystem::path& file, const Snapshot& snapshot);

/// The same as a cloud of points in binary PLY: both ends of each pair, with the bodies of the crossings.
/// Colours say the view direction (x red, y green, z blue), as in F08 Fig. 10. Throws as write_surfaces.
void write_pixels_ply(const std::filesystem::path& file, const Snapshot& snapshot);

/// Writes the points that contacts of depth or gap join as CSV, a line for each two points. The snapshot must
/// have been made with pixels. Columns are their bodies, positions (world, m) and triangles, normal, depth,
/// area and pressure (Pa). Throws as write_surfaces.
void write_points_csv(const std::filesystem::path& file, const Snapshot& snapshot);

/// The same as a cloud of points in binary PLY: both points of each contact. Throws as write_surfaces.
void write_points_ply(const std::filesystem::path& file, const Snapshot& snapshot);

} // namespace lamina
