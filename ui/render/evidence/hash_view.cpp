#include "ui/render/evidence/hash_view.h"

#include "core/contact/hashing/hash_evidence.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/contacts/hash_lines.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/picking/pick_search.h"

#include <algorithm>

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

class HashPainter : public EvidencePainter {
public:
  void add_lines(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    const HashSearch* search = hash_search(snapshot);
    if (search && options.ways_out)
      add_trapped_dots(lines, *search);
  }
  void add_marks(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    if (const HashSearch::Way* way = find_way(snapshot, options.hovered))
      lines.push_back({way->from, way->from, 8, marked_colour, 1});
    const HashSearch* search = hash_search(snapshot);
    candidates_top_ = 0;
    if (!search || !options.hash_cells)
      return;
    candidates_top_ = static_cast<std::uint32_t>(candidates_.update(most_candidates(*search)));
    add_cell_lines(lines, *search, candidates_top_);
  }
  void add_arrows(const Snapshot& snapshot, const ViewOptions& options, double metres_per_pixel,
                  std::vector<Arrow>& arrows) override {
    const HashSearch* search = hash_search(snapshot);
    way_top_ = 0;
    if (!search || !options.ways_out)
      return;
    way_top_ = depths_.update(usual_depth(*search));
    const double pixel = options.pixel_ratio * metres_per_pixel;
    factor_ = way_factor(way_top_, pixel);
    add_way_arrows(arrows, *search, way_top_, factor_, pixel);
  }
  void set_scales(const ViewOptions&, ShownScales& scales) const override {
    scales.candidates_top = candidates_top_;
    scales.way_top = way_top_;
    scales.way_factor = factor_;
  }

private:
  SteadyRange candidates_, depths_;
  std::uint32_t candidates_top_ = 0;
  double way_top_ = 0, factor_ = 1;
};

void add_cells(std::vector<LegendEntry>& entries, const HashSearch* search, const ShownScales& scales) {
  if (!search || search->cells.empty() || scales.candidates_top == 0) {
    entries.push_back({Mark::none, "cells: none in which a tetrahedron looks for a point", {}});
    return;
  }
  entries.push_back(
      {Mark::ramp,
       "cells of " + length_text(search->cell) + ", points tried in tetrahedra, logarithmic",
       {{ramp_colour(0), "1"}, {ramp_colour(1), "≥ " + std::to_string(scales.candidates_top)}}});
  if (shows_plain_cells(*search))
    return;
  const auto with_finds = std::count_if(search->cells.begin(), search->cells.end(),
                                        [](const auto& cell) { return cell.found > 0; });
  entries.push_back({Mark::none,
                     "of " + std::to_string(search->cells.size()) + " cells the " +
                         std::to_string(with_finds) + " in which a point was found",
                     {}});
}

LegendEntry ways_entry(const HashSearch* search, const ShownScales& scales) {
  if (!search || search->ways.empty() || !(scales.way_top > 0))
    return {Mark::none, "ways out: no point lies in another body", {}};
  std::string text = "depth and way out";
  if (scales.way_factor > 1)
    text += ", drawn " + std::to_string(static_cast<long>(scales.way_factor)) + " times as long";
  return {Mark::ramp, text, {{ramp_colour(0), "0"}, {ramp_colour(1), "≥ " + length_text(scales.way_top)}}};
}

void add_hash_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales& scales,
                     EvidenceLegend& legend) {
  const HashSearch* search = hash_search(snapshot);
  if (options.ways_out) {
    at(legend, LegendPlace::search).push_back(ways_entry(search, scales));
    if (const std::size_t trapped = search ? count_trapped(*search) : 0; trapped > 0)
      at(legend, LegendPlace::search)
          .push_back({Mark::square,
                      std::to_string(trapped) + " points without a way out",
                      {{trapped_colour(), ""}}});
  }
  if (options.hash_cells)
    add_cells(at(legend, LegendPlace::boxes), search, scales);
}

bool shows_hash(const ViewModes& modes) {
  return modes.hash_cells || modes.ways_out;
}

std::unique_ptr<EvidencePainter> make_hash_painter() {
  return std::make_unique<HashPainter>();
}

} // namespace

EvidenceView hash_view() {
  return {.type = evidence_type<HashEvidence>(),
          .painter = make_hash_painter,
          .legend = add_hash_legend,
          .pick = pick_way,
          .needs_search = shows_hash};
}

} // namespace lamina
