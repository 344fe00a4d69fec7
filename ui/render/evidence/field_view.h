#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show the fields of method distancefield: distances where a plane cuts them.
EvidenceView field_view();

} // namespace lamina
