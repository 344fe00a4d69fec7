#include "ui/render/evidence/stochastic_view.h"

#include "core/contact/stochastic/stochastic_evidence.h"

namespace lamina {
namespace {

constexpr double pair_width = 1.2; // logical pixels

Colour followed_colour() {
  return palette_colour(5); // sky blue
}

class StochasticPainter : public EvidencePainter {
public:
  void add_lines(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    if (!options.contacts)
      return;
    for (const PairState& pair : snapshot.pairs)
      for (const auto& [vertex, foot] : stochastic_of(pair.contacts).pairs)
        lines.push_back({vertex, foot, pair_width, followed_colour(), 0.8f});
  }
};

void add_stochastic_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales&,
                           EvidenceLegend& legend) {
  std::size_t pairs = 0;
  for (const PairState& pair : snapshot.pairs)
    pairs += stochastic_of(pair.contacts).pairs.size();
  if (options.contacts && pairs > 0)
    at(legend, LegendPlace::search)
        .push_back({LegendEntry::Mark::line, "followed pairs", {{followed_colour(), std::to_string(pairs)}}});
}

bool shows_followed_pairs(const ViewModes& modes) {
  return modes.contacts;
}

std::unique_ptr<EvidencePainter> make_stochastic_painter() {
  return std::make_unique<StochasticPainter>();
}

} // namespace

EvidenceView stochastic_view() {
  return {evidence_type<StochasticEvidence>(), make_stochastic_painter, add_stochastic_legend,
          shows_followed_pairs, nullptr};
}

} // namespace lamina
