#pragma once

#include "ui/render/bodies/steady_range.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/gpu_contact_quads.h"
#include "ui/render/contacts/gpu_contact_solids.h"
#include "ui/render/contacts/volume_solid.h"
#include "ui/render/frame.h"
#include "ui/render/gl/quad_batch.h"
#include "ui/render/view_options.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lamina {

/// Draws what is shown of contacts: pixels, layers, skin colours and intersection volumes. All but skin
/// colours, and what is shown with them, is made of what a device has of it where its memory can be reached.
/// It stays on the GPU until the snapshot or a choice changes, so that a picture of the same from another
/// side costs no more than its drawing.
class ContactPainter {
public:
  void setup();
  /// Takes what the options ask for of a snapshot. `content` names the snapshot: what was made of one number
  /// holds as long as that number comes.
  void upload(const Snapshot& snapshot, std::uint64_t content, const ViewOptions& options,
              const Frame& frame);

  /// Opaque, hidden by what is nearer.
  void render() const;
  /// Faint, through everything.
  void render_hidden() const;

  double skin_top() const { return skin_top_; } ///< upper end of the colours of contacts, Pa; 0 without them
  /// How often quads were made and brought to the GPU.
  std::uint64_t uploads() const { return uploads_; }
  /// How often of these quads were made of what a device had in its memory.
  std::uint64_t from_device() const { return from_device_; }
  /// Layers of the direction shown that a pair has at most; 0 unless layers are shown.
  std::size_t layers() const { return layers_; }

private:
  /// What the quads depend on.
  struct Made {
    std::uint64_t content;
    bool contacts;
    ContactView view;
    int layer_axis, layer;
    SkinColour skin;
    bool operator==(const Made&) const = default;
  };
  void make(const Snapshot& snapshot, const ViewOptions& options);
  void make_with_processor(const Snapshot& snapshot, const ViewOptions& options);
  bool make_from_device(const Snapshot& snapshot, const ViewOptions& options);
  std::vector<SolidQuad> solids_of(const Snapshot& snapshot) const;
  void add_quads(std::vector<Quad>& quads, const Snapshot& snapshot, const ViewOptions& options) const;
  void mark_hovered(const Snapshot& snapshot, const ViewOptions& options);

  QuadBatch flat_, solid_, marked_;
  GpuContactQuads device_quads_;
  GpuContactSolids device_solids_;
  std::optional<Made> made_;
  std::map<SkinColour, SteadyRange> skin_ranges_;
  double skin_top_ = 0;
  Vec3 origin_ = Vec3::Zero();                       ///< world: the quads' corners are relative to it
  Eigen::Vector3f offset_ = Eigen::Vector3f::Zero(); ///< from the frame's origin to it
  std::uint64_t uploads_ = 0, from_device_ = 0;
  std::size_t layers_ = 0;
};

} // namespace lamina
