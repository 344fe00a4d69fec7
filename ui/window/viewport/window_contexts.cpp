#include "ui/window/viewport/window_contexts.h"

#include <QCoreApplication>
#include <QOffscreenSurface>
#include <QOpenGLContext>
#include <QThread>

#include <mutex>
#include <utility>
#include <vector>

namespace lamina {
namespace {

/// Two simulations side by side come for one each at the same time.
constexpr std::size_t reserve = 2;

/// A context of Qt belongs to one thread, or to none: then a thread may take it.
class WindowContext : public SharedContext {
public:
  /// `context` is made and belongs to this thread.
  WindowContext(std::unique_ptr<QOpenGLContext> context, std::unique_ptr<QOffscreenSurface> surface)
      : context_(std::move(context)), surface_(surface.release()) {
    context_->moveToThread(nullptr);
  }
  ~WindowContext() override {
    context_->moveToThread(QThread::currentThread());
    context_.reset();
    surface_->deleteLater();
  }

  bool make_current() override {
    before_ = QOpenGLContext::currentContext();
    surface_before_ = before_ ? before_->surface() : nullptr;
    context_->moveToThread(QThread::currentThread());
    if (context_->makeCurrent(surface_))
      return true;
    context_->moveToThread(nullptr);
    return false;
  }
  void release() override {
    context_->doneCurrent();
    context_->moveToThread(nullptr);
    if (before_)
      before_->makeCurrent(surface_before_);
  }
  bool shares_with_current() const override {
    QOpenGLContext* const current = QOpenGLContext::currentContext();
    return current && QOpenGLContext::areSharing(current, context_.get());
  }

private:
  std::unique_ptr<QOpenGLContext> context_;
  QOffscreenSurface* surface_; ///< belongs to Qt's own thread, which destroys it
  QOpenGLContext* before_ = nullptr;
  QSurface* surface_before_ = nullptr;
};

/// Null if the display does not make one.
std::unique_ptr<SharedContext> make(QOpenGLContext& viewport) {
  auto context = std::make_unique<QOpenGLContext>();
  context->setFormat(viewport.format());
  context->setShareContext(&viewport);
  if (!context->create() || !context->shareContext())
    return nullptr;
  auto surface = std::make_unique<QOffscreenSurface>();
  surface->setFormat(context->format());
  surface->create();
  if (!surface->isValid())
    return nullptr;
  return std::make_unique<WindowContext>(std::move(context), std::move(surface));
}

struct Reserve {
  std::mutex mutex;
  QOpenGLContext* viewport = nullptr;
  std::vector<std::unique_ptr<SharedContext>> ready;
};

Reserve& the_reserve() {
  static Reserve contexts;
  return contexts;
}

/// On Qt's own thread.
void fill_up() {
  Reserve& contexts = the_reserve();
  const std::lock_guard lock(contexts.mutex);
  while (contexts.viewport && contexts.ready.size() < reserve) {
    std::unique_ptr<SharedContext> made = make(*contexts.viewport);
    if (!made)
      return;
    contexts.ready.push_back(std::move(made));
  }
}

} // namespace

void window_contexts::open(QOpenGLContext& viewport) {
  {
    Reserve& contexts = the_reserve();
    const std::lock_guard lock(contexts.mutex);
    contexts.ready.clear();
    contexts.viewport = &viewport;
  }
  fill_up();
}

void window_contexts::close(const QOpenGLContext& viewport) {
  Reserve& contexts = the_reserve();
  const std::lock_guard lock(contexts.mutex);
  if (contexts.viewport != &viewport)
    return;
  contexts.viewport = nullptr;
  contexts.ready.clear();
}

std::unique_ptr<SharedContext> window_contexts::take() {
  std::unique_ptr<SharedContext> taken;
  {
    Reserve& contexts = the_reserve();
    const std::lock_guard lock(contexts.mutex);
    if (contexts.ready.empty())
      return nullptr;
    taken = std::move(contexts.ready.back());
    contexts.ready.pop_back();
  }
  if (QCoreApplication* const application = QCoreApplication::instance())
    QMetaObject::invokeMethod(application, fill_up, Qt::QueuedConnection);
  return taken;
}

} // namespace lamina
