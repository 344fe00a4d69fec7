#pragma once

#include "core/contact/contact.h"
#include "core/contact/method.h"
#include "core/contact/sampled_cell.h"

#include <span>
#include <vector>

namespace lamina {

/// Sums up the samples between two rigid bodies along normals, one sum a contact of the pair. Samples between
/// two cells count for both by half, and those of cells without a contact for none.
void sum_samples(const PairContacts& contacts, std::vector<SampledCell>& cells);

/// Leaves those sums in PairContacts::sampled of rigid pairs, if the request wants them. `found`: one a pair
/// of the input. Results do not depend on threads.
void sum_samples(const DetectionInput& input, std::span<PairContacts> found);

} // namespace lamina
