#pragma once

#include "core/graphics/shared_context.h"

#include <memory>

class QOpenGLContext;

namespace lamina {

/// Contexts that share with the viewport's, for devices on other threads. Qt makes what they need on its own
/// thread only, so that a few wait until a device comes for one.
namespace window_contexts {

/// From now on those that share with this one are handed out. To be called on Qt's own thread.
void open(QOpenGLContext& viewport);
/// No more that share with this one; those that were handed out stay good. On Qt's own thread.
void close(const QOpenGLContext& viewport);
/// On any thread; null while no viewport draws, and while the next one is being made.
std::unique_ptr<SharedContext> take();

} // namespace window_contexts

} // namespace lamina
