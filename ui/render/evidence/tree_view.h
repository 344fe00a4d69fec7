#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show the boxes of the trees that methods search with (Snapshot::tree_boxes).
EvidenceView tree_view();

/// One of how many boxes of trees is drawn.
std::size_t tree_box_stride(const Snapshot& snapshot);

} // namespace lamina
