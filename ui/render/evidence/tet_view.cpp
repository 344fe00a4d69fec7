#include "ui/render/evidence/tet_view.h"

#include "core/contact/tetdistance/tet_evidence.h"
#include "ui/render/contacts/cut_section.h"
#include "ui/render/contacts/march_lines.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/picking/pick_search.h"

#include <cmath>

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

class TetPainter : public EvidencePainter {
public:
  void setup() override { section_.setup(); }
  void upload(const Snapshot& snapshot, std::uint64_t content, const ViewOptions& options,
              const Frame& frame) override {
    cut_ = frame.cut;
    cut_point_ = frame.cut_point;
    cut_inward_ = frame.cut_inward;
    section_.upload(
        content, options.distances, options.march, options, frame, [&](std::vector<SectionCorner>& corners) {
          const std::vector<ShownSolid> solids = shown_solids(snapshot);
          for (const ShownSolid& shown : solids)
            add_section(corners, *shown.solid, static_cast<int>(options.cut) - 1, options.cut_position);
          return greatest_distance(solids);
        });
  }
  void render() const override { section_.render(); }
  void add_lines(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    if (!options.march && !options.closest)
      return;
    const std::vector<ShownSolid> solids = shown_solids(snapshot);
    if (options.march)
      add_node_dots(lines, solids,
                    [this](const Vec3& at) { return !cut_ || (at - cut_point_).dot(cut_inward_) >= 0; });
    if (options.closest)
      add_foot_lines(lines, solids);
  }
  /// The node, or the edges of the tetrahedron, that is pointed at.
  void add_marks(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    const std::optional<SolidReference> hovered = solid_of(options.hovered);
    const MarchedSolid* solid = hovered ? find_solid(snapshot, *hovered) : nullptr;
    if (!solid)
      return;
    if (hovered->kind == SolidReference::Kind::node) {
      lines.push_back({solid->nodes[hovered->item], solid->nodes[hovered->item], 8, marked_colour, 1});
      return;
    }
    const Tetrahedron& nodes = solid->tetrahedra[hovered->item];
    for (std::size_t i = 0; i < 4; ++i)
      for (std::size_t j = 0; j < i; ++j)
        lines.push_back({solid->nodes[nodes[i]], solid->nodes[nodes[j]], 1.8, marked_colour, 1});
  }
  void set_scales(const ViewOptions& options, ShownScales& scales) const override {
    if (options.distances)
      scales.distance_top = section_.top();
  }

private:
  CutSection section_;
  bool cut_ = false;
  Vec3 cut_point_ = Vec3::Zero(), cut_inward_ = Vec3::Zero();
};

LegendEntry march_entry(const std::vector<ShownSolid>& solids) {
  const std::array<std::size_t, 3> counts = count_visits(solids);
  if (solids.empty())
    return {Mark::none, "march: no solid here has distances", {}};
  LegendEntry entry{Mark::square, "nodes", {}};
  for (const NodeVisit visit : {NodeVisit::colliding, NodeVisit::visited, NodeVisit::none})
    entry.items.push_back({visit_colour(visit), std::to_string(counts[static_cast<std::size_t>(visit)]) +
                                                    " " + visit_word(visit)});
  return entry;
}

void add_tet_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales& scales,
                    EvidenceLegend& legend) {
  std::vector<LegendEntry>& entries = at(legend, LegendPlace::search);
  if (options.distances)
    entries.push_back(distances_entry(options, scales.distance_top, "no solid here has any"));
  if (options.march)
    entries.push_back(march_entry(shown_solids(snapshot)));
  if (options.closest)
    entries.push_back(
        {Mark::line, "from colliding nodes to the closest place of the surface", {{foot_colour(), ""}}});
}

bool shows_tets(const ViewModes& modes) {
  return (modes.distances && modes.cut != CutAxis::off) || modes.march || modes.closest;
}

std::unique_ptr<EvidencePainter> make_tet_painter() {
  return std::make_unique<TetPainter>();
}

} // namespace

EvidenceView tet_view() {
  return {.type = evidence_type<TetEvidence>(),
          .painter = make_tet_painter,
          .legend = add_tet_legend,
          .pick = pick_solid,
          .needs_search = shows_tets};
}

} // namespace lamina
