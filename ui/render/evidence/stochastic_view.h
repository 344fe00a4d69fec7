#pragma once

#include "ui/render/evidence/evidence_view.h"

namespace lamina {

/// How pictures show the pairs that method stochastic follows: as thin lines from vertices to the nearest
/// place of another surface, with the contacts.
EvidenceView stochastic_view();

} // namespace lamina
