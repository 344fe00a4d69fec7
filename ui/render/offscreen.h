#pragma once

#include "core/simulation/snapshot.h"
#include "ui/render/camera.h"
#include "ui/render/image.h"
#include "ui/render/shown_scales.h"
#include "ui/render/view_options.h"

#include <memory>
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

  /// The scales of the last picture.
  const ShownScales& scales() const;

  /// What draws: the driver's name and version.
  const std::string& driver() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lamina
