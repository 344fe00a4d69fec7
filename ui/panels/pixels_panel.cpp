#include "ui/panels/pin_badge.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/step_plot.h"
#include "ui/panels/style.h"

#include <algorithm>
#include <limits>
#include <string>

namespace lamina {
void draw_pixels_panel(PanelContext&);

namespace {

/// A pin with its readings over the last steps.
struct PinCurve {
  ShownPin shown;
  std::vector<PinStep> steps;

  const PinStep* at(std::uint64_t step) const {
    const auto found = std::lower_bound(steps.begin(), steps.end(), step,
                                        [](const PinStep& p, std::uint64_t s) { return p.step < s; });
    return found != steps.end() && found->step == step ? &*found : nullptr;
  }
};

/// What is plotted of a reading.
struct Quantity {
  const char *name, *unit;
  double (*value)(const PixelReading&);
};
constexpr Quantity quantities[] = {
    {"depth", "mm", [](const PixelReading& r) { return 1e3 * r.depth_m; }},
    {"pressure", "Pa", [](const PixelReading& r) { return r.pressure_Pa; }},
    {"share of force", "%", [](const PixelReading& r) { return 100 * r.share; }},
};

std::string reading_text(const PixelReading& reading) {
  return brief(1e3 * reading.depth_m) + " mm deep  ·  " + brief(reading.pressure_Pa) + " Pa  ·  " +
         percent(reading.share) + " of force";
}

// What a pin says: at the step of the cursor, or in the snapshot shown.
std::string pin_text(const Snapshot& now, const PinCurve& curve, const StepFigures* cursor) {
  if (cursor) {
    const PinStep* step = curve.at(cursor->statistics.step);
    return !step ? "not pinned yet" : step->reading ? reading_text(*step->reading) : "not in contact";
  }
  if (!curve.shown.pixel)
    return "not in contact";
  return reading_text(read_pixel(now.pairs[curve.shown.pixel->pair], *find_pixel(now, *curve.shown.pixel)));
}

std::string ends_text(const Snapshot& now, const ShownPin& shown) {
  if (shown.pixel)
    return pixel_ends(now, now.pairs[shown.pixel->pair], *find_pixel(now, *shown.pixel));
  const auto& bodies = shown.numbered.pin.bodies;
  return pair_name(now, bodies);
}

// The text, cut so that it is no wider than there is room.
std::string fitted(std::string text, float room) {
  if (ImGui::CalcTextSize(text.c_str()).x <= room)
    return text;
  while (!text.empty() && ImGui::CalcTextSize((text + "…").c_str()).x > room) {
    while ((text.back() & 0xc0) == 0x80) // the whole of a character of several bytes
      text.pop_back();
    text.pop_back();
  }
  return text + "…";
}

void draw_pin(PanelContext& context, const PinCurve& curve, const StepFigures* cursor) {
  const NumberedPin& pin = curve.shown.numbered;
  const float radius = pin_badge_radius(), line = ImGui::GetTextLineHeight(), indent = 2 * radius + 6;
  const float cross = ImGui::CalcTextSize("×").x + 2 * ImGui::GetStyle().FramePadding.x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_pin_badge(*ImGui::GetWindowDrawList(), {at.x + radius, at.y + 0.5f * line}, pin.number);
  const float left = ImGui::GetCursorPosX(), right = ImGui::GetContentRegionMax().x - cross;
  ImGui::SetCursorPosX(left + indent);
  const std::string ends = ends_text(*context.snapshot, curve.shown);
  ImGui::TextUnformatted(fitted(ends, right - left - indent - 4).c_str());
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("%s\nfollows the point of %s that was pinned: the nearest contact pixel of this pair\n"
                      "in the same view direction, not farther than a pixel's diagonal",
                      ends.c_str(), body_name(*context.snapshot, pin.pin.followed).c_str());
  ImGui::SameLine(right);
  const std::string name = "unpin " + std::to_string(pin.number + 1);
  if (ImGui::SmallButton(("×##" + name).c_str()))
    context.pins->unpin(pin.number);
  context.rects.record(name);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("unpin (Escape: the last one, U: all)");
  ImGui::SetCursorPosX(left + indent);
  const std::string text = pin_text(*context.snapshot, curve, cursor);
  ImGui::TextUnformatted(fitted(text, ImGui::GetContentRegionMax().x - left - indent).c_str());
}

void draw_quantity(PanelContext& context, const Quantity& quantity, const std::vector<PinCurve>& curves,
                   const std::vector<StepFigures>& steps) {
  std::vector<PlotLine> lines;
  for (const PinCurve& curve : curves)
    lines.push_back({quantity.name, pin_colour(curve.shown.numbered.number),
                     [&curve, &quantity](const StepStatistics& statistics) {
                       const PinStep* step = curve.at(statistics.step);
                       return step && step->reading ? quantity.value(*step->reading)
                                                    : std::numeric_limits<double>::quiet_NaN();
                     }});
  const std::string name = std::string("pixel ") + quantity.name + " plot";
  const StepPlot plot = begin_step_plot(name.c_str(), 3 * ImGui::GetFontSize());
  draw_plot_lines(plot, steps, lines, quantity.unit);
  label_plot(plot, PlotCorner::lower, quantity.name);
  end_step_plot(context, name.c_str(), plot, steps);
}

} // namespace

void draw_pixels_panel(PanelContext& context) {
  if (!context.snapshot)
    return;
  const std::vector<StepFigures> steps = context.history->steps();
  std::vector<PinCurve> curves;
  for (const ShownPin& shown : context.shown_pins)
    curves.push_back({shown, context.pins->steps(shown.numbered.number)});
  const StepFigures* cursor = figures_at_cursor(context, steps);
  for (const PinCurve& curve : curves)
    draw_pin(context, curve, cursor);
  for (const Quantity& quantity : quantities)
    draw_quantity(context, quantity, curves, steps);
  cursor_line(context, "pixels", steps);
}

} // namespace lamina
