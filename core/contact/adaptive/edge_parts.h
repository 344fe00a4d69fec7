#pragma once

#include "core/contact/adaptive/box_list.h"
#include "core/contact/adaptive/depth_ranges.h"
#include "core/contact/adaptive/shadow.h"
#include "core/contact/adaptive/view_surface.h"

#include <algorithm>
#include <vector>

namespace lamina::adaptive {

/// An edge of a mesh over a tile: from p to q about the tile's middle, of which [begin, end] lies within.
struct TileEdge {
  Vec2 p, q; ///< units
  double begin, end;
  double z, rise; ///< m: at p, and from p to q

  Vec2 at(double t) const { return p + t * (q - p); }
  double depth(double t) const { return z + t * rise; }
  /// Of the part over the tile.
  DepthRange depths() const {
    const double first = depth(begin), last = depth(end);
    return {std::min(first, last), std::max(first, last)};
  }
  /// Leaves the part between two depths. False if there is none.
  bool clip_depth(const DepthRange& limits);
  /// Across it, to the right of the way from p to q, as long as that.
  Vec2 normal() const { return {q.y() - p.y(), p.x() - q.x()}; }
};

/// Which parts of an edge lie within another body. Its winding number is known at a place within the edge: it
/// is that of all faces below which cover the place, or of all above. Each face that the edge pierces changes
/// it:
///
///      ╲ z
///       ╲            face
///  ──────╳───────────────       ░ within the body
///  ░░░░░░░╲░░░░░░░░░░░░░░
///
/// Where an edge passes another one so closely that rounding decides, nothing is known. Faces that it only
/// meets where it begins or ends say nothing: borders of tiles lie in faces often.
class EdgeParts {
public:
  /// Shares of the way from p to q.
  struct Part {
    double begin, end;
    int winding; ///< of the body along it
  };

  /// `middle`: of the tile. `winding`: of the body, below all faces that are added, or above them.
  void begin(const TileEdge& edge, const Vec2& middle, int winding, bool above);
  /// What faces have to meet to say anything, of those at some depths.
  DepthBox box(const DepthRange& depths) const { return {depths, low_.x(), high_.x(), low_.y(), high_.y()}; }
  /// Others may be added too: they say nothing.
  void add(const Face& face);
  /// The same of a face that has a corner at an end of the edge: unless both lie in one plane it is not
  /// pierced.
  void add_at_end(const Face& face);
  /// Once all faces are added: leaves the parts within a body that does not overlap itself. False if nothing
  /// is known.
  bool finish();
  /// The same for all parts, whatever their winding number.
  bool finish_windings();
  /// Ascending.
  const std::vector<Part>& parts() const { return parts_; }

private:
  struct Pierced {
    double t;
    int turns;   ///< on the way from p to q
    bool before; ///< the place at which the winding number is known
  };
  bool may_matter(const Face& face) const {
    return known_ & (face.low_u <= high_.x()) & (face.high_u >= low_.x()) & (face.low_v <= high_.y()) &
           (face.high_v >= low_.y());
  }
  bool is_beside(const Face& face) const;
  void add_wall(const Face& wall);
  struct Heights {
    double first, last, here, doubt;
  };
  Heights heights_above(const Face& face) const;
  void count_below(const Face& face, double here);
  double share_to(double t) const { return edge_.begin + t * (edge_.end - edge_.begin); }

  TileEdge edge_{};
  Vec2 from_, to_;  ///< where it begins and ends within the tile, units of the region
  Vec2 place_;      ///< where the winding number is known
  Vec2 low_, high_; ///< of both
  double off_ = 0;  ///< by which they may be off, units
  DepthRange depths_{};
  double depth_off_ = 0; ///< m
  int winding_ = 0;      ///< there
  bool above_ = false;   ///< and is counted from above
  bool known_ = true;
  std::vector<Pierced> pierced_;
  std::vector<Part> parts_;
};

} // namespace lamina::adaptive
