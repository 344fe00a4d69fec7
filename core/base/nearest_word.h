#pragma once

#include <span>
#include <string>
#include <string_view>

namespace lamina {

/// The nearest of some words to a misspelt one by edit distance, or "" if none is near (more than 2 edits and
/// more than a third of the word). For messages such as: unknown key "densty" (did you mean "density"?).
std::string nearest_word(std::string_view word, std::span<const std::string> words);

} // namespace lamina
