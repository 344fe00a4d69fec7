#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/picking/pick_evidence.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lamina {

/// What a pinned contact pixel stands for while bodies move: a point of a body's skin, the pair that it was
/// found in, and a view direction. Contact pixels themselves last one step only, for each step samples anew.
///
/// The rule: the point is where the end of the pinned pixel lay on its body. If that body is fixed and the
/// other is not, it is on the other one, for what stays behind is soon left. In a later step the pin is at a
/// contact pixel of the same pair with an end on that body. It is the one nearest to the point, in the view
/// direction most parallel to the pinned one, which turns along with the body. It must be no farther than the
/// diagonal of a pixel. In the image the nearest column lies half of that away; on a skin tilted by up to 60°
/// against it, less than the whole. Otherwise the point is not in contact. Distances are measured on the mesh
/// at rest, so that they do not depend on whether contacts or poses are a step ahead.
struct PixelPin {
  std::array<std::uint32_t, 2> bodies{}; ///< of the pair, indices in the scene
  std::uint32_t followed = 0;            ///< the one that carries the point
  std::uint32_t triangle = 0;            ///< of its mesh, where the point lies
  std::array<float, 2> barycentric{};    ///< of the triangle's corners 1 and 2
  Vec3 direction = Vec3::UnitX();        ///< view direction, in the frame of the body's mesh
  bool operator==(const PixelPin&) const = default;
};

/// What a contact pixel says in one step.
struct PixelReading {
  double depth_m = 0;     ///< of its interval, along the view direction
  double pressure_Pa = 0; ///< mean of its two ends
  double share = 0;       ///< of the pair's contact force, 0 to 1
  bool operator==(const PixelReading&) const = default;
};

/// The pin for a pixel of a snapshot; nothing if there is no such pixel or its triangle is not known.
std::optional<PixelPin> pin_pixel(const Snapshot& snapshot, const PixelReference& reference);

/// The contact pixel that a pin is at, and its end on the followed body; nothing where it is not in contact.
std::optional<PixelReference> find_pinned(const Snapshot& snapshot, const PixelPin& pin);

/// Where a pin's point is in the world now, m; in contact or not.
std::optional<Vec3> pinned_point(const Snapshot& snapshot, const PixelPin& pin);

PixelReading read_pixel(const PairState& pair, const ContactPixelPair& pixel);

} // namespace lamina
