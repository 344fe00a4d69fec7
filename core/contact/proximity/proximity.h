#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Contact by distance, the baseline that H08 measures itself against (after Bridson, Fedkiw and Anderson
/// 2002; T04 section 2). Vertices are compared with faces, and edges with edges. A tree of boxes over the
/// triangles of each surface finds them. A contact is a gap: φ is how much nearer two features are than the
/// distance kept. Inside and outside are told by the normals where surfaces touch, and by nothing else. So
/// what has crossed deeper than the settings say, or beyond the middle of a thin part, stays there or is
/// pushed on. The paper shows that of it.
///
/// Each piece of a body is a surface of its own (PieceSurfaces). The paper has none. What of a splinter lies
/// within another surface, with nothing of either near the other, is told by its nearest places, and pushed
/// out the shortest way (core/contact/enclosed).
///
/// Vertices stand for a third of their triangles' areas as seen along the normal. Both surfaces sample the
/// same contact. So the vertices of either count in proportion to the area that all of them stand for. Each
/// side has half where both are alike fine, and one side has all where the other has no vertices. Edges stand
/// for a third of their faces, less towards their ends. Together they make up the area of a finely meshed
/// flat contact.
///
/// Its stages have a file each: distances, features (topology), closest points, feature pairs, tracked
/// surfaces, pair search, contacts. Results are bitwise the same for any number of threads, children of the
/// tree, and way of refitting.
std::unique_ptr<ContactMethod> make_proximity();

/// What the method is like.
MethodTraits proximity_traits();

} // namespace lamina
