#include "ui/render/evidence/ray_view.h"

#include "ui/render/contacts/ray_lines.h"

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

class RayPainter : public EvidencePainter {
public:
  void add_lines(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    if (options.rays)
      add_ray_lines(lines, snapshot);
  }
};

/// What became of rays, as far as it did.
void add_rays(std::vector<LegendEntry>& entries, const Snapshot& snapshot) {
  const std::array<std::uint64_t, ray_fates> fates = fates_of(snapshot);
  LegendEntry entry{Mark::line, "rays", {}};
  for (std::size_t fate = 0; fate < ray_fates; ++fate)
    if (fates[fate] > 0)
      entry.items.push_back({fate_colour(RayFate(fate)), fate_word(RayFate(fate))});
  if (entry.items.empty())
    entry = {Mark::none, "rays: none", {}};
  entries.push_back(entry);
}

void add_ray_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales&,
                    EvidenceLegend& legend) {
  if (options.rays)
    add_rays(at(legend, LegendPlace::search), snapshot);
}

bool shows_rays(const ViewModes& modes) {
  return modes.rays;
}

std::unique_ptr<EvidencePainter> make_ray_painter() {
  return std::make_unique<RayPainter>();
}

} // namespace

EvidenceView ray_view() {
  return {evidence_type<RayEvidence>(), make_ray_painter, add_ray_legend, shows_rays, nullptr};
}

} // namespace lamina
