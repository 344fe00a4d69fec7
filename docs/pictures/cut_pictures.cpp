// Takes the pictures of a body that is cut in the window: the stroke, and the halves pulled apart.

#include "docs/pictures/photographer.h"

namespace lamina {
namespace {

/// Drags slowly enough for bodies to follow.
void drag(Photographer& photographer, QPointF from, QPointF to, Qt::MouseButton button,
          Qt::KeyboardModifiers keys) {
  photographer.mouse(QEvent::MouseMove, from, button, keys);
  photographer.wait_for_pictures(2);
  photographer.mouse(QEvent::MouseButtonPress, from, button, keys);
  constexpr int moves = 20;
  for (int i = 1; i <= moves; ++i) {
    photographer.mouse(QEvent::MouseMove, from + (to - from) * i / moves, button, keys);
    photographer.wait_for_pictures(2);
  }
}

void take_cut(Photographer& photographer, MainWindow& window) {
  photographer.open(resolve_scene_name("cut-me"), 120);
  photographer.view().overlay().look_for.clear();
  const Vec3 middle(0, 0.1, 0); // of the liver, which lies on the table by then
  const QPointF top = photographer.place_of(middle + Vec3(0.02, 0.1, -0.35));
  const QPointF bottom = photographer.place_of(middle + Vec3(-0.02, -0.05, 0.35));
  drag(photographer, top, bottom, Qt::RightButton, Qt::ControlModifier);
  photographer.save("cut-stroke");
  photographer.mouse(QEvent::MouseButtonRelease, bottom, Qt::RightButton, Qt::ControlModifier);
  photographer.wait_for_pictures();

  window.post(Play{});
  const QPointF right = photographer.place_of(middle + Vec3(0.2, 0.08, 0.05));
  const QPointF away = right + QPointF(160, -190);
  drag(photographer, right, away, Qt::LeftButton, {});
  const std::uint64_t pulled = window.latest()->statistics.step;
  photographer.wait([&] { return window.latest()->statistics.step > pulled + 40; });
  window.post(Pause{});
  photographer.wait([&] { return !window.latest()->playing; });
  photographer.save("cut-halves");
  photographer.mouse(QEvent::MouseButtonRelease, away);
}

} // namespace
} // namespace lamina

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: lamina_cut_pictures FOLDER\n");
    return 2;
  }
  const lamina::EmptyHome home(argc, argv);
  lamina::MainWindow window;
  lamina::show_window(window, "light", {1280, 800});
  lamina::Photographer photographer(window, argv[1], "");
  lamina::take_cut(photographer, window);
  window.close();
}
