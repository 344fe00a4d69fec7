#pragma once

#include "core/contact/ldi/arithmetic/rigid_moments.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/region/grid.h"

#include <array>
#include <span>

namespace lamina::ldi {

/// Of one contact, per direction.
using ContactMoments = std::array<RigidMoments, 3>;

/// Adds pairs of contact pixels to the moments of the contacts (cells or patches, or the whole) of their
/// ends, half to each.
void add_moments(const Grid& grid, std::span<const ContactPixelPair> pixels,
                 std::span<ContactMoments> contacts);

/// Gradient of a contact's volume over the motion of two rigid bodies: the mean of what the three directions
/// count. Each direction gives the force along its axis, as in F08 eq. 8, and its torque.
RigidGradient rigid_gradient(const Grid& grid, const ContactMoments& moments);

} // namespace lamina::ldi
