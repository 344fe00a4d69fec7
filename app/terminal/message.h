#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace lamina {

/// One line on standard error: line breaks inside the text become spaces, and a progress line is wiped first.
void print_error(const std::string& text);

/// Writes JSON, indented, to standard output. Names that are not UTF-8 get replacement characters.
void print_json(const nlohmann::ordered_json& json);

} // namespace lamina
