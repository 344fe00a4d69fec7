#pragma once

#include "core/graphics/shared_context.h"
#include "core/simulation/snapshot.h"
#include "ui/render/camera/camera.h"
#include "ui/render/overlay/shown_scales.h"
#include "ui/render/pictures/image.h"
#include "ui/render/view_options.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace lamina {

/// Draws snapshots to pictures without any display, through EGL. One thread at a time may use it; its context
/// is current only during calls.
class OffscreenRenderer {
public:
  /// Throws std::runtime_error, saying what is missing and which packages bring it, if there is no EGL or no
  /// OpenGL 4.5.
  OffscreenRenderer();
  ~OffscreenRenderer();

  /// A picture of the quality that the options ask for. Throws InputError for a size that is not positive or
  /// that the driver cannot hold, std::runtime_error if the driver reports an error.
  Image render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& options, int width,
               int height);

  /// The same; what was made for the snapshot is kept for the next picture of it.
  Image render(const std::shared_ptr<const Snapshot>& snapshot, const Camera& camera,
               const ViewOptions& options, int width, int height);

  /// How often contacts were brought to the GPU, and how long the last picture took: see SceneRenderer.
  std::uint64_t contact_uploads() const;
  /// How often these were made of what a device had in its memory.
  std::uint64_t contacts_from_device() const;
  std::optional<double> take_picture_ms();

  /// The scales of the last picture.
  const ShownScales& scales() const;

  /// For a device to work in. Throws std::runtime_error if the driver does not make one. May be called by any
  /// thread, also while another one draws.
  std::unique_ptr<SharedContext> shared_context() const;

  /// What draws: the driver's name and version.
  const std::string& driver() const;

private:
  template <class Shown>
  Image draw(const Shown& snapshot, const Camera& camera, const ViewOptions& options, int width, int height);
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lamina
