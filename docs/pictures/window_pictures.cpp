// Takes the pictures of the window that the documentation shows: one run for a theme, a size and a scale
// factor.

#include "docs/pictures/photographer.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/scene/scene_file.h"
#include "ui/panels/panel.h"
#include "ui/render/picking/pick_evidence.h"

namespace lamina {
namespace {

/// Contact pixels pinned by clicks, after some steps.
void take_pins(Photographer& photographer, MainWindow& window) {
  const auto now = window.latest();
  for (std::size_t p = 0; p < now->pairs.size(); ++p) {
    const PairContacts& contacts = now->pairs[p].contacts;
    const auto& pixels = images_of(contacts).pixels;
    if (!pixels.empty())
      photographer.click(photographer.place_of(pixel_position(contacts, pixels[pixels.size() / 3], 0)));
  }
  photographer.point_away();
  window.post(Play{});
  photographer.wait([&] { return window.latest()->statistics.step > now->statistics.step + 200; });
  window.post(Pause{});
  photographer.save("pinned-pixels");
  photographer.view().panels().pins->clear();
}

void take_all(Photographer& photographer, MainWindow& window) {
  PanelContext& panels = photographer.view().panels();
  photographer.view().overlay().drag_hint = true;
  photographer.open(resolve_scene_name("welcome"), 150);
  photographer.save("welcome");
  photographer.view().overlay().drag_hint = false;

  // What the pictures are about is open.
  photographer.open_only("View");
  photographer.trigger("Contacts");
  photographer.save("contact-pixels");
  take_pins(photographer, window);
  panels.view.contact_view = ContactView::volume;
  photographer.save("intersection-volume");
  panels.view.contact_view = ContactView::layers;
  photographer.save("layers");
  panels.view.contact_view = ContactView::pixels;
  photographer.trigger("Contacts");

  photographer.open(resolve_scene_name("heap"), 200);
  panels.view.regions = true;
  photographer.save("regions");
  panels.view.regions = false;
  photographer.open_only("Energy");
  photographer.save("energy");
  panels.fold_anew = true;
  photographer.wait_for_pictures();
  panels.view.keys = true;
  photographer.save("keys");
  panels.view.keys = false;
  panels.view.panels = false;
  photographer.save("without-panels");
  panels.view.panels = true;
  panels.view.panel_scale = 2;
  photographer.wait_for_pictures();
  photographer.save("panels-at-200-percent");
  panels.view.panel_scale = 1;
}

/// From opening a scan to a recorded run.
void take_tour(Photographer& photographer, MainWindow& window, const std::filesystem::path& scan) {
  PanelContext& panels = photographer.view().panels();
  photographer.view().overlay().drag_hint = true;
  photographer.open(resolve_scene_name("welcome"), 150);
  photographer.save("01-welcome");
  photographer.view().overlay().drag_hint = false;
  photographer.save_dialog([&] { window.show_gallery(); }, "02-gallery", 30000);
  // As it was scanned, with holes below.
  const std::filesystem::path as_scanned = scan.parent_path() / "bunny_69451_open.ply";
  photographer.save_dialog([&] { window.ask_about_meshes({as_scanned}, {}); }, "03-mesh", 4000);

  OpenOptions millimetres;
  millimetres.metres_per_unit = 1e-3;
  photographer.open(scan, 60, millimetres);
  photographer.save("04-opened");

  const QPointF body = photographer.place_of(window.latest()->bodies.back().pose.position);
  window.post(Play{});
  photographer.mouse(QEvent::MouseButtonPress, body);
  for (int i = 1; i <= 20; ++i) {
    photographer.mouse(QEvent::MouseMove, body + QPointF(6 * i, -8 * i));
    photographer.wait_for_pictures(2);
  }
  // A last pull that the body has not followed yet, so that the spring can be seen.
  photographer.mouse(QEvent::MouseMove, body + QPointF(210, -230));
  photographer.wait_for_pictures(2);
  window.post(Pause{});
  photographer.wait([&] { return !window.latest()->playing; });
  photographer.save("05-dragged");
  window.post(Play{});
  photographer.mouse(QEvent::MouseButtonRelease, body + QPointF(210, -230));
  photographer.point_away();
  const std::uint64_t released = window.latest()->statistics.step;
  photographer.wait([&] { return window.latest()->statistics.step > released + 150; });
  window.post(Pause{});

  // From low down, where one sees what touches the floor.
  panels.reduced_motion = true;
  photographer.view().frame_all();
  photographer.view().camera().orbit(0, -0.2);
  photographer.view().camera().centre_on(window.latest()->bodies.front().pose.position);
  photographer.view().camera().zoom(0.45);
  photographer.trigger("Contacts");
  photographer.save("06-contact-pixels");
  window.post(Event(SetSetting{"resolution", std::int64_t{64}}));
  window.post(StepOnce{});
  photographer.save("07-resolution");
  photographer.trigger("Contacts");
  photographer.open_only("View");
  panels.view.skin = SkinColour::pressure;
  photographer.save("08-pressure");
  panels.view.skin = SkinColour::none;
  photographer.open_only("Energy");
  photographer.save("09-energy");
  photographer.open_only("Record");
  window.toggle_recording();
  window.post(Play{});
  const std::uint64_t began = window.latest()->statistics.step;
  photographer.wait([&] { return window.latest()->statistics.step > began + 100; });
  photographer.save("10-recording");
  window.toggle_recording();
}

} // namespace
} // namespace lamina

int main(int argc, char** argv) {
  if (argc != 6) {
    std::fprintf(stderr, "usage: lamina_window_pictures FOLDER light|dark WIDTH HEIGHT SUFFIX|SCAN\n");
    return 2;
  }
  const lamina::EmptyHome home(argc, argv);
  lamina::MainWindow window;
  lamina::show_window(window, argv[2], {QString(argv[3]).toInt(), QString(argv[4]).toInt()});
  const std::filesystem::path scan = argv[5];
  const bool tour = std::filesystem::exists(scan);
  lamina::Photographer photographer(window, argv[1], tour ? "" : argv[5]);
  if (tour)
    lamina::take_tour(photographer, window, scan);
  else
    lamina::take_all(photographer, window);
  window.close();
}
