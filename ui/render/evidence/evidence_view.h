#pragma once

#include "core/contact/evidence.h"
#include "core/simulation/snapshot.h"
#include "ui/render/camera/camera.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/overlay/line.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/view_options.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

struct Frame;
struct Arrow;

/// Draws what snapshots hold of one type of evidence. setup(), upload(), the two renders and the destructor
/// need the renderer's context to be current.
class EvidencePainter {
public:
  virtual ~EvidencePainter() = default;
  /// Makes programs and buffers.
  virtual void setup() {}
  /// Takes what the options ask for of a snapshot. `content` names the snapshot: what was made of one number
  /// holds as long as that number comes.
  virtual void upload(const Snapshot&, std::uint64_t, const ViewOptions&, const Frame&) {}
  /// Draws it opaque, hidden by what is nearer; and faint, through everything.
  virtual void render() const {}
  virtual void render_hidden() const {}
  /// Adds what is drawn as lines over everything, below the boxes of regions.
  virtual void add_lines(const Snapshot&, const ViewOptions&, std::vector<Line>&) {}
  /// Adds lines above those boxes: what is to be noticed, or is pointed at.
  virtual void add_marks(const Snapshot&, const ViewOptions&, std::vector<Line>&) {}
  /// Adds arrows, which are drawn with those of forces.
  virtual void add_arrows(const Snapshot&, const ViewOptions&, double /*metres_per_pixel*/,
                          std::vector<Arrow>&) {}
  /// Sets those of the scales that it drew by.
  virtual void set_scales(const ViewOptions&, ShownScales&) const {}

  /// How often something was made and brought to the GPU, and how often of what a device had in its memory.
  virtual std::uint64_t uploads() const { return 0; }
  virtual std::uint64_t from_device() const { return 0; }
};

/// Where evidence has its rows in a legend, from top to bottom; others stand between them.
enum class LegendPlace {
  contacts, ///< first: the contacts themselves
  search,   ///< how they were searched for
  boxes,    ///< of what they were searched with, above the regions of pairs
  marks     ///< what is to be noticed, below those regions
};
using EvidenceLegend = std::array<std::vector<LegendEntry>, 4>;
inline std::vector<LegendEntry>& at(EvidenceLegend& legend, LegendPlace place) {
  return legend[static_cast<std::size_t>(place)];
}

/// Where the pointer is in a picture.
struct PictureView {
  const Camera& camera;
  double x, y; ///< pixels
  ViewSize size;
};

/// How pictures show a type of evidence. What is null or empty, it does without.
struct EvidenceView {
  EvidenceType type;
  std::unique_ptr<EvidencePainter> (*painter)() = nullptr;
  /// Adds rows of a snapshot whose method leaves this evidence.
  void (*legend)(const Snapshot&, const ViewOptions&, const ShownScales&, EvidenceLegend&) = nullptr;
  /// Whether these modes show details of it that they would not ask for by themselves.
  bool (*needs_details)(const ViewModes&) = nullptr;
  /// What of it is under the pointer.
  std::optional<EvidenceReference> (*pick)(const Snapshot&, const ViewModes&, const PictureView&) = nullptr;
  /// Whether these modes show how the method searches (Snapshot::search).
  bool (*needs_search)(const ViewModes&) = nullptr;
};

/// All of them, in the order in which they are drawn. Those of core's methods are there from the start.
const std::vector<EvidenceView>& evidence_views();
/// Adds one, before anything is drawn; a type that is known already stays as it is.
void add_evidence_view(EvidenceView view);

/// What snapshots must carry to draw this of a method. Contact pixels and layers can be drawn from where a
/// device has them; solids, colours and forces are made by the processor.
SnapshotExtras needed_extras(const ViewModes& modes, const ContactSettings& contact);

} // namespace lamina
