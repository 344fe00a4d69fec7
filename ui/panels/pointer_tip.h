#pragma once

#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/simulation/snapshot.h"

#include <cstdint>
#include <string>

namespace lamina {

/// The pressure on a pair of contact pixels, Pa: the mean of its ends, each under that of the contact cell
/// that it lies in, or under that of the whole pair.
double pixel_pressure(const PairState& pair, const ContactPixelPair& pixel);

/// The part of a pair's contact force that one pair of contact pixels carries, 0 to 1. Each of its ends gives
/// half its area, under the pressure of the contact cell that it lies in. 0 where both ends are on one body.
double force_share(const PairState& pair, const ContactPixelPair& pixel);

/// Name of a body; "body" where the snapshot has none.
std::string body_name(const Snapshot& snapshot, std::uint32_t body);

/// The bodies and triangles at the ends of a contact pixel: "bunny △4021 / box △7".
std::string pixel_ends(const Snapshot& snapshot, const PairState& pair, const ContactPixelPair& pixel);

/// What a contact pixel is: "bunny △4021 / box △7, 3.1 mm along x, 4 % of force".
std::string pixel_tip(const Snapshot& snapshot, const PairState& pair, const ContactPixelPair& pixel);

/// What is known of the tile that a contact pixel is, or is a part of, and of the volume of its pair, in
/// lines of their own that begin with a break: "tile of 3.1 mm (√area): its bound is of edges", "volume of
/// the pair 12 cm³, off by 0.3 cm³ (at most 0.9 cm³)". Empty where nothing is: pixels of layered depth images
/// without an error bar.
std::string tile_tip(const PairState& pair, std::size_t pixel);

/// A unit vector in brackets: "(0, 0.71, -0.71)".
std::string direction_text(const Vec3& direction);

/// What contact points are: "bunny △4021 / box △7, 0.31 mm deep, for 2.4 mm², 1.2 N, normal (0, 1, 0)".
std::string points_tip(const Snapshot& snapshot, const PairState& pair, const ContactPointPair& points);

/// What a body is: its name, kind or mass, and the force on it.
std::string body_tip(const Snapshot& snapshot, std::uint32_t body);

} // namespace lamina
