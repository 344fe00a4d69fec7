#include "ui/panels/volume_error_rows.h"

#include "core/contact/adaptive/adaptive.h"
#include "core/contact/ldi/image_evidence.h"
#include "ui/panels/style.h"
#include "ui/render/overlay/legend_entries.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

namespace lamina {
namespace {

/// What is told in three digits may be so much more.
constexpr double rounding = 1.01;

void row(PanelContext& context, const char* name, const std::string& value, const char* sentence,
         bool warns = false) {
  ImGui::TextDisabled("%s", name);
  bool hovered = ImGui::IsItemHovered();
  ImGui::SameLine(label_width());
  if (warns)
    ImGui::TextColored(warning_colour(context.dark), "%s", value.c_str());
  else
    ImGui::TextUnformatted(value.c_str());
  context.rects.record(std::string("found ") + name);
  hovered |= ImGui::IsItemHovered();
  if (hovered)
    ImGui::SetTooltip("%s", sentence);
}

std::string error_text(double error, double volume) {
  if (!std::isfinite(error))
    return "not known";
  return volume_text(error) + (volume > 0 ? "  (" + percent(error / volume) + ")" : "");
}

std::string area_error_text(double error) {
  return std::isfinite(error) ? area_text(error) : "not known";
}

} // namespace

std::size_t pairs_beyond_tolerance(const Snapshot& snapshot) {
  const AdaptiveSettings& wanted = snapshot.settings.contact.adaptive;
  // Bodies meet themselves on pixels, which no tolerance refines.
  const auto beyond = [&](const PairState& pair) {
    if (pair.contacts.body[0] == pair.contacts.body[1])
      return false;
    const ImageEvidence& images = images_of(pair.contacts);
    if (!images.error)
      return images.columns > 0;
    const double found = wanted.bound == TileBound::rigorous ? images.error->bound : images.error->error_bar;
    return found > rounding * tolerated_error(wanted, images.volume, pair.contacts.region);
  };
  return static_cast<std::size_t>(std::count_if(snapshot.pairs.begin(), snapshot.pairs.end(), beyond));
}

void volume_error_rows(PanelContext& context) {
  const StepStatistics& step = context.snapshot->statistics;
  row(context, "volume", volume_text(step.volume_m3), "intersection volume of all pairs");
  row(context, "error bar", error_text(step.volume_error_bar_m3, step.volume_m3),
      "in 99 of 100 pairs the volume is off by less than three times this");
  row(context, "bound", error_text(step.volume_bound_m3, step.volume_m3),
      "the volume is off by no more than this; it is not known of surfaces that are not closed");
}

void volume_tolerance_rows(PanelContext& context) {
  const Snapshot& now = *context.snapshot;
  row(context, "tiles", grouped(now.statistics.columns),
      "tiles of all pairs and view directions in this step");
  volume_error_rows(context);
  if (now.settings.contact.adaptive.area_bound)
    row(context, "area bound", area_error_text(now.statistics.area_vector_bound_m2),
        "the area vectors of all pairs, which times pressure are forces, are off by no more than this");
  // Always one line: rows that come and go would move the slider under the hand.
  const std::size_t pairs = now.pairs.size(), beyond = pairs_beyond_tolerance(now);
  row(context, "within tolerance", grouped(pairs - beyond) + " of " + counted(pairs, "pair"),
      "pairs whose error the tolerance covers; with more “tiles at most” others would be too", beyond > 0);
}

} // namespace lamina
