#include "core/contact/ldi/image_evidence.h"
#include "core/settings/setting_scope.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"
#include "ui/render/picking/pick_evidence.h"

#include <cmath>

namespace lamina {
namespace {

void image_contacts(PanelContext& context) {
  ViewChoices& view = context.view;
  int shown = view.contacts ? 1 + static_cast<int>(view.contact_view) : 0;
  static constexpr std::array<ViewChoice, 4> entries = {
      {{"off", "bodies alone"},
       {"pixels", "contact pixels at both ends of every interval"},
       {"volume", "the intersection volume as a solid, one colour a pair"},
       {"layers", "the crossings of one view direction, coloured by their place in the column"}}};
  view_choose(context, "contacts", shown, entries,
              "C  shows and hides contacts\nV  goes through their views");
  view.contacts = shown > 0;
  if (shown > 0)
    view.contact_view = static_cast<ContactView>(shown - 1);
  static constexpr std::array<ViewChoice, 4> colours = {
      {{"region axes", "by view direction, as the axis of their region, which may be that of a body"},
       {"world axes", "by view direction, as the axis of the world that is nearest to it"},
       {"size", "by their area, under method adaptive by that of the tile that they are part of"},
       {"reason",
        "by what makes up most of the bound of their tile: edges of a mesh, steep faces, lines where\n"
        "faces of both bodies cross (transient edges), or nothing, as the tile is exact"}}};
  if (view.contacts && view.contact_view == ContactView::pixels)
    view_choose(context, "coloured by", view.pixel_colour, colours, "what colours contact pixels");
  if (!view.contacts || view.contact_view != ContactView::layers)
    return;
  static constexpr std::array<ViewChoice, 3> axes = {{{"x", "along the region's first axis"},
                                                      {"y", "along the region's second axis"},
                                                      {"z", "along the region's third axis"}}};
  view_choose(context, "direction", view.layer_axis, axes, "view direction whose layers are shown");
  static constexpr std::array<ViewChoice, 7> layers = {{{"all", "every layer"},
                                                        {"1", "the first crossing along the direction"},
                                                        {"2", "the second crossing"},
                                                        {"3", "the third crossing"},
                                                        {"4", "the fourth crossing"},
                                                        {"5", "the fifth crossing"},
                                                        {"6", "the sixth crossing"}}};
  view_choose(context, "layer", view.layer, layers, "a single layer, or all of them");
}

void image_switches(PanelContext& context, bool& first) {
  if (!uses_w12_tiles(context.snapshot->settings.contact))
    return;
  view_check(context, "error image", context.view.error_image,
             "a panel with the errors by which W12 chooses the sizes of tiles", first);
  first = false;
}

std::string image_counts(const StepStatistics& s) {
  std::string text =
      counted(s.contact_pixels, "contact pixel") + "  ·  " + counted(s.dropped_columns, "dropped column");
  if (s.volume_bound_m3 > 0 && std::isfinite(s.volume_bound_m3))
    text += "  ·  volume off by " + brief(1e6 * s.volume_error_bar_m3) + " cm³ (at most " +
            brief(1e6 * s.volume_bound_m3) + ")";
  return text;
}

std::string image_tip(const Snapshot& snapshot, const EvidenceReference& reference) {
  const std::optional<PixelReference> named = pixel_of(reference);
  const ContactPixelPair* pixel = named ? find_pixel(snapshot, *named) : nullptr;
  if (!pixel)
    return {};
  const PairState& pair = snapshot.pairs[named->pair];
  return pixel_tip(snapshot, pair, *pixel) + tile_tip(pair, named->pixel);
}

} // namespace

EvidenceRows image_rows() {
  return {evidence_type<ImageEvidence>(), image_contacts, image_switches, nullptr, image_counts, image_tip};
}

} // namespace lamina
