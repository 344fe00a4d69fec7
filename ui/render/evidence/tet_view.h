#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show the inside of solids under method tetdistance: distances where a plane cuts them, nodes
/// that the march came to, and the closest places of the surface.
EvidenceView tet_view();

} // namespace lamina
