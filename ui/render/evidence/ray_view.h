#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show rays that were cast: as lines by what became of them.
EvidenceView ray_view();

} // namespace lamina
