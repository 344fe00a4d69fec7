#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Contact by distance, the baseline that H08 measures itself against (after Bridson, Fedkiw and Anderson
/// 2002; T04 section 2): vertices against faces and edges against edges, found with a tree of boxes over the
/// triangles of each surface. A contact is a gap: φ is how much nearer two features are than the distance
/// kept. Surfaces are told apart by their normals where they touch and by nothing else, so what has crossed
/// deeper than the settings say, or beyond the middle of a thin part, stays there or is pushed on: that is
/// what the paper shows of it.
///
/// Vertices stand for a third of their triangles' areas as seen along the normal. Both surfaces sample the
/// same place, so the vertices of either count in proportion to the area that all of them stand for: half
/// each where both are fine alike, all on one side where the other has no vertices. Edges stand for a third
/// of their faces, less towards their ends. Together they make up the area of a finely meshed flat contact.
///
/// Its stages have a file each: distances, features (topology), closest points, feature pairs, tracked
/// surfaces, pair search, contacts. Results are bitwise the same for any number of threads, children of the
/// tree, and way of refitting.
std::unique_ptr<ContactMethod> make_proximity();

/// What the method is like.
MethodTraits proximity_traits();

} // namespace lamina
