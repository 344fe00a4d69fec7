#pragma once

#include "core/compare/compare.h"

#include <string>
#include <vector>

namespace lamina::compare {

/// Something that a method did not do in a run, as its figures say.
struct Miss {
  std::string words; ///< "did not free: 40 % of the overlap at the start is left"
  std::string brief; ///< "not freed"
  bool grave = true; ///< the method does not serve for this scene
};

/// A method that saw nothing in more than this share of the overlaps does not serve.
constexpr double most_unseen = 0.1;

/// A start is tangled, and to be freed, if more than this share of the movable volume overlaps in it. Bodies
/// at rest are pressed in by 10⁻⁴ of their size.
constexpr double tangled_share = 1e-3;

/// Bodies of which more than this share overlaps in the second half of the run lie in each other.
constexpr double most_left = 0.05;

/// Energy that rose by more than this share of the energy in motion is worth a word.
constexpr double worth_a_word = 0.05;

/// What a method missed: the run stopped, the start was not freed, bodies lie in each other or left the
/// scene, overlaps were not seen, energy rose though nothing did work.
std::vector<Miss> misses_of(const Column& column);

/// Whether a method did its work in a run: it missed nothing grave.
bool serves(const Column& column);

} // namespace lamina::compare
