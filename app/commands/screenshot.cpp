#include "app/commands/commands.h"
#include "app/commands/step_loop.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "core/base/error.h"
#include "core/base/writable.h"
#include "core/simulation/simulation.h"
#include "gpu/devices.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/pictures/offscreen.h"
#include "ui/render/pictures/ray_tracer.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <numbers>
#include <optional>
#include <sstream>

namespace lamina {

namespace {

struct ScreenshotOptions {
  SceneOptions scene;
  std::int64_t steps = 0;
  std::string output;
  std::string size = "1600x1000";
  double turn_degrees = 0, tilt_degrees = 0, zoom = 1;
  ViewOptions view;
  bool opaque = false;
  CLI::Option *contacts = nullptr, *forces = nullptr;
  CLI::Option* cut = nullptr;
};

/// Width and height from "1600x1000".
ViewSize parse_size(const std::string& text) {
  std::istringstream in(text);
  ViewSize size;
  char cross = 0;
  if (in >> size.width >> cross >> size.height && cross == 'x' && in.peek() == EOF && size.width > 0 &&
      size.height > 0)
    return size;
  throw InputError("--size: needs WIDTHxHEIGHT in pixels, such as 1600x1000, not " + text);
}

Camera camera_of(const Scene& scene, const ScreenshotOptions& options) {
  constexpr double degree = std::numbers::pi / 180;
  Camera camera(scene.camera);
  camera.orbit(options.turn_degrees * degree, options.tilt_degrees * degree);
  camera.zoom(1 / options.zoom);
  return camera;
}

/// What the legend in the window says.
void print_legend(const Snapshot& snapshot, const ViewOptions& view, const ShownScales& scales) {
  for (const LegendEntry& entry : legend_entries(snapshot, view, scales)) {
    std::string line = entry.text;
    for (const LegendEntry::Item& item : entry.items)
      line += item.word.empty() ? "" : (line.empty() ? "" : "  ") + item.word;
    std::cout << line << "\n";
  }
}

int screenshot(const ScreenshotOptions& options) {
  catch_interrupts();
  const ViewSize size = parse_size(options.size);
  refuse_unwritable_output(options.output);
  const auto scene = std::make_shared<const Scene>(options.scene.open());
  options.scene.settings.mention_idle(scene->settings);
  std::optional<OffscreenRenderer> renderer;
  if (!options.view.ray_traced) {
    renderer.emplace();
    gpu::share_contexts([&renderer] { return renderer->shared_context(); });
  }
  Simulation simulation(scene);
  if (!run_steps(simulation, options.steps, [](const Simulation&) {}))
    throw Cancelled();
  if (!simulation.problem().empty())
    print_error("lamina: the simulation stopped: " + simulation.problem());

  const std::shared_ptr<const Snapshot> last =
      simulation.snapshot(needed_extras(options.view, simulation.settings().contact));
  const Camera camera = camera_of(*scene, options);
  ViewOptions view = options.view;
  ShownScales scales;
  if (renderer) {
    write_png(options.output, renderer->render(*last, camera, view, size.width, size.height));
    scales = renderer->scales();
  } else {
    view = ray_traced_options(view);
    RayTracer tracer;
    tracer.show(last, camera, view, size);
    scales = tracer.scales();
    write_png(options.output, tracer.whole(size, RayTracer::passes_of(view.quality)));
  }
  std::cout << "picture of " << size.width << " x " << size.height << " pixels after step "
            << simulation.statistics().step << " in " << options.output << '\n';
  print_legend(*last, view, scales);
  return simulation.problem().empty() ? exit_done : exit_failed;
}

/// An option that takes one of a few words, each for a value.
template <class Enum>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Enum& value,
                        const std::vector<std::pair<std::string, Enum>>& words, const std::string& sentence) {
  std::string list;
  for (const auto& [word, meaning] : words)
    list += (list.empty() ? "" : "|") + word;
  const auto take = [&value, name, words, list](const std::string& text) {
    for (const auto& [word, meaning] : words)
      if (word == text) {
        value = meaning;
        return;
      }
    throw CLI::ValidationError(name, "needs one of " + list + ", not " + text);
  };
  return command.add_option_function<std::string>(name, take, sentence)->option_text(list);
}

void add_view_options(CLI::App& command, ScreenshotOptions& options) {
  ViewOptions& view = options.view;
  command.add_flag("--pixels", view.contacts, "show contacts, as contact pixels unless --contacts says more");
  options.contacts = add_choice<ContactView>(
      command, "--contacts", view.contact_view,
      {{"pixels", ContactView::pixels}, {"volume", ContactView::volume}, {"layers", ContactView::layers}},
      "show contacts as pixels (x red, y green, z blue), as the intersection volume, or by layers");
  command.add_flag_callback(
      "--world-axes", [&view] { view.pixel_colour = PixelColour::world_axes; },
      "colour contact pixels by the world's axis that is nearest to their view direction");
  command.add_flag_callback(
      "--pixel-sizes", [&view] { view.pixel_colour = PixelColour::size; },
      "colour contact pixels by their area, under method adaptive by that of their tile");
  command.add_flag_callback(
      "--pixel-reasons", [&view] { view.pixel_colour = PixelColour::reason; },
      "colour contact pixels of method adaptive by what makes up most of their tile's bound");
  add_choice<int>(command, "--layer-axis", view.layer_axis, {{"x", 0}, {"y", 1}, {"z", 2}},
                  "view direction of the layers (default: y)");
  command.add_option("--layer", view.layer, "a single layer, counted from 1 (default: all)")
      ->check(CLI::Range(1, 65535).description(""))
      ->option_text("N");
  add_choice<SkinColour>(command, "--skin", view.skin,
                         {{"pressure", SkinColour::pressure},
                          {"friction", SkinColour::friction},
                          {"strain", SkinColour::strain},
                          {"stress", SkinColour::stress},
                          {"overlap", SkinColour::overlap},
                          {"sampling", SkinColour::sampling},
                          {"pieces", SkinColour::pieces}},
                         "colour the skin: where bodies touch, all of bodies that deform, by the area per "
                         "vertex, or the pieces of what broke");
  command.add_flag("--inside", view.inside, "show tetrahedra, springs and bones of bodies that deform");
  options.forces = add_choice<ForceLevel>(
      command, "--forces", view.force_level,
      {{"body", ForceLevel::body}, {"cell", ForceLevel::cell}, {"vertex", ForceLevel::vertex}},
      "show forces as arrows (default: body)");
  options.forces->expected(0, 1)->default_str("body");
  command.add_flag("--rays", view.rays, "show the rays of method raytraced by what became of them");
  options.cut = add_choice<CutAxis>(command, "--cut", view.cut,
                                    {{"x", CutAxis::x}, {"y", CutAxis::y}, {"z", CutAxis::z}},
                                    "cut away what lies on the eye's side of a plane across this axis");
  command.add_option("--cut-at", view.cut_position, "where the plane of --cut lies, m (default: 0)")
      ->check(CLI::Range(-1e9, 1e9).description(""))
      ->option_text("METRES")
      ->needs(options.cut);
  command
      .add_flag("--distances", view.distances,
                "show the distances of methods tetdistance and distancefield on the plane of --cut")
      ->option_text(" ")
      ->needs(options.cut);
  command.add_flag("--march", view.march, "show the nodes that the march of these distances came to");
  command.add_flag("--closest", view.closest,
                   "join colliding nodes with the closest place of the surface (method tetdistance)");
  command.add_flag("--cells", view.hash_cells,
                   "show the cells in which method hashing looked for points, by how many it tried");
  command.add_flag("--ways-out", view.ways_out,
                   "show how deep points lie in other bodies, and which way is out (method hashing)");
  command
      .add_option_function<int>(
          "--tree",
          [&view](int level) {
            view.tree = true;
            view.tree_level = level;
          },
          "show the boxes of the trees that a method searches with, so many splits below the root")
      ->check(CLI::Range(0, deepest_tree_level).description(""))
      ->option_text("LEVEL");
  command.add_flag("--regions", view.regions, "show the box sampled for each pair, with its pixels");
  command.add_flag("--opaque", options.opaque, "bodies hide what is in them");
  command.add_flag("--ray-traced", view.ray_traced,
                   "bodies and ground alone, by rays instead of OpenGL; a pass of low quality, 16 of high");
  view.quality = Quality::high;
  add_choice<Quality>(command, "--quality", view.quality,
                      {{"low", Quality::low}, {"medium", Quality::medium}, {"high", Quality::high}},
                      "how much is spent on the picture (default: high)");
}

} // namespace

