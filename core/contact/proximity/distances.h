#pragma once

#include "core/contact/proximity/feature_pairs.h"
#include "core/settings/settings.h"
#include "core/shape/surface.h"

namespace lamina::proximity {

/// The mean thickness of what a surface encloses, 3V/A in metres. It is half the side of a cube, the radius
/// of a sphere, and one and a half times the thickness of a thin plate. An estimate from at most 4096 of its
/// triangles, spread evenly. It follows from where the vertices are now and from nothing else, so that a run
/// that goes on from any step finds the same distances. At least a ten-thousandth of the diagonal of its
/// bounds; 0 without finite bounds.
double mean_thickness(const Surface& surface);

/// The reach between surfaces of these thicknesses (m), as the settings ask for it. Where they leave it to
/// us, the distance is a fiftieth of the thinner one. The depth is ten times that distance, but no more than
/// a fifth of the thickness. By default bodies sink at rest by a ten-thousandth of the size of the heaviest
/// one (ResponseSettings::rest_penetration): in a cube by a hundredth of the distance kept. A deeper search
/// would find the far side of thin parts.
Reach reach_between(double thickness_a, double thickness_b, const ProximitySettings& settings);

/// Of a surface with itself. What has crossed more deeply than the distance kept looks like the far side of a
/// thin part: it is left alone.
Reach reach_within(double thickness, const ProximitySettings& settings);

/// The reach between two surfaces, or of one with itself, of which one at least is cloth. The distance kept
/// is half of the thickness of each cloth. Something solid is found as deep as a fifth of its mean thickness
/// (`solid`, m, of the one that is no cloth), whatever the thickness of the cloth: its normals say which side
/// is outside. Cloth has no outside. What has gone through it is known by the sweep alone, so the depth is 0
/// between cloth and cloth.
Reach reach_of_cloth(const Surface& a, const Surface& b, double solid, const ProximitySettings& settings);

} // namespace lamina::proximity
