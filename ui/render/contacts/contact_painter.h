#pragma once

#include "ui/render/bodies/steady_range.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/gpu_contact_quads.h"
#include "ui/render/contacts/gpu_contact_solids.h"
#include "ui/render/contacts/pixel_sizes.h"
#include "ui/render/contacts/volume_solid.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/frame.h"
#include "ui/render/gl/quad_batch.h"
#include "ui/render/view_options.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace lamina {

/// Draws what is shown of images: contact pixels, layers, skin colours and intersection volumes. All but skin
/// colours, and what is shown with them, is made of what a device has of it where its memory can be reached.
/// It stays on the GPU until the snapshot or a choice changes, so that a picture of the same from another
/// side costs no more than its drawing.
class ContactPainter : public EvidencePainter {
public:
  void setup() override;
  void upload(const Snapshot& snapshot, std::uint64_t content, const ViewOptions& options,
              const Frame& frame) override;
  void render() const override;
  void render_hidden() const override;
  /// Columns that were dropped, and the interval that is pointed at.
  void add_marks(const Snapshot& snapshot, const ViewOptions& options, std::vector<Line>& lines) override;
  void set_scales(const ViewOptions& options, ShownScales& scales) const override;
  std::uint64_t uploads() const override { return uploads_; }
  std::uint64_t from_device() const override { return from_device_; }

private:
  /// What the quads depend on.
  struct Made {
    std::uint64_t content;
    bool contacts;
    PixelColour pixel_colour;
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
  SteadySizes steady_sizes_;
  PixelSizes pixel_sizes_;     ///< zero unless they are shown
  double skin_top_ = 0;        ///< upper end of the colours of contacts, Pa; 0 without them
  Vec3 origin_ = Vec3::Zero(); ///< world: the quads' corners are relative to it
  Eigen::Vector3f offset_ = Eigen::Vector3f::Zero(); ///< from the frame's origin to it
  std::uint64_t uploads_ = 0, from_device_ = 0;
  std::size_t layers_ = 0; ///< of the direction shown that a pair has at most; 0 unless layers are shown
};

} // namespace lamina
