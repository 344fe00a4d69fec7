#pragma once

#include <optional>
#include <string>

namespace lamina::compare {

/// Three digits that count; powers of ten only for what is very small or very large.
std::string number(double value);

/// In the unit that suits it ("J", "m³", "m", "ms"); empty for none.
std::string with_unit(double value, const std::string& quantity);
std::string with_unit(const std::optional<double>& value, const std::string& quantity);

std::string percent(double share);
std::string percent(const std::optional<double>& share);

} // namespace lamina::compare
