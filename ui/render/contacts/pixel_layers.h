#pragma once

#include "core/contact/contact.h"

#include <vector>

namespace lamina {

/// The layer of the lower end of each contact pixel of a pair, counted from 0 along its column; its upper end
/// has the next one.
std::vector<int> layers_of(const PairContacts& contacts);

} // namespace lamina
