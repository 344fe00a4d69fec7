#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Contact by random pairs that are followed from step to step, under a budget of distances (T04 section 3.2;
/// own formulation). A pair is a vertex of one surface and the nearest place of the other. It goes down to
/// a local minimum of their distance, and starts from there in the next step. What touches spreads to its
/// neighbours. Each vertex within the other surface makes a contact: its measure is its depth (m). A file
/// each: the surface (searched_surface), the walk to the nearest place (walk), pairs and spreading
/// (pair_search), contacts (touch_contacts).
///
/// RandomSearch::tree takes trees of boxes in place of pairs (tree_search), and remembers nothing.
///
/// What no pair has come to is not seen. Neither are edges that cross where no vertex is inside, bodies one
/// within the other, and overlaps of a body with itself.
///
/// Results are bitwise the same for any number of threads, and when a run repeats: numbers are drawn from how
/// many were drawn before, which is remembered with the pairs. With a time in place of a number of
/// evaluations they are not.
std::unique_ptr<ContactMethod> make_stochastic();

/// What the method is like.
MethodTraits stochastic_traits();

} // namespace lamina
