// Pictures of 1600 x 1000 drawn without a display: what the viewport draws, less the panels. Wall and
// processor time are medians over the pictures of a run; with a software renderer the latter is that of all
// its threads.

#include "benchmarks/models.h"
#include "core/bench/spread.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"
#include "ui/render/gl/egl_context.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/scene_renderer.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <vector>

namespace lamina::bench {
namespace {

constexpr int width = 1600, height = 1000;
constexpr int pictures = 60;

/// Somewhere to draw that is not shown.
struct Canvas {
  EglContext context;
  GlObject colour, depth, framebuffer;
  SceneRenderer renderer;

  Canvas() {
    context.make_current();
    colour = storage(GL_RGBA8);
    depth = storage(GL_DEPTH_COMPONENT24);
    framebuffer = make_framebuffer();
    glNamedFramebufferRenderbuffer(framebuffer.id(), GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour.id());
    glNamedFramebufferRenderbuffer(framebuffer.id(), GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth.id());
    renderer.setup();
  }
  static GlObject storage(unsigned format) {
    unsigned id = 0;
    glCreateRenderbuffers(1, &id);
    glNamedRenderbufferStorage(id, format, width, height);
    return {GlKind::renderbuffer, id};
  }
};

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

/// The bunny as a file that somebody opens, let down into its ground by a share of its height.
Simulation opened_bunny(double sunk, int resolution) {
  const std::vector<std::filesystem::path> files{bunny_file()};
  if (!std::filesystem::exists(files.front()))
    throw std::runtime_error("needs " + files.front().filename().string() + " of the shared models");
  const auto scene = std::make_shared<Scene>(open_scene(files));
  scene->settings.contact.ldi.resolution = resolution;
  for (SceneBody& body : scene->bodies)
    if (body.kind == BodyKind::rigid)
      body.pose.position += sunk * bounds(body.mesh->mesh).size().maxCoeff() * scene->gravity.normalized();
  Simulation simulation(scene);
  simulation.step();
  return simulation;
}

using Frames = std::function<std::shared_ptr<const Snapshot>(int)>; ///< the snapshot of each picture

/// Draws a round about the scene for each iteration.
void draw_round(benchmark::State& state, const Frames& frames, const ViewOptions& options) try {
  Canvas canvas;
  Camera camera;
  camera.set_up(frames(0)->up);
  camera.frame(canvas.renderer.scene_bounds(*frames(0)), {width, height});
  std::vector<double> wall, processor, told;
  for (auto _ : state)
    for (int i = 0; i < pictures; ++i) {
      const std::shared_ptr<const Snapshot> snapshot = frames(i);
      const double before_ms = processor_ms();
      const auto before = std::chrono::steady_clock::now();
      canvas.renderer.render(snapshot, camera, options, width, height, canvas.framebuffer.id());
      glFinish();
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - before;
      const std::optional<double> ms = canvas.renderer.take_picture_ms();
      camera.orbit(0.02, 0);
      if (i == 0)
        continue; // uploads what stays
      wall.push_back(took.count());
      processor.push_back(processor_ms() - before_ms);
      told.push_back(ms.value_or(0));
    }
  state.counters["wall_ms"] = spread_of(wall).median;
  state.counters["told_ms"] = spread_of(told).median; // by the renderer's own clock
  state.counters["processor_ms"] = spread_of(processor).median;
} catch (const std::runtime_error& error) {
  state.SkipWithError(error.what());
}

ViewOptions view_of(Quality quality) {
  ViewOptions options;
  options.quality = quality;
  return options;
}

/// The bunny stands still and the camera goes round.
void bunny_from_all_sides(benchmark::State& state) {
  const Simulation simulation = opened_bunny(0, 16);
  ViewOptions options = view_of(static_cast<Quality>(state.range(0)));
  options.resolution = 0.01 * double(state.range(1));
  const std::shared_ptr<const Snapshot> still = simulation.snapshot();
  draw_round(
      state, [&](int) { return still; }, options);
}
BENCHMARK(bunny_from_all_sides)
    ->ArgNames({"quality", "resolution"})
    ->Args({0, 100})
    ->Args({0, 50})
    ->Args({1, 100})
    ->Args({2, 100})
    ->Iterations(1);

/// The first scene that anybody sees, at rest.
void welcome_from_all_sides(benchmark::State& state) {
  const std::vector<std::filesystem::path> files{resolve_scene_name("welcome")};
  Simulation simulation(std::make_shared<Scene>(open_scene(files)));
  for (int i = 0; i < 300; ++i)
    simulation.step();
  const std::shared_ptr<const Snapshot> still = simulation.snapshot();
  draw_round(
      state, [&](int) { return still; }, view_of(static_cast<Quality>(state.range(0))));
}
BENCHMARK(welcome_from_all_sides)->ArgName("quality")->DenseRange(0, 2)->Iterations(1);

/// All contact views of about 100,000 pixels at once; with `moving`, each picture is of another snapshot.
void many_contact_pixels(benchmark::State& state) {
  const Simulation simulation = opened_bunny(0.3, 190);
  ViewOptions options = view_of(Quality::low);
  options.contacts = options.regions = true;
  options.contact_view = static_cast<ContactView>(state.range(0));
  options.skin = state.range(1) ? SkinColour::pressure : SkinColour::none;
  const std::vector<std::shared_ptr<const Snapshot>> two{simulation.snapshot({.pixels = true}),
                                                         simulation.snapshot({.pixels = true})};
  const bool moving = state.range(2) != 0;
  draw_round(
      state, [&](int picture) { return two[moving ? std::size_t(picture % 2) : 0]; }, options);
  std::size_t pixels = 0;
  for (const PairState& pair : two[0]->pairs)
    pixels += images_of(pair.contacts).pixels.size();
  state.SetLabel(std::to_string(pixels) + " pixels");
}
BENCHMARK(many_contact_pixels)
    ->ArgNames({"view", "skin", "moving"})
    ->ArgsProduct({{0, 1, 2}, {0, 1}, {0, 1}})
    ->Iterations(1);

} // namespace
} // namespace lamina::bench
