#pragma once

#include "core/contact/method.h"

#include <memory>

namespace lamina {

/// Volume contact on adaptive tiles (W12, with an own bound). A pair is looked at along three directions, as
/// by `ldi`. Where that samples pixels of one size, each direction here has tiles that are split where the
/// volume may be wrong, until its error bar or bound is within AdaptiveSettings. The volume of a pair is a
/// mean of the three, each weighted by what it sees of the overlap, and comes with both
/// (ImageEvidence::error). Contacts, pixels, friction samples and
/// gradients are as those of `ldi`, but that each pixel has an area of its own. A file each: region and pair
/// (pair_tiles), one direction (direction_tiles), its tree of tiles (tile_tree, tile), what was split
/// (kept_splits), contacts (tile_contacts).
///
/// Bodies meet themselves as under `ldi`, on images with pixels of LdiSettings, and the error of that is not
/// known. Surfaces that are not closed have no bound, and are sampled by as many tiles as there may be.
///
/// Tiles that were split stay so while bounds change a little. That is the memory that a state has of the
/// last step. Results are bitwise the same for any number of threads.
std::unique_ptr<ContactMethod> make_adaptive();
/// The same in scalar code, to compare with: bit for bit.
std::unique_ptr<ContactMethod> make_adaptive_reference();

/// m³: what the volume of a pair may be off by under these settings, if tiles suffice.
double tolerated_error(const AdaptiveSettings& settings, double volume, const Region& region);

/// What the method is like.
MethodTraits adaptive_traits();

} // namespace lamina
