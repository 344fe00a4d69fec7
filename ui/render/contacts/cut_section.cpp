#include "ui/render/contacts/cut_section.h"

#include "ui/render/overlay/colour_ramp.h"

namespace lamina {
namespace {

/// In distances of the eye from its target, how far corners may be from their origin.
constexpr double farthest_section = 16;

} // namespace

void CutSection::upload(std::uint64_t content, bool shown, bool grey, const ViewOptions& options,
                        const Frame& frame, const Make& make) {
  const Made wanted{content, shown && frame.cut, grey, options.cut, options.cut_position};
  const bool too_far = (frame.origin - origin_).norm() > farthest_section * (frame.eye - frame.origin).norm();
  if (made_ != wanted || too_far) {
    const bool same_snapshot = made_ && made_->content == content;
    made_ = wanted;
    origin_ = frame.origin;
    make_anew(make, same_snapshot);
  }
  offset_ = frame.relative(origin_);
}

void CutSection::make_anew(const Make& make, bool same_snapshot) {
  painter_.clear();
  top_ = 0;
  if (!made_->shown)
    return;
  std::vector<SectionCorner> corners;
  const double greatest = make(corners);
  top_ = same_snapshot && range_.top() > 0 ? range_.top() : range_.update(greatest);
  if (!made_->grey)
    for (SectionCorner& corner : corners)
      corner.visited = 1;
  painter_.fill(corners, top_, origin_);
}

LegendEntry distances_entry(const ViewOptions& options, double top, const char* none) {
  using Mark = LegendEntry::Mark;
  if (options.cut == CutAxis::off)
    return {Mark::none, "distances: choose a cut, in whose plane they are shown", {}};
  if (!(top > 0))
    return {Mark::none, std::string("distances: ") + none, {}};
  return {Mark::ramp,
          "distance from the surface, a line every " + length_text(0.1 * top),
          {{ramp_colour(0), "0"}, {ramp_colour(1), "≥ " + length_text(top)}}};
}

} // namespace lamina
