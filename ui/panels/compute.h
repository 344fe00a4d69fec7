#pragma once

#include <optional>
#include <string_view>

namespace lamina {

/// The number that a text is or comes to, as "0.25", "1/4+0.5" or "2*(3-1)^2": numbers, + - * / ^ and
/// parentheses with their usual precedence. A decimal sign is a point, and a comma too where people write
/// one. Nothing for other texts, and where the result is not finite.
std::optional<double> computed(std::string_view text, bool decimal_comma);

} // namespace lamina
