#pragma once

#include "ui/window/mesh_dialog/mesh_check.h"

#include <QImage>
#include <QWidget>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace lamina {

/// Checks raw meshes and shows them with their defects marked, all on a thread of its own with an OpenGL
/// context of its own. Dragging turns the picture, the wheel zooms.
class MeshView : public QWidget {
  Q_OBJECT
public:
  MeshView(std::vector<std::filesystem::path> files, bool dark, QWidget* parent = nullptr);
  ~MeshView() override; ///< cancels and joins

  /// Begins a check; one that goes on is given up, and nothing more is told of it.
  void check(const CheckOptions& options);
  /// Gives up the check that goes on; nothing more is told of it.
  void stop();

  /// Shows the meshes with this axis of theirs upright: 'x', 'y' or 'z'.
  void set_up(char axis);

  const QImage& picture() const { return picture_; }

signals:
  void checked(std::shared_ptr<const MeshCheck> check);
  void failed(const QString& reason); ///< a file cannot be read
  void progressed(double fraction, const QString& what);
  void drawn();

protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;

private:
  struct Look {
    Camera camera;
    ViewSize size;
    double ratio = 1;
  };
  struct Asked {
    CheckOptions options;
    std::uint64_t number = 0;
  };
  void work();
  void do_check(const Asked& asked);
  /// Calls this from the event loop, unless another check was asked for or this one stopped meanwhile.
  void tell(std::uint64_t number, std::function<void()> what);
  void take(std::shared_ptr<const MeshCheck> check);
  void look();

  const std::vector<std::filesystem::path> files_;
  const bool dark_;
  Camera camera_;
  QPointF mouse_;
  QImage picture_;
  QString message_;
  bool framed_ = false;
  std::uint64_t asked_ = 0; ///< checks that were asked for or stopped

  std::mutex mutex_;
  std::condition_variable wake_;
  std::optional<Asked> wanted_check_;
  std::optional<Look> wanted_look_;
  std::atomic<bool> give_up_{false};
  bool ending_ = false;
  std::shared_ptr<const MeshCheck> found_; ///< of the thread
  std::thread thread_;
};

} // namespace lamina
