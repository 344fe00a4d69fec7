#pragma once

#include "core/math/types.h"
#include "ui/render/evidence/evidence_reference.h"
#include "ui/render/view_modes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace lamina {

/// A hand that pulls a body, as it is now: the simulation knows of it one step later.
struct Hand {
  Vec3 grabbed = Vec3::Zero(); ///< the point taken hold of, world, m
  Vec3 target = Vec3::Zero();  ///< where it shall go, world, m

  bool operator==(const Hand&) const = default;
};

/// What is drawn of a snapshot, and how.
struct ViewOptions : ViewModes {
  Quality quality = Quality::medium;
  bool shadows = true;                                      ///< where the quality has any
  bool floors = true;                                       ///< with the grid on the ground
  std::optional<std::array<float, 3>> flat_background = {}; ///< sRGB, in place of the theme's
  double resolution = 1;  ///< share of the picture's width and height that is drawn and then scaled up
  bool dark = false;      ///< theme
  double arrow_scale = 1; ///< 1: the weight of the heaviest movable body is drawn as long as that body's size
  double pixel_ratio = 1; ///< device pixels per logical pixel, for the width of lines
  std::optional<std::uint32_t> hovered_body;
  std::optional<std::uint32_t> selected_body; ///< the primary one, which glows
  std::vector<std::uint32_t> outlined_bodies; ///< a line goes around them
  std::optional<EvidenceReference> hovered;   ///< marked: of contact pixels their whole interval
  std::optional<Hand> hand;                   ///< its spring is drawn to where it is now

  bool operator==(const ViewOptions&) const = default;

  /// Whether bodies are drawn by the surface that contact sees, for what is shown lies on it; otherwise those
  /// filled with tetrahedra are drawn by the surface that they came with (OriginalSurface).
  bool contact_surfaces() const {
    return contacts || rays || inside || tree || regions || error_image || skin != SkinColour::none ||
           (forces && force_level != ForceLevel::body);
  }

  /// Whether bodies are drawn see-through.
  bool ghosts() const {
    return see_through &&
           (contacts || rays || inside || march || closest || hash_cells || ways_out || of_contacts(skin));
  }
};

} // namespace lamina
