#pragma once

#include "ui/panels/evidence/evidence_rows.h"
#include "ui/render/evidence/evidence_view.h"

namespace lamina::test {

/// How pictures show what the example found: a dot at each vertex, and a row in the legend.
EvidenceView example_view();

/// How panels speak of it.
EvidenceRows example_rows();

} // namespace lamina::test
