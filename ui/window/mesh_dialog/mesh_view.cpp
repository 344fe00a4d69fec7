#include "ui/window/mesh_dialog/mesh_view.h"

#include "core/base/error.h"
#include "ui/render/pictures/offscreen.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>
#include <numbers>

namespace lamina {

MeshView::MeshView(std::vector<std::filesystem::path> files, bool dark, QWidget* parent)
    : QWidget(parent), files_(std::move(files)), dark_(dark), message_(tr("checking…")) {
  setMinimumSize(320, 300);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  setCursor(Qt::OpenHandCursor);
  setAccessibleName(tr("The mesh with its defects marked"));
  thread_ = std::thread([this] { work(); });
}

MeshView::~MeshView() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    give_up_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void MeshView::check(const CheckOptions& options) {
  {
    const std::lock_guard lock(mutex_);
    wanted_check_ = Asked{options, ++asked_};
    give_up_ = true;
  }
  wake_.notify_all();
}

void MeshView::stop() {
  const std::lock_guard lock(mutex_);
  wanted_check_.reset();
  ++asked_;
  give_up_ = true;
}

void MeshView::set_up(char axis) {
  camera_.set_up(Vec3::Unit(axis - 'x'));
  look();
}

void MeshView::look() {
  const double ratio = devicePixelRatioF();
  const ViewSize size{std::max(1, int(std::lround(width() * ratio))),
                      std::max(1, int(std::lround(height() * ratio)))};
  {
    const std::lock_guard lock(mutex_);
    wanted_look_ = Look{camera_, size, ratio};
  }
  wake_.notify_all();
}

void MeshView::work() {
  std::unique_ptr<OffscreenRenderer> renderer;
  std::uint64_t number = 0;
  for (;;) {
    std::optional<Asked> asked;
    std::optional<Look> look;
    {
      std::unique_lock lock(mutex_);
      wake_.wait(lock, [this] { return ending_ || wanted_check_ || wanted_look_; });
      if (ending_)
        return;
      asked.swap(wanted_check_);
      if (asked)
        give_up_ = false;
      else
        look.swap(wanted_look_);
    }
    if (asked)
      number = asked->number;
    try {
      if (asked)
        do_check(*asked);
      if (!look || !found_)
        continue;
      if (!renderer)
        renderer = std::make_unique<OffscreenRenderer>();
      const QImage picture = draw_check(*renderer, *found_, look->camera, dark_, look->size, look->ratio);
      QMetaObject::invokeMethod(
          this,
          [this, picture] {
            picture_ = picture;
            update();
            emit drawn();
          },
          Qt::QueuedConnection);
    } catch (const Cancelled&) {
      continue; // another check or the end is wanted
    } catch (const std::exception& error) {
      const QString reason = QString::fromStdString(error.what());
      tell(number, [this, reason] {
        message_ = reason;
        update();
        emit failed(reason);
      });
    }
  }
}

void MeshView::tell(std::uint64_t number, std::function<void()> what) {
  QMetaObject::invokeMethod(
      this,
      [this, number, what = std::move(what)] {
        if (number == asked_)
          what();
      },
      Qt::QueuedConnection);
}

void MeshView::do_check(const Asked& asked) {
  int told = -1; // thousandths
  const auto progress = [&](double fraction, const std::string& what) {
    if (const int now = int(1000 * fraction); now != told) {
      told = now;
      tell(asked.number,
           [this, fraction, what = QString::fromStdString(what)] { emit progressed(fraction, what); });
    }
    return !give_up_.load();
  };
  const auto result = std::make_shared<const MeshCheck>(check_meshes(files_, asked.options, progress));
  found_ = result;
  tell(asked.number, [this, result] { take(result); });
}

void MeshView::take(std::shared_ptr<const MeshCheck> check) {
  if (!framed_) {
    framed_ = true;
    Box box;
    for (const BodyInfo& info : *check->shown.infos)
      box.include(info.rest_bounds);
    camera_.frame(box, {std::max(1, width()), std::max(1, height())});
    camera_.zoom(0.9); // nothing but the meshes is to be seen, so the margin can be small
  }
  look();
  emit checked(std::move(check));
}

void MeshView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  if (picture_.isNull()) {
    painter.fillRect(rect(), palette().color(QPalette::Base));
    painter.drawText(rect().adjusted(12, 12, -12, -12), Qt::AlignCenter | Qt::TextWordWrap, message_);
  } else {
    painter.drawImage(rect(), picture_);
  }
}

void MeshView::resizeEvent(QResizeEvent*) {
  look();
}

void MeshView::mousePressEvent(QMouseEvent* event) {
  mouse_ = event->position();
}

void MeshView::mouseMoveEvent(QMouseEvent* event) {
  const QPointF moved = event->position() - mouse_;
  mouse_ = event->position();
  constexpr double radians_per_pixel = std::numbers::pi / 400;
  camera_.orbit(-moved.x() * radians_per_pixel, moved.y() * radians_per_pixel);
  look();
}

void MeshView::wheelEvent(QWheelEvent* event) {
  camera_.zoom(std::pow(0.9, event->angleDelta().y() / 120.0));
  event->accept();
  look();
}

} // namespace lamina
