#pragma once

#include "ui/panels/panel.h"
#include "ui/render/camera/camera.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// Pinning contact pixels by a click: on a pixel pins it, on a pinned pixel or the number beside it unpins. A
/// press there waits, so that a click leaves the bodies alone; one that moves becomes a drag of what is
/// below. Positions are pixels of a picture of the given size.
class PixelTool {
public:
  /// What came of a click.
  enum class Click { nothing, pinned, unpinned, too_many };

  PixelTool(const Camera& camera, PanelContext& panels) : camera_(camera), panels_(panels) {}

  /// To be told of each snapshot that is shown: finds where the pins are in it.
  void follow(std::shared_ptr<const Snapshot> shown);

  /// Whether the press waits; `pixel` is what is under the pointer.
  bool press(double x, double y, const std::optional<PixelReference>& pixel);
  bool waits() const { return pressed_.has_value(); }

  /// Where a press that waited began, once the pointer has gone too far for a click.
  struct Place {
    double x, y;
  };
  std::optional<Place> move(double x, double y);
  Click release();
  void forget_press() { pressed_.reset(); }

  /// Unpins the pixel that was pinned last; false without any.
  bool unpin_last();

  /// The number of the pin whose badge is at a place.
  std::optional<std::size_t> badge_at(double x, double y) const;
  /// The number of the pin that is at a pixel of the snapshot shown.
  std::optional<std::size_t> pin_at(const PixelReference& pixel) const;

  /// Draws the pins, within a frame of the panels and below them.
  void draw(ViewSize size);

private:
  struct Badge {
    std::size_t number;
    double x, y, radius;
  };
  struct Press {
    Place place;
    std::optional<std::size_t> unpin;
    std::shared_ptr<const Snapshot> snapshot;
    PixelReference pixel;
  };
  void draw_pin(const ShownPin& pin, ViewSize size);

  const Camera& camera_;
  PanelContext& panels_;
  std::shared_ptr<const Snapshot> shown_;
  std::vector<Badge> badges_; ///< of the last frame
  std::optional<Press> pressed_;
};

} // namespace lamina
