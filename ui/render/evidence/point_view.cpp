#include "ui/render/evidence/point_view.h"

#include "core/contact/point_evidence.h"
#include "ui/render/contacts/point_lines.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/picking/pick_evidence.h"

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

/// Draws points and what joins them as lines over everything.
class PointPainter : public EvidencePainter {
public:
  void add_lines(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    const PointLines shown = point_lines(snapshot, options, ranges_);
    lines.insert(lines.end(), shown.lines.begin(), shown.lines.end());
    depth_top_ = shown.depth_top;
    skin_top_ = shown.skin_top;
  }
  /// The points that are pointed at.
  void add_marks(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    const std::optional<PointReference> hovered = point_of(options.hovered);
    const ContactPointPair* points = hovered ? find_points(snapshot, *hovered) : nullptr;
    if (!points)
      return;
    lines.push_back({points->position[0], points->position[1], 2.5, marked_colour, 1});
    for (const Vec3& position : points->position)
      lines.push_back({position, position, 8, marked_colour, 1});
  }
  void set_scales(const ViewOptions&, ShownScales& scales) const override {
    scales.depth_top = depth_top_;
    if (skin_top_ > 0)
      scales.skin_top = skin_top_;
  }

private:
  PointRanges ranges_;
  double depth_top_ = 0, skin_top_ = 0; ///< of the last lines
};

void add_points(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ShownScales& scales) {
  const Contact* first = nullptr;
  for (const PairState& pair : snapshot.pairs)
    if (!first && !points_of(pair.contacts).points.empty() && !pair.contacts.contacts.empty())
      first = &pair.contacts.contacts.front();
  if (!first || !(scales.depth_top > 0)) {
    entries.push_back({Mark::none, "contact points: none", {}});
    return;
  }
  const bool gap = first->kind == MeasureKind::gap;
  entries.push_back({Mark::ramp,
                     gap ? "contact points, too near by" : "contact points, depth",
                     {{ramp_colour(0), "0"}, {ramp_colour(1), "≥ " + length_text(scales.depth_top)}}});
}

void add_point_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales& scales,
                      EvidenceLegend& legend) {
  if (options.contacts)
    add_points(at(legend, LegendPlace::contacts), snapshot, scales);
}

std::optional<EvidenceReference> pick_point(const Snapshot& snapshot, const ViewModes& modes,
                                            const PictureView& view) {
  // Where dots are shown, in whatever view.
  if (!(modes.contacts || of_contacts(modes.skin)))
    return std::nullopt;
  const auto points = pick_points(snapshot, view.camera, view.x, view.y, view.size);
  return points ? std::optional(reference_to(*points)) : std::nullopt;
}

std::unique_ptr<EvidencePainter> make_point_painter() {
  return std::make_unique<PointPainter>();
}

} // namespace

EvidenceView point_view() {
  return {evidence_type<PointEvidence>(), make_point_painter, add_point_legend, nullptr, pick_point};
}

} // namespace lamina
