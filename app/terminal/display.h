#pragma once

#include <string>

namespace lamina {

/// Why no window can be shown, in one sentence, or "" if one can. Qt would abort the program instead of
/// saying it.
std::string missing_display();

} // namespace lamina
