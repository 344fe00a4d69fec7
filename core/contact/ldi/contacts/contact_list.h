#pragma once

#include "core/contact/ldi/contacts/gradient.h"
#include "core/contact/ldi/contacts/patches.h"
#include "core/contact/ldi/contacts/pixel_pairs.h"
#include "core/contact/ldi/contacts/rigid_gradient.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/image/columns.h"
#include "core/contact/ldi/image/raster.h"
#include "core/contact/ldi/region/prepare.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace lamina::ldi {

/// Neighbouring rows of a direction's image, which one thread samples, and the memory for it.
struct Band {
  int direction = 0;
  Rows rows{};
  FragmentList list;
  ColumnSet columns;
  std::size_t first_interval = 0; ///< of those of its direction
  double seconds_raster = 0, seconds_walk = 0;
};

/// What one direction found.
struct DirectionWork {
  std::vector<Interval> intervals; ///< if they are listed
  std::vector<CellsOfEnds> cells;  ///< of the same
  std::uint64_t added = 0;         ///< if not, and they were only added to the sums
  DirectionSums sums;
};

/// What detection fills in of a pair: its contacts, and what the images show.
struct PairResult {
  PairContacts& pair;
  ImageEvidence& images;
};

/// Seconds of one pair, under the names of F08 Table 1.
struct PairSeconds {
  double upload = 0, ldi = 0, volume = 0;
};
/// The time that all pairs took on a clock, split as their own times are.
PairSeconds split_wall(std::span<const PairSeconds> pairs, double wall);

/// A pair, or a body with itself, on its way from region to contacts; memory to be reused.
struct SampledPair {
  PreparedPair prepared;
  CellLayout layout;
  std::vector<Band> bands; ///< in the order of directions and rows; those in use first
  std::size_t used_bands = 0;
  std::array<DirectionWork, 3> directions;
  GradientScratch gradient;
  std::vector<Range> ranges;
  PatchFinder patches;
  bool vertex_gradient = true;         ///< contacts have one
  bool rigid_gradient = false;         ///< contacts have one
  std::vector<ContactMoments> moments; ///< of rigid gradients, per cell or patch
  /// Intervals are not listed and pixels not kept, but passed on to PairContacts::friction, sampled so,
  /// and to the moments.
  std::optional<FrictionSampling> only_friction;
};

Rows all_rows(const SampledPair& pair, int direction);

/// Before any direction is sampled.
void begin_lists(SampledPair& pair);

/// Counts the columns and crossings of a band that was sampled, and the columns that were dropped.
void count_band(const Band& band, const PairResult& result);

/// Lists columns of one direction that were dropped; their row 0 is `first_row` of the image.
void list_dropped(int direction, int first_row, std::span<const BadColumn> bad, const PairResult& result);

/// Room for what is made of all intervals of the directions before this one.
void make_room_for_pixels(SampledPair& pair, int directions, const PairResult& result);

/// Makes the contact pixels of intervals of one direction, all of some rows; those of the directions before
/// are known.
void list_pixels(SampledPair& pair, int direction, std::size_t first, std::size_t count,
                 const PairResult& result);

/// Passes on what the whole direction's columns hold, instead; after the directions before it.
void pass_pixels(SampledPair& pair, int direction, const ColumnSet& columns, const PairResult& result);

/// Finishes what the three directions' intervals and contact pixels amount to, on up to `threads` threads:
/// sums, gradients, and the contacts by `partition`. Contacts without area are left out, unless
/// `without_area` (F08's law needs none).
void list_contacts(SampledPair& pair, Partition partition, bool without_area, int threads,
                   const PairResult& result);

/// The two halves of list_contacts, around the gradients and their ranges: the volumes and areas that the
/// rows of all directions come to; and `count` contacts.
void sum_directions(SampledPair& pair, const PairResult& result);
/// And moments of all contact pixels, if they are to be known and are not yet.
void sum_moments(SampledPair& pair, int count, const PairResult& result);
void make_contacts(const SampledPair& pair, Partition partition, int count, bool without_area,
                   const PairResult& result);

/// The same for a pair whose intervals were added to its sums (interval_sums.h): one contact without area.
void list_whole_contact(SampledPair& pair, const PairResult& result);

/// Leaves a pair as if nobody had asked for contact pixels: without them and the areas that follow from them.
void forget_pixels(const PairResult& result);

/// Splits the wall time of sampling into layers and walks as the threads' time was.
PairSeconds split_sampling(std::span<const Band> bands, double sampling);

} // namespace lamina::ldi
