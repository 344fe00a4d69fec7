#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/camera/camera.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/view_options.h"

#include <memory>
#include <optional>

namespace lamina {

/// Draws snapshots with OpenGL 4.5 core calls into whatever context is current: the window's or an offscreen
/// one. setup(), render() and the destructor need that context to be current.
class SceneRenderer {
public:
  SceneRenderer();
  ~SceneRenderer();

  /// Makes programs and buffers. Throws std::runtime_error, saying what there is, if the context is older
  /// than 4.5.
  void setup();

  /// Draws a snapshot over the whole of a framebuffer (0: the context's own) of this size in device pixels.
  /// The framebuffer has one sample a pixel and a depth buffer; smooth edges are made elsewhere, as the
  /// quality asks. Leaves it bound, with depth test, culling and blending off and no program or vertex array
  /// in use.
  ///
  /// What was made for a snapshot is kept for the next picture of the same one.
  void render(const std::shared_ptr<const Snapshot>& snapshot, const Camera& camera,
              const ViewOptions& options, int width, int height, unsigned framebuffer);
  /// The same for a snapshot that is drawn once.
  void render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& options, int width,
              int height, unsigned framebuffer);

  /// World bounds to frame: of all bodies but floors. Needs no context.
  Box scene_bounds(const Snapshot& snapshot);

  /// How long the newest picture took whose time is known by now, ms, if it has not been told yet. Pictures
  /// are timed by the GPU, which is not waited for.
  std::optional<double> take_picture_ms();

  /// How often contacts were brought to the GPU: once for each snapshot and choice of what is shown of it.
  std::uint64_t contact_uploads() const;
  /// How often these were made of what a device had in its memory.
  std::uint64_t contacts_from_device() const;

  /// The scales of the last picture.
  const ShownScales& scales() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace lamina
