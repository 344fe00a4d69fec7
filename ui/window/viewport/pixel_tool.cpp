#include "ui/window/viewport/pixel_tool.h"

#include "ui/panels/pin_badge.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lamina {
namespace {

constexpr double click_pixels = 4; // a hand that clicks moves less
constexpr float ring = 6;          // radius, logical pixels

// A line in a colour, with an outline that stands out from whatever is below.
void outlined_line(ImDrawList& draw, ImVec2 from, ImVec2 to, ImU32 colour, ImU32 outline) {
  draw.AddLine(from, to, outline, 5);
  draw.AddLine(from, to, colour, 2.5f);
}

} // namespace

void PixelTool::follow(std::shared_ptr<const Snapshot> shown) {
  shown_ = std::move(shown);
  panels_.shown_pins.clear();
  if (!shown_)
    return;
  for (const NumberedPin& pin : panels_.pins->pins())
    panels_.shown_pins.push_back({pin, find_pinned(*shown_, pin.pin)});
}

bool PixelTool::press(double x, double y, const std::optional<PixelReference>& pixel) {
  pressed_.reset();
  if (const auto number = badge_at(x, y))
    pressed_ = Press{{x, y}, number, {}, {}};
  else if (pixel)
    pressed_ = Press{{x, y}, pin_at(*pixel), shown_, *pixel};
  return waits();
}

std::optional<PixelTool::Place> PixelTool::move(double x, double y) {
  if (!pressed_ || std::hypot(x - pressed_->place.x, y - pressed_->place.y) <= click_pixels)
    return {};
  return std::exchange(pressed_, std::nullopt)->place;
}

PixelTool::Click PixelTool::release() {
  const std::optional<Press> pressed = std::exchange(pressed_, std::nullopt);
  if (!pressed)
    return Click::nothing;
  if (pressed->unpin) {
    panels_.pins->unpin(*pressed->unpin);
    return Click::unpinned;
  }
  if (panels_.pins->pins().size() == PixelPins::most)
    return Click::too_many;
  const bool pinned = pressed->snapshot && panels_.pins->pin(*pressed->snapshot, pressed->pixel);
  return pinned ? Click::pinned : Click::nothing;
}

bool PixelTool::unpin_last() {
  const std::vector<NumberedPin> pins = panels_.pins->pins();
  if (pins.empty())
    return false;
  panels_.pins->unpin(pins.back().number);
  return true;
}

std::optional<std::size_t> PixelTool::badge_at(double x, double y) const {
  for (const Badge& badge : badges_)
    if (std::hypot(x - badge.x, y - badge.y) <= badge.radius)
      return badge.number;
  return {};
}

std::optional<std::size_t> PixelTool::pin_at(const PixelReference& pixel) const {
  for (const ShownPin& pin : panels_.shown_pins)
    if (pin.pixel && pin.pixel->pair == pixel.pair && pin.pixel->pixel == pixel.pixel)
      return pin.numbered.number;
  return {};
}

void PixelTool::draw(ViewSize size) {
  badges_.clear();
  for (const ShownPin& pin : panels_.shown_pins)
    draw_pin(pin, size);
}

// A ring at the end that is followed, a line over the whole interval, and the number in a badge beside it;
// faint at the point itself while that is not in contact.
void PixelTool::draw_pin(const ShownPin& pin, ViewSize size) {
  const std::size_t number = pin.numbered.number;
  const float opacity = pin.pixel ? 1 : 0.5f;
  const ImU32 colour = pin_colour(number, opacity);
  const ImU32 outline =
      ImGui::GetColorU32(panels_.dark ? ImVec4(1, 1, 1, opacity) : ImVec4(0, 0, 0, opacity));
  ImDrawList& draw = *ImGui::GetBackgroundDrawList();
  const auto in_picture = [&](const std::optional<Vec3>& point) -> std::optional<ImVec2> {
    const auto at = point ? camera_.project(*point, size) : std::nullopt;
    return at ? std::optional(ImVec2(float(at->x()), float(at->y()))) : std::nullopt;
  };
  std::optional<ImVec2> at;
  if (const ContactPixelPair* pixel = pin.pixel ? find_pixel(*shown_, *pin.pixel) : nullptr) {
    const PairContacts& contacts = shown_->pairs[pin.pixel->pair].contacts;
    at = in_picture(pixel_position(contacts, *pixel, pin.pixel->end));
    const auto other = in_picture(pixel_position(contacts, *pixel, 1 - pin.pixel->end));
    if (at && other)
      outlined_line(draw, *at, *other, colour, outline);
  } else {
    at = in_picture(pinned_point(*shown_, pin.numbered.pin));
  }
  if (!at)
    return;
  const float radius = pin_badge_radius(), far = ring + 2 * radius;
  const ImVec2 badge{at->x + far, at->y - far};
  outlined_line(draw, {at->x + 0.7f * ring, at->y - 0.7f * ring}, badge, colour, outline);
  draw.AddCircle(*at, ring, outline, 0, 5);
  draw.AddCircle(*at, ring, colour, 0, 2.5f);
  draw.AddCircleFilled(badge, radius + 1.5f, outline);
  draw_pin_badge(draw, badge, number, opacity);
  badges_.push_back({number, double(badge.x), double(badge.y), double(radius) + 2});
}

} // namespace lamina
