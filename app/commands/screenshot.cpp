#include "app/commands/commands.h"
#include "app/commands/step_loop.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "core/base/error.h"
#include "core/simulation/simulation.h"
#include "ui/render/offscreen.h"

#include <algorithm>
#include <memory>
#include <numbers>
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

int screenshot(const ScreenshotOptions& options) {
  catch_interrupts();
  const ViewSize size = parse_size(options.size);
  const auto scene = std::make_shared<const Scene>(options.scene.open());
  OffscreenRenderer renderer;
  Simulation simulation(scene);
  if (!run_steps(simulation, options.steps, [](const Simulation&) {}))
    throw Cancelled();
  if (!simulation.problem().empty())
    print_error("lamina: the simulation stopped: " + simulation.problem());

  const std::shared_ptr<const Snapshot> last = simulation.snapshot(options.view.contacts);
  write_png(options.output,
            renderer.render(*last, camera_of(*scene, options), options.view, size.width, size.height));
  return simulation.problem().empty() ? exit_done : exit_failed;
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
  command->add_flag("--pixels", options->view.contacts, "show contact pixels: x red, y green, z blue");
  command->add_flag("--regions", options->view.regions, "show the box sampled for each pair");
  command->add_flag("--forces", options->view.forces, "show the contact force on each body");
  command->add_flag("--dark", options->view.dark, "on a dark background");
  command->callback([options, &action] { action = [options] { return screenshot(*options); }; });
}

} // namespace lamina
