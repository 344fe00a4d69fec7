// W12-fig1e: how often a second a simulation with method raytraced is stepped and shown, by rays that share
// its trees, and drawn by OpenGL. Writes a table to the file that is named: medians over steps.

#include "core/bench/spread.h"
#include "core/bvh/box_tree.h"
#include "core/scene/scene_file.h"
#include "core/simulation/simulation.h"
#include "ui/render/pictures/offscreen.h"
#include "ui/render/pictures/ray_tracer.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lamina::bench {
namespace {

constexpr ViewSize size{640, 480};
constexpr int steps_before = 60, steps = 30;

double ms_of(const std::function<void()>& work) {
  const auto before = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - before).count();
}

std::size_t triangles_of(const Snapshot& snapshot) {
  std::size_t sum = 0;
  for (const BodyInfo& info : *snapshot.infos)
    sum += shown_triangles(*info.mesh);
  return sum;
}

/// Medians, ms.
struct Times {
  std::vector<double> step, trees, snapshot, prepare, rays, drawn;
};

/// What pictures would take beside without trees to share: one for each body, built and refitted, ms.
struct OwnTrees {
  double build = 0, refit = 0;
};

OwnTrees own_trees(const Snapshot& snapshot) {
  OwnTrees times;
  for (const BodyInfo& info : *snapshot.infos) {
    const TriangleMesh& mesh = info.mesh->mesh;
    const Box box = bvh::corner_bounds(mesh.triangles, mesh.vertices);
    bvh::BoxTree tree;
    times.build += ms_of([&] { tree.build(mesh.triangles, mesh.vertices, box); });
    times.refit += ms_of([&] { tree.refit(box); });
  }
  return times;
}

void measure(const std::string& name, int threads, OffscreenRenderer* renderer, std::ostream& out) {
  const std::vector<std::filesystem::path> files{resolve_scene_name(name)};
  const auto scene = std::make_shared<Scene>(open_scene(files));
  scene->settings.contact.method = "raytraced";
  scene->settings.simulation.threads = threads;
  Simulation simulation(scene);
  for (int step = 0; step < steps_before; ++step)
    simulation.step();
  const Camera camera(scene->camera);
  ViewOptions options;
  options.quality = Quality::medium; // with shadows, as the rays have
  RayTracer tracer;
  Times times;
  std::shared_ptr<const Snapshot> shown;
  std::uint64_t built = 0;
  for (int step = 0; step < steps; ++step) {
    times.step.push_back(ms_of([&] { simulation.step(); }));
    times.trees.push_back(simulation.statistics().timings.phase("bvh"));
    times.snapshot.push_back(ms_of([&] { shown = simulation.snapshot({.trees = true}); }));
    times.prepare.push_back(ms_of([&] { tracer.show(shown, camera, ray_traced_options(options), size); }));
    times.rays.push_back(ms_of([&] { tracer.whole(size, 1); }));
    if (renderer)
      times.drawn.push_back(
          ms_of([&] { renderer->render(shown, camera, options, size.width, size.height); }));
    if (step == 0)
      built = tracer.trees_built(); // of floors, and of bodies that have touched nothing yet
  }
  const auto median = [](const std::vector<double>& of) { return of.empty() ? 0 : spread_of(of).median; };
  const double step = median(times.step),
               by_rays = median(times.snapshot) + median(times.prepare) + median(times.rays),
               drawn = median(times.drawn);
  const OwnTrees own = own_trees(*shown);
  out << name << ',' << scene->bodies.size() << ',' << triangles_of(*shown) << ',' << threads << ',' << step
      << ',' << median(times.trees) << ',' << median(times.snapshot) << ',' << median(times.prepare) << ','
      << median(times.rays) << ',' << drawn << ',' << 1000 / by_rays << ',' << 1000 / (step + by_rays) << ','
      << (renderer ? 1000 / (step + drawn) : 0) << ',' << tracer.trees_shared() << ',' << built << ','
      << tracer.trees_built() - built << ',' << own.build << ',' << own.refit << std::endl;
}

void run(const std::string& file) {
  std::ofstream out(file);
  if (!out)
    throw std::runtime_error("cannot write " + file);
  std::unique_ptr<OffscreenRenderer> renderer;
  try {
    renderer = std::make_unique<OffscreenRenderer>();
  } catch (const std::runtime_error& error) {
    std::cerr << "without OpenGL: " << error.what() << '\n';
  }
  out << "scene,bodies,triangles,threads,step_ms,trees_ms,snapshot_ms,prepare_ms,rays_ms,opengl_ms,"
         "pictures_per_s,steps_and_pictures_per_s,steps_and_opengl_per_s,shared,built_first,"
         "built_later,own_build_ms,own_refit_ms\n";
  for (const char* scene : {"heap", "start-tangled", "nut-on-screw", "chain"})
    for (const int threads : {1, 2})
      measure(scene, threads, renderer.get(), out);
}

} // namespace
} // namespace lamina::bench

int main(int count, char** arguments) try {
  if (count != 2)
    throw std::runtime_error("needs the file to write");
  lamina::bench::run(arguments[1]);
  return 0;
} catch (const std::exception& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
