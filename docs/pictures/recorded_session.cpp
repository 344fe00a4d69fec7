// Two minutes of dragging with real mouse events in the window: recorded, repeated with one and two threads,
// looked at in the timeline, and reported. Says whether every recorded number came out again.

#include "docs/pictures/photographer.h"

#include "core/replay/replay.h"
#include "ui/panels/panel.h"

#include <QDesktopServices>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>

namespace lamina {
namespace {

constexpr double hold_s = 2.4, pause_s = 0.6, move_s = 0.04; // simulated

/// Takes the place of the browser.
class NoBrowser : public QObject {
  Q_OBJECT
public:
  NoBrowser() { QDesktopServices::setUrlHandler("file", this, "show"); }
  ~NoBrowser() override { QDesktopServices::unsetUrlHandler("file"); }
public slots:
  void show(const QUrl&) {}
};

double now_s(MainWindow& window) {
  return window.latest()->statistics.time_s;
}

void wait_until(Photographer& photographer, MainWindow& window, double time_s) {
  photographer.wait([&] { return now_s(window) >= time_s; }, 600'000);
}

/// Presses on a body somewhere about its centre: a ring has nothing there, and others may be before it.
std::optional<QPointF> take_hold(Photographer& photographer, MainWindow& window, std::uint32_t body) {
  const QPointF centre = photographer.place_of(window.latest()->bodies[body].pose.position);
  for (const QPointF off :
       {QPointF(0, 0), QPointF(0, -16), QPointF(18, 0), QPointF(-18, 0), QPointF(0, -26)}) {
    photographer.mouse(QEvent::MouseMove, centre + off);
    photographer.mouse(QEvent::MouseButtonPress, centre + off);
    wait_until(photographer, window, now_s(window) + move_s);
    if (const auto now = window.latest(); !now->drags.empty())
      return centre + off;
    photographer.mouse(QEvent::MouseButtonRelease, centre + off);
  }
  return {};
}

/// Brings a body to a place about the middle with some swing, and lets it go there: one that is thrown is
/// soon out of reach.
void drag(Photographer& photographer, MainWindow& window, std::uint32_t body, int number) {
  const std::optional<QPointF> from = take_hold(photographer, window, body);
  if (!from)
    return;
  const double width = photographer.view().width(), height = photographer.view().height();
  // Always up: what is pulled under the floor falls for ever.
  const QPointF goal(width * (0.5 + 0.12 * std::sin(2.4 * number)),
                     std::min(from->y() - 0.05 * height, height * (0.36 + 0.06 * std::cos(1.7 * number))));
  const double begin_s = now_s(window);
  QPointF at = *from;
  while (now_s(window) < begin_s + hold_s) {
    const double done = std::min(1.0, (now_s(window) - begin_s) / (0.8 * hold_s));
    const double along = done * done * (3 - 2 * done),
                 swing = 0.08 * height * std::sin(12 * done) * (1 - done);
    at = *from + along * (goal - *from) + QPointF(swing, -std::abs(swing));
    photographer.mouse(QEvent::MouseMove, at);
    wait_until(photographer, window, now_s(window) + move_s);
  }
  photographer.mouse(QEvent::MouseButtonRelease, at);
}

/// Whether a body is where the mouse can take it.
bool within_reach(Photographer& photographer, const Vec3& centre) {
  const QPointF at = photographer.place_of(centre);
  const double width = photographer.view().width(), height = photographer.view().height();
  return at.x() > 0.04 * width && at.x() < 0.96 * width && at.y() > 0.04 * height && at.y() < 0.96 * height;
}

/// Bodies that move freely, again and again, until the time has passed.
void drag_for(Photographer& photographer, MainWindow& window, double seconds) {
  const double end_s = now_s(window) + seconds;
  const auto first = window.latest();
  for (int number = 0; now_s(window) < end_s; ++number) {
    const auto body = std::uint32_t(std::size_t(number) % first->bodies.size());
    if (!moves_freely((*first->infos)[body].kind))
      continue;
    if (!within_reach(photographer, window.latest()->bodies[body].pose.position)) {
      photographer.wait_for_pictures(1);
      continue;
    }
    drag(photographer, window, body, number);
    wait_until(photographer, window, now_s(window) + pause_s);
  }
}

/// Whether something was held in a step.
bool held_at(const RecordedRun& run, std::uint64_t step) {
  bool held = false;
  for (const RecordedEvent& recorded : run.events)
    if (recorded.step < step && std::holds_alternative<BeginDrag>(recorded.event))
      held = true;
    else if (recorded.step < step && std::holds_alternative<EndDrag>(recorded.event))
      held = false;
  return held;
}

/// Whether all recorded numbers come out again with so many threads.
bool repeats(const RecordedRun& run, const std::shared_ptr<const Scene>& scene, int threads) {
  ReplayOptions options;
  options.threads = threads;
  const ReplayResult result = replay(run, scene, options);
  if (result.difference) {
    std::printf("threads %d: step %llu differs\n", threads,
                static_cast<unsigned long long>(result.difference->step));
    return false;
  }
  std::printf("threads %d: %llu steps replayed, all hashes agree\n", threads,
              static_cast<unsigned long long>(result.compared));
  return true;
}

/// Records, looks, repeats and reports; the run's folder lies in `runs`. Returns whether it repeated.
bool record_and_look(Photographer& photographer, MainWindow& window, const std::filesystem::path& scene,
                     double seconds, const std::filesystem::path& runs) {
  PanelContext& panels = photographer.view().panels();
  panels.record.parent = runs;
  panels.reduced_motion = true;
  photographer.view().overlay().drag_hint = false;
  photographer.open(scene, 0);
  window.toggle_recording();
  photographer.wait([&] { return !window.latest()->recording.empty(); });
  const std::filesystem::path folder = window.latest()->recording;
  window.post(Play{});
  // Without panels every body that is seen can be taken.
  panels.view.panels = false;
  drag_for(photographer, window, 0.5 * seconds);
  panels.view.panels = true;
  photographer.wait_for_pictures();
  photographer.open_only("Record");
  photographer.save("recording");
  panels.view.panels = false;
  drag_for(photographer, window, 0.5 * seconds);
  window.toggle_recording();
  photographer.wait([&] { return window.latest()->recording.empty(); });
  window.post(Pause{});

  bool opened = false;
  QObject::connect(&window, &MainWindow::run_opened, [&] { opened = true; });
  window.show_last_run();
  photographer.wait([&] { return opened; });
  const RecordedRun& shown = window.runs().run();
  // What is shown is where most lay in each other while something was pulled.
  std::uint64_t fullest = shown.steps.front().step;
  double most = 0;
  for (const StepStatistics& step : shown.steps)
    if (step.volume_m3 > most && step.time_s > seconds / 3 && held_at(shown, step.step)) {
      most = step.volume_m3;
      fullest = step.step;
    }
  window.runs().seek(fullest);
  photographer.wait([&] { return window.latest()->statistics.step == fullest; });
  panels.view.panels = true;
  photographer.trigger("Contacts");
  // The line that says where the run lies goes by itself.
  QElapsedTimer watch;
  watch.start();
  photographer.wait([&] { return watch.elapsed() > 7000; });
  photographer.point_away();
  photographer.open_only("Profiler");
  photographer.save("timeline");

  bool reported = false;
  QObject::connect(&window, &MainWindow::report_made, [&] { reported = true; });
  window.show_report();
  photographer.wait([&] { return reported; });

  const RecordedRun run = read_run(folder);
  const RunScene opened_scene = open_run_scene(run);
  std::printf("%s: %zu inputs, %zu steps, %.1f s\n", folder.filename().c_str(), run.events.size(),
              run.steps.size(), run.steps.back().time_s);
  const bool one = repeats(run, opened_scene.scene, 1), two = repeats(run, opened_scene.scene, 2);
  return one && two;
}

} // namespace
} // namespace lamina

int main(int argc, char** argv) {
  if (argc != 7) {
    std::fprintf(stderr,
                 "usage: lamina_recorded_session SCENE SECONDS RUNS PICTURES light|dark WIDTHxHEIGHT\n");
    return 2;
  }
  const lamina::EmptyHome home(argc, argv);
  lamina::NoBrowser browser;
  lamina::MainWindow window;
  const QStringList size = QString(argv[6]).split('x');
  lamina::show_window(window, argv[5], {size.value(0).toInt(), size.value(1).toInt()});
  lamina::Photographer photographer(window, argv[4], QString("-") + argv[5]);
  const bool repeated = lamina::record_and_look(photographer, window, lamina::resolve_scene_name(argv[1]),
                                                QString(argv[2]).toDouble(), argv[3]);
  window.close();
  return repeated ? 0 : 1;
}

#include "recorded_session.moc"
