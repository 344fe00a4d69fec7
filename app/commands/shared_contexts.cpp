#include "app/commands/shared_contexts.h"

#include "gpu/devices.h"
#include "ui/render/gl/egl_context.h"

#include <memory>
#include <stdexcept>

namespace lamina {

void share_contexts_without_display() {
  try {
    gpu::share_contexts([drawing = std::make_shared<const EglContext>()] { return share(*drawing); });
  } catch (const std::runtime_error&) {
    // lamina screenshot says what is missing.
  }
}

} // namespace lamina