void add_screenshot(CLI::App& program, Action& action) {
  CLI::App* command = add_command(program, "screenshot", "Take a picture of a scene; needs no display");
  const auto options = std::make_shared<ScreenshotOptions>();
  options->scene.add_to(*command, true);
  command->add_option("--steps", options->steps, "steps to simulate first (default: 0)")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000}).description(""))
      ->option_text("N");
  command->add_option("--output", options->output, "the PNG file to write")->required()->option_text("P.png");
  command->add_option("--size", options->size, "of the picture in pixels (default: 1600x1000)")
      ->option_text("WIDTHxHEIGHT");
  command->add_option("--turn", options->turn_degrees, "turn the camera to the right around the scene")
      ->check(CLI::Range(-360.0, 360.0).description(""))
      ->option_text("DEGREES");
  command->add_option("--tilt", options->tilt_degrees, "raise the camera over the scene")
      ->check(CLI::Range(-180.0, 180.0).description(""))
      ->option_text("DEGREES");
  command->add_option("--zoom", options->zoom, "come nearer by this factor")
      ->check(finite_positive())
      ->option_text("FACTOR");
  add_view_options(*command, *options);
  command->add_flag("--dark", options->view.dark, "on a dark background");
  command->callback([options, &action] {
    options->view.contacts = options->view.contacts || options->contacts->count() > 0;
    options->view.forces = options->forces->count() > 0;
    options->view.see_through = !options->opaque;
    action = [options] { return screenshot(*options); };
  });
}

} // namespace lamina
