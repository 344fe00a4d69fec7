#include "tests/contact/example_method/example_view.h"

#include "tests/contact/example_method/example_evidence.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"

namespace lamina::test {

namespace {

constexpr Colour dot_colour{0.95f, 0.45f, 0.10f};
constexpr double dot_width = 7; // logical pixels

const std::vector<FrictionPoint>& vertices_of(const PairState& pair) {
  static const std::vector<FrictionPoint> none;
  const auto* found = pair.contacts.evidence.find<ExampleEvidence>();
  return found ? found->vertices : none;
}

class ExamplePainter : public EvidencePainter {
public:
  void add_lines(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    if (!options.contacts)
      return;
    for (const PairState& pair : snapshot.pairs)
      for (const FrictionPoint& vertex : vertices_of(pair))
        lines.push_back({vertex.end[0], vertex.end[0], dot_width, dot_colour});
  }
};

std::unique_ptr<EvidencePainter> make_example_painter() {
  return std::make_unique<ExamplePainter>();
}

void add_example_legend(const Snapshot&, const ViewOptions& options, const ShownScales&,
                        EvidenceLegend& legend) {
  if (options.contacts)
    at(legend, LegendPlace::contacts)
        .push_back({LegendEntry::Mark::square, "vertices in tetrahedra", {{dot_colour, ""}}});
}

void example_contacts(PanelContext& context) {
  static constexpr std::array<ViewChoice, 2> choices = {
      {{"off", "bodies alone"}, {"vertices", "vertices in the tetrahedra of other bodies"}}};
  view_choose(context, "contacts", context.view.contacts, choices, "C  shows and hides contacts");
}

std::string example_counts(const StepStatistics& s) {
  return counted(s.colliding_points, "vertex inside");
}

} // namespace

EvidenceView example_view() {
  EvidenceView view{evidence_type<ExampleEvidence>()};
  view.painter = make_example_painter;
  view.legend = add_example_legend;
  return view;
}

EvidenceRows example_rows() {
  EvidenceRows rows{evidence_type<ExampleEvidence>()};
  rows.contacts = example_contacts;
  rows.counted = example_counts;
  return rows;
}

} // namespace lamina::test
