#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show layered depth images: contact pixels, the intersection volume and layers (ContactView),
/// colours on the skin, and columns that were dropped.
EvidenceView image_view();

} // namespace lamina
