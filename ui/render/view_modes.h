#pragma once

#include "core/simulation/snapshot.h"

#include <array>
#include <cstdint>

namespace lamina {

/// How contacts are shown.
enum class ContactView {
  pixels, ///< quads at both crossings: x red, y green, z blue (F08 Fig. 10)
  volume, ///< the intersection volume as a lit solid, one colour a pair
  layers  ///< the crossings of one view direction, coloured by their place in the column
};

/// What colours contact pixels.
enum class PixelColour {
  region_axes, ///< their view direction, as an axis of their region
  world_axes,  ///< the same, as the axis of the world that is nearest to it
  size,        ///< their area, or that of the tile that they are part of
  reason       ///< what makes up most of the bound of that tile (KinkKind)
};

/// What colours the skin: of bodies where they touch, of bodies that deform all over, or of all but floors.
enum class SkinColour {
  none,
  pressure, ///< Pa, where bodies touch
  friction, ///< Pa, where bodies touch
  strain,   ///< greatest principal strain of bodies that deform, stretched or squeezed
  stress,   ///< von Mises stress of bodies that deform, Pa
  overlap,  ///< depth by which a body overlaps itself at rest, which self-contact leaves out, m
  sampling, ///< area of surface that each vertex stands for at rest, m²: methods that look from vertices see
            ///< no more than that
  pieces    ///< of bodies that broke or were cut: a colour each
};

/// Whether contacts tell this colour; the others lie on the vertices of bodies.
constexpr bool of_contacts(SkinColour skin) {
  return skin == SkinColour::pressure || skin == SkinColour::friction;
}

/// What force arrows stand for: the whole force on a body, or the pressure forces of cells or vertices.
enum class ForceLevel { body, cell, vertex };

/// The world axis that a cut plane is perpendicular to.
enum class CutAxis { off, x, y, z };

/// How much is spent on a picture: low has neither shadows nor smoothed edges, medium has both, high has
/// softer shadows, and shades where bodies come near floors and one another.
enum class Quality { low, medium, high };
enum class QualityChoice { automatic, low, medium, high };

/// At least so deep are the trees of a million triangles.
inline constexpr int deepest_tree_level = 20;

/// What is drawn of a snapshot: chosen in the window or on the command line, read by the painters.
struct ViewModes {
  bool ray_traced = false; ///< bodies and ground alone, by rays instead of OpenGL
  bool contacts = false;
  ContactView contact_view = ContactView::pixels;
  PixelColour pixel_colour = PixelColour::region_axes;
  int layer_axis = 1; ///< view direction of the layers: 0, 1, 2 for x, y, z
  int layer = 0;      ///< a single layer, counted from 1 along the direction; 0 for all
  bool see_through =
      true; ///< bodies are faint while what lies in them is shown: contacts, their colours, edges
  SkinColour skin = SkinColour::none;
  bool inside = false; ///< lattice or tetrahedra, springs, bones
  bool forces = false;
  ForceLevel force_level = ForceLevel::body;
  bool rays = false;        ///< of methods that cast some, by what became of them
  bool distances = false;   ///< from the surface, of solids or fields, where a plane cuts them
  bool march = false;       ///< nodes that the march of these distances came to
  bool closest = false;     ///< lines from colliding nodes to the closest place of the surface
  bool hash_cells = false;  ///< in which tetrahedra looked for points
  bool ways_out = false;    ///< arrows from points within another body
  bool tree = false;        ///< boxes of what a method searches with
  int tree_level = 3;       ///< so many splits below the root
  bool error_image = false; ///< a panel with the error image of W12's tiles
  int error_axis = 1;       ///< its view direction: 0, 1, 2 for x, y, z
  std::array<std::uint32_t, 2> error_pair{}; ///< bodies that it is of
  bool regions = false;                      ///< the box sampled for each pair
  bool pixel_grid = true;                    ///< with regions: the pixels on three sides of each box
  bool dropped = true;                       ///< columns that could not be trusted, magenta
  bool grid = true;                          ///< on the ground
  bool asleep = true;                        ///< bodies that are asleep are paler
  CutAxis cut = CutAxis::off;
  double cut_position = 0; ///< m along the axis; what lies on the eye's side is cut away

  bool operator==(const ViewModes&) const = default;
};

/// The next view of contacts, as key V cycles them.
constexpr ContactView next(ContactView view) {
  return view == ContactView::pixels   ? ContactView::volume
         : view == ContactView::volume ? ContactView::layers
                                       : ContactView::pixels;
}

} // namespace lamina
