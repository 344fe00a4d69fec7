#include "ui/render/evidence/image_view.h"

#include "core/contact/ldi/image_evidence.h"
#include "ui/render/contacts/contact_painter.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/dropped_lines.h"
#include "ui/render/contacts/kink_colours.h"
#include "ui/render/contacts/volume_solid.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/picking/pick_evidence.h"

#include <algorithm>

namespace lamina {
namespace {

/// More pairs than this are counted instead of named.
constexpr std::size_t most_named_pairs = 4;

using Mark = LegendEntry::Mark;

void add_volumes(std::vector<LegendEntry>& entries, const Snapshot& snapshot) {
  struct Volume {
    std::array<std::uint32_t, 2> body;
    double volume;
  };
  std::vector<Volume> pairs;
  for (const PairState& pair : snapshot.pairs)
    if (const double volume = images_of(pair.contacts).volume; volume > 0)
      pairs.push_back({pair.contacts.body, volume});
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Volume& a, const Volume& b) { return a.volume > b.volume; });
  entries.push_back({Mark::none, "intersection volume", {}});
  for (std::size_t i = 0; i < std::min(pairs.size(), most_named_pairs); ++i)
    entries.push_back({Mark::square,
                       "",
                       {{pair_colour(pairs[i].body),
                         pair_name(snapshot, pairs[i].body) + "  " + volume_text(pairs[i].volume)}}});
  if (pairs.size() > most_named_pairs)
    entries.push_back(
        {Mark::none, "and " + std::to_string(pairs.size() - most_named_pairs) + " smaller ones", {}});
}

/// Whether the axes of some region are not the world's.
bool any_turned(const Snapshot& snapshot) {
  return std::any_of(snapshot.pairs.begin(), snapshot.pairs.end(),
                     [](const PairState& pair) { return pair.contacts.region.axes != Mat3::Identity(); });
}

LegendEntry layers_entry(const Snapshot& snapshot, const ViewOptions& options, const ShownScales& scales) {
  const int axis = std::clamp(options.layer_axis, 0, 2);
  const char* whose = any_turned(snapshot) ? " of each pair's region" : "";
  LegendEntry entry{Mark::square, std::string("layers along ") + "xyz"[axis] + whose, {}};
  const std::size_t found = std::max(scales.layers, layer_count(snapshot, axis));
  const std::size_t layers = std::min<std::size_t>(found, 8);
  for (std::size_t layer = 0; layer < layers; ++layer)
    if (options.layer <= 0 || static_cast<std::size_t>(options.layer) == layer + 1)
      entry.items.push_back({layer_colour(layer), std::to_string(layer + 1)});
  return entry;
}

LegendEntry sizes_entry(const Snapshot& snapshot, const PixelSizes& sizes) {
  if (!(sizes.smallest > 0))
    return {Mark::none, "contact pixels by size: none", {}};
  const bool tiles = std::any_of(snapshot.pairs.begin(), snapshot.pairs.end(), [](const PairState& pair) {
    return !images_of(pair.contacts).extents.empty();
  });
  return {
      Mark::ramp,
      tiles ? "tiles by √area, logarithmic" : "contact pixels by √area, logarithmic",
      {{ramp_colour(0), "≤ " + length_text(sizes.smallest)}, {ramp_colour(1), length_text(sizes.largest)}}};
}

LegendEntry reasons_entry(const Snapshot& snapshot) {
  LegendEntry entry{Mark::square, "what makes up most of a tile’s bound", {}};
  for (const KinkKind kink : listed_kinks)
    if (kink != KinkKind::unknown || any_unknown_kink(snapshot))
      entry.items.push_back({kink_look(kink).colour, kink_look(kink).word});
  return entry;
}

/// Whose axes the colours name.
LegendEntry pixels_entry(const Snapshot& snapshot, bool world_axes) {
  const char* whose = !any_turned(snapshot) ? "along the world's axes"
                      : world_axes          ? "as the nearest axis of the world"
                                            : "along the axes of each pair's region";
  LegendEntry entry{Mark::square, std::string("contact pixels by view direction, ") + whose, {}};
  for (std::size_t axis = 0; axis < 3; ++axis)
    entry.items.push_back({axis_colours()[axis], std::string(1, "xyz"[axis])});
  return entry;
}

void add_image_legend(const Snapshot& snapshot, const ViewOptions& options, const ShownScales& scales,
                      EvidenceLegend& legend) {
  std::vector<LegendEntry>& contacts = at(legend, LegendPlace::contacts);
  if (options.contacts && options.contact_view == ContactView::volume)
    add_volumes(contacts, snapshot);
  else if (options.contacts && options.contact_view == ContactView::layers)
    contacts.push_back(layers_entry(snapshot, options, scales));
  else if (options.contacts)
    contacts.push_back(options.pixel_colour == PixelColour::size ? sizes_entry(snapshot, scales.pixel_sizes)
                       : options.pixel_colour == PixelColour::reason
                           ? reasons_entry(snapshot)
                           : pixels_entry(snapshot, options.pixel_colour == PixelColour::world_axes));
  std::size_t dropped = 0;
  for (const PairState& pair : snapshot.pairs)
    dropped += images_of(pair.contacts).dropped.size();
  if (options.dropped && dropped > 0)
    at(legend, LegendPlace::marks)
        .push_back({Mark::line,
                    std::to_string(dropped) + (dropped == 1 ? " dropped column" : " dropped columns"),
                    {{dropped_colour, ""}}});
}

std::optional<EvidenceReference> pick_image(const Snapshot& snapshot, const ViewModes& modes,
                                            const PictureView& view) {
  if (!modes.contacts || modes.contact_view != ContactView::pixels)
    return std::nullopt;
  const auto pixel = pick_pixel(snapshot, view.camera, view.x, view.y, view.size);
  return pixel ? std::optional(reference_to(*pixel)) : std::nullopt;
}

bool needs_image_details(const ViewModes& modes) {
  return modes.error_image;
}

std::unique_ptr<EvidencePainter> make_image_painter() {
  return std::make_unique<ContactPainter>();
}

} // namespace

EvidenceView image_view() {
  return {evidence_type<ImageEvidence>(), make_image_painter, add_image_legend, needs_image_details,
          pick_image};
}

} // namespace lamina
