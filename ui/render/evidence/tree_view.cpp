#include "ui/render/evidence/tree_view.h"

#include "core/contact/tree_box.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/render/overlay/overlay_lines.h"

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

Region around(const Box& box) {
  Region region;
  region.minimum = box.min;
  region.size = box.size();
  return region;
}

/// More boxes than this, whole ones evenly left out, would only blur.
constexpr std::size_t most_tree_boxes = 4096;

void add_boxes(std::vector<Line>& lines, const Snapshot& snapshot) {
  const std::vector<Colour> colours = snapshot.infos ? body_colours(*snapshot.infos) : std::vector<Colour>();
  const std::size_t stride = tree_box_stride(snapshot);
  for (std::size_t i = 0; i < snapshot.tree_boxes.size(); i += stride) {
    const auto& [body, box] = snapshot.tree_boxes[i];
    if (box.min.allFinite() && box.max.allFinite() && body < colours.size())
      add_edges(lines, around(box), {{}, {}, 1, colours[body], 0.7f});
  }
}

class TreePainter : public EvidencePainter {
public:
  void add_marks(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override {
    if (options.tree)
      add_boxes(lines, snapshot);
  }
};

void add_tree(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ViewOptions& options) {
  const std::size_t count = snapshot.tree_boxes.size(), stride = tree_box_stride(snapshot);
  std::string text = std::to_string(count) + (count == 1 ? " box" : " boxes") + " of trees at level " +
                     std::to_string(options.tree_level);
  if (stride > 1)
    text += ", one of " + std::to_string(stride) + " drawn";
  if (count == 0)
    text = "trees: none that can be looked into";
  entries.push_back({Mark::none, text, {}});
}

void add_tree_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales&,
                     EvidenceLegend& legend) {
  if (options.tree)
    add_tree(at(legend, LegendPlace::boxes), snapshot, options);
}

std::unique_ptr<EvidencePainter> make_tree_painter() {
  return std::make_unique<TreePainter>();
}

} // namespace

std::size_t tree_box_stride(const Snapshot& snapshot) {
  return 1 + (snapshot.tree_boxes.empty() ? 0 : (snapshot.tree_boxes.size() - 1) / most_tree_boxes);
}

EvidenceView tree_view() {
  return {evidence_type<TreeBox>(), make_tree_painter, add_tree_legend, nullptr, nullptr};
}

} // namespace lamina
