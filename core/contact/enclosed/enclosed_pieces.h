#pragma once

#include "core/contact/contact.h"
#include "core/contact/method.h"

#include <span>

namespace lamina::enclosed {

/// Gives contacts to pieces that lie within another surface as a whole, for methods that measure volumes. As
/// such a piece moves, the volume of intersection stays, so that its gradient (F08, section 3) pushes
/// nothing. The volume taken in its place reaches from the far side of the piece to the surface, along the
/// way out:
///
///   ══════════════   surface
///     │▒▒▒▒▒│
///     │┌───┐│  ▲     ▒ counts as well. Once the near side of the piece is at the surface, both volumes
///     └┴───┴┘  │     are the same, so that the force does not jump there.
///           way out
///
/// `found`: one a pair of the input. Contacts of such pairs are replaced by one a vertex of the far side,
/// with PointEvidence beside what the method left. Pairs of two whole bodies, and of a surface with itself,
/// stay. Results do not depend on threads.
void lead_pieces_out(const DetectionInput& input, std::span<PairContacts> found);

} // namespace lamina::enclosed
