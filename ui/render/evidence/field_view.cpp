#include "ui/render/evidence/field_view.h"

#include "core/contact/distancefield/field_evidence.h"
#include "core/contact/distancefield/field_search.h"
#include "ui/render/contacts/cut_section.h"
#include "ui/render/contacts/field_section.h"

#include <algorithm>

namespace lamina {
namespace {

const FieldSearch* search_of(const Snapshot& snapshot) {
  return snapshot.search ? snapshot.search->find<FieldSearch>() : nullptr;
}

/// A section whose outside lies a little behind the plane, so that it never hides the inside of another body.
double add_shown(std::vector<SectionCorner>& corners, const PlacedField& field, const ViewOptions& options,
                 const Vec3& inward) {
  const std::size_t first = corners.size();
  const double greatest =
      add_field_section(corners, field, static_cast<int>(options.cut) - 1, options.cut_position);
  for (std::size_t i = first; i < corners.size(); ++i)
    if (corners[i].visited == 0)
      corners[i].place += 0.5 * field.rest->field().cell() * inward;
  return greatest;
}

class FieldPainter : public EvidencePainter {
public:
  void setup() override { section_.setup(); }
  void upload(const Snapshot& snapshot, std::uint64_t content, const ViewOptions& options,
              const Frame& frame) override {
    const FieldSearch* search = search_of(snapshot);
    const auto make = [&](std::vector<SectionCorner>& corners) {
      double greatest = 0;
      for (const PlacedField& field : search->fields)
        greatest = std::max(greatest, add_shown(corners, field, options, frame.cut_inward));
      return greatest;
    };
    section_.upload(content, options.distances && search, true, options, frame, make);
  }
  void render() const override { section_.render(); }
  void set_scales(const ViewOptions& options, ShownScales& scales) const override {
    if (options.distances && section_.top() > 0)
      scales.distance_top = section_.top();
  }

private:
  CutSection section_;
};

void add_field_legend(const Snapshot&, const ViewOptions& options, const ShownScales& scales,
                      EvidenceLegend& legend) {
  if (options.distances)
    at(legend, LegendPlace::search)
        .push_back(
            distances_entry(options, scales.distance_top, "no rigid body lies in the plane of the cut"));
}

bool shows_fields(const ViewModes& modes) {
  return modes.distances && modes.cut != CutAxis::off;
}

std::unique_ptr<EvidencePainter> make_field_painter() {
  return std::make_unique<FieldPainter>();
}

} // namespace

EvidenceView field_view() {
  return {.type = evidence_type<FieldEvidence>(),
          .painter = make_field_painter,
          .legend = add_field_legend,
          .needs_search = shows_fields};
}

} // namespace lamina
