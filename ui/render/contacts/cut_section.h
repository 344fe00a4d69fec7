#pragma once

#include "ui/render/bodies/steady_range.h"
#include "ui/render/contacts/section_painter.h"
#include "ui/render/frame.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/view_options.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lamina {

/// Distances on the plane of the cut, made anew where the snapshot, the plane, or the part of the world that
/// is looked at has changed.
class CutSection {
public:
  /// Adds triangles of the section, and returns the greatest distance of what is shown, m.
  using Make = std::function<double(std::vector<SectionCorner>&)>;

  void setup() { painter_.setup(); }
  /// `content` names the snapshot, `grey` says whether corners that no march came to are grey.
  void upload(std::uint64_t content, bool shown, bool grey, const ViewOptions& options, const Frame& frame,
              const Make& make);
  void render() const { painter_.render(offset_); }
  /// The distance at the upper end of the colours, m; 0 where nothing is shown.
  double top() const { return top_; }

private:
  /// What the section depends on.
  struct Made {
    std::uint64_t content;
    bool shown, grey;
    CutAxis axis;
    double position;
    bool operator==(const Made&) const = default;
  };
  void make_anew(const Make& make, bool same_snapshot);

  SectionPainter painter_;
  SteadyRange range_;
  std::optional<Made> made_;
  double top_ = 0;
  Vec3 origin_ = Vec3::Zero(); ///< world: corners are relative to it
  Eigen::Vector3f offset_ = Eigen::Vector3f::Zero();
};

/// The row of a legend for such a section; `none` says why there is nothing to see.
LegendEntry distances_entry(const ViewOptions& options, double top, const char* none);

} // namespace lamina
