#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show the search of method hashing: its cells, and the ways out of points within others.
EvidenceView hash_view();

} // namespace lamina
