#pragma once

#include "core/contact/contact.h"
#include "core/contact/detection_request.h"
#include "core/contact/error_picture.h"
#include "core/contact/kink_kind.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace lamina {

/// A pair of contact pixels: the lower and upper end of one interval of intersection in one column. Serves
/// friction, drawing, pointing and recording alike.
struct ContactPixelPair {
  Vec3 lower;    ///< world position of the lower crossing, m
  Vec3 normal;   ///< unit normal of n_up − n_low (world); zero if both ends are on one body or sheet
  double length; ///< interval along the view axis, m; upper = lower + length · axis
  double area;   ///< pixel area a_d, m²
  double weight; ///< a_d |n_d| for each pair of sheets, m²; 0 if both ends are on one body or sheet
  std::array<std::uint32_t, 2> triangle;           ///< of the lower and the upper crossing
  std::array<std::array<float, 2>, 2> barycentric; ///< of corners 1 and 2 of those triangles
  std::array<std::uint8_t, 2> body;                ///< of the two crossings: 0 is body a, 1 is body b
  std::uint8_t axis;                               ///< view direction: column of Region::axes
  std::array<std::uint16_t, 2> cell;               ///< contact cell or patch of each end (as Contact::cell)
  std::array<std::uint16_t, 2> pixel;              ///< column and row in that direction's image
  std::uint16_t multiplicity = 1; ///< pairs of sheets that overlap here: more than one only in self-contact
};

/// The rectangle that a contact pixel stands for: how far it reaches from its column along u and v, the two
/// axes of the region that follow its view axis, m. The column need not be in the middle, nor within.
struct PixelExtent {
  std::array<float, 2> low, high;
  float tile; ///< m, side of a square as large as the tile that this is, or is a part of
  KinkKind kink = KinkKind::unknown; ///< what makes up most of the bound of that tile
};

/// A column that could not be trusted: it did not balance, or had too many crossings.
struct DroppedColumn {
  std::uint8_t axis;
  std::array<std::uint16_t, 2> pixel;
  bool too_many_crossings;
};

/// By how much a volume may be off, m³.
struct VolumeError {
  double bound = 0;     ///< the error is no larger
  double error_bar = 0; ///< the error is below three times this in 99 of 100 pairs
};

/// What layered depth images show of a pair: the intervals of intersection in all columns of the region, each
/// with a contact pixel at either end, and what they add up to.
class ImageEvidence : public EvidenceOf<ImageEvidence> {
public:
  double volume = 0;                ///< intersection volume V, m³ (mean of the three directions)
  Vec3 volume_xyz = Vec3::Zero();   ///< V per view direction, m³
  std::optional<VolumeError> error; ///< of the volume; none if the method does not know it
  /// m²: the area vector, which is the gradient of V over the place of body a, is off by no more; none if the
  /// method does not know it.
  std::optional<double> area_vector_bound;
  /// Details, in fixed order: direction, row, column, depth. One an interval; none where they were not asked
  /// for.
  std::vector<ContactPixelPair> pixels;
  /// One a contact pixel where these differ in size; none where all are pixels of the region.
  std::vector<PixelExtent> extents;
  /// Details too: the error image of each view direction, if tiles are W12's.
  std::array<ErrorPicture, 3> error_pictures;
  std::vector<DroppedColumn> dropped;
  std::uint64_t columns = 0;   ///< sampled, all three directions
  std::uint64_t fragments = 0; ///< crossings found
  std::uint64_t intervals = 0; ///< of intersection, in all columns

  void clear() override;
  std::unique_ptr<Evidence> summary() const override;
  void renumber(int side, std::span<const std::uint32_t> triangles) override;
  void count(DetectionCounts& counts) const override;
  bool lacks_details() const override { return pixels.empty() && intervals > 0; }
  bool take_details(Evidence& again) override;
  std::size_t friction_points() const override { return pixels.size(); }
  void get_friction_points(const PairContacts& pair, std::size_t first,
                           std::span<FrictionPoint> points) const override;
  void sample_friction(const PairContacts& pair, FrictionSampling sampling,
                       FrictionSamples& samples) const override;
};

/// That of a pair; empty if its method made no images.
const ImageEvidence& images_of(const PairContacts& pair);

/// Of the pixels of a region, along a view axis.
PixelExtent extent_of_pixels(const Region& region, int axis);
/// That of a contact pixel, by its index.
PixelExtent extent_of(const PairContacts& pair, std::size_t pixel);

/// Direction along which a pixel pair feels no friction: its normal, or F08's view axis.
inline Vec3 friction_normal(const ContactPixelPair& pixel, const Region& region, FrictionSampling sampling) {
  return sampling == FrictionSampling::along_view_axis ? Vec3(region.axes.col(pixel.axis)) : pixel.normal;
}

/// Halfway between the two crossings, where both friction forces act (world, m).
inline Vec3 middle_of(const ContactPixelPair& pixel, const Region& region) {
  return pixel.lower + 0.5 * pixel.length * region.axes.col(pixel.axis);
}

/// Fills in a sample for each pixel pair, direction by direction in groups of their own; those with both ends
/// on one body or sheet have no area. None if there is no friction.
void sample_friction(std::span<const ContactPixelPair> pixels, const Region& region,
                     FrictionSampling sampling, FrictionSamples& samples);

} // namespace lamina
