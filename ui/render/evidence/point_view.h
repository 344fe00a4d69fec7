#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show points that contacts join: as lines between them with a dot at either end.
EvidenceView point_view();

} // namespace lamina
