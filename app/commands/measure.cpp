#include "core/contact/measure.h"
#include "app/commands/commands.h"
#include "app/commands/error_image_files.h"
#include "app/commands/whole_surface.h"
#include "app/options/scene_options.h"
#include "app/terminal/interrupt.h"
#include "app/terminal/message.h"
#include "app/terminal/progress_line.h"
#include "core/base/error.h"
#include "core/base/writable.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "core/io/load_tet.h"
#include "core/mesh/tet_surface.h"
#include "core/settings/setting_scope.h"

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

struct MeasureOptions {
  std::string a, b;
  std::optional<int> resolution;
  std::optional<double> tolerance;
  bool rigorous = false;
  SettingOptions settings;
  bool json = false;
  std::string error_images; ///< empty: none are written
};

/// All objects of a file as one mesh, in file units; of tetrahedra the surface.
TriangleMesh load_surface(const std::string& file) {
  if (is_tet_file(file)) {
    LoadOptions load;
    load.progress = progress_on_terminal();
    const LoadedTetFile loaded = load_tet_file(file, load);
    print_file_notes(file, loaded.notes);
    std::vector<std::uint32_t> node_of_vertex;
    return boundary_surface(loaded.mesh, node_of_vertex);
  }
  return load_whole_surface(file).mesh;
}

/// The same, checked to bound a volume.
PreparedMesh load_volume(const std::string& file) {
  PreparedMesh prepared = prepare_mesh(load_surface(file));
  if (!prepared.report.accepted)
    throw InputError(file, 0, prepared.report.reason);
  print_file_notes(file, prepared.report.notes);
  return prepared;
}

Json vector_json(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

/// Of methods that measure no volume.
Json depths_json(const Measurement& m, double wall_ms) {
  return {{"contacts", m.contacts.contacts.size()},
          {"deepest_m", m.deepest},
          {"area_m2", m.area},
          {"force_on_a_m2", vector_json(m.force_on_a)},
          {"torque_on_a_m3", vector_json(m.torque_on_a)},
          {"rays", rays_of(m.contacts).rays},
          {"wall_ms", wall_ms}};
}

void print_force(const Measurement& m) {
  std::cout << "force on A  " << m.force_on_a.transpose() << " m²\n"
            << "torque on A " << m.torque_on_a.transpose() << " m³ about the origin\n";
}

void print_depths(const Measurement& m, double wall_ms) {
  std::cout << "contacts    " << m.contacts.contacts.size() << ", the deepest " << m.deepest
            << " m, on an area of " << m.area << " m²\n";
  print_force(m);
  std::cout << "searched    ";
  if (const std::uint64_t rays = rays_of(m.contacts).rays; rays > 0)
    std::cout << rays << " rays, ";
  std::cout << wall_ms << " ms\n";
}

Json volume_json(const Measurement& m, const ImageEvidence& images, const Settings& settings,
                 double wall_ms) {
  Json json{{"volume_m3", images.volume},
            {"volume_xyz_m3", vector_json(images.volume_xyz)},
            {"area_m2", m.contacts.area},
            {"force_on_a_m2", vector_json(m.force_on_a)},
            {"torque_on_a_m3", vector_json(m.torque_on_a)},
            {"resolution", settings.contact.ldi.resolution},
            {"columns", images.columns},
            {"fragments", images.fragments},
            {"contact_pixels", 2 * images.pixels.size()},
            {"dropped_columns", images.dropped.size()},
            {"wall_ms", wall_ms}};
  if (images.error) {
    json["volume_bound_m3"] = images.error->bound;
    json["volume_error_bar_m3"] = images.error->error_bar;
  }
  if (images.area_vector_bound)
    json["area_vector_bound_m2"] = *images.area_vector_bound;
  return json;
}

void print_volume(const Measurement& m, const ImageEvidence& images, const Settings& settings,
                  double wall_ms) {
  std::cout << "volume      " << images.volume << " m³ (along x, y, z: " << images.volume_xyz.transpose()
            << ")\n";
  if (images.error)
    std::cout << "off by      " << images.error->bound << " m³ at most; error bar " << images.error->error_bar
              << " m³\n";
  print_force(m);
  if (images.area_vector_bound)
    std::cout << "force off by " << *images.area_vector_bound << " m² at most\n";
  std::cout << "sampled     ";
  if (settings.contact.method == "ldi")
    std::cout << settings.contact.ldi.resolution << " pixels across: ";
  std::cout << images.columns << " columns, " << images.fragments << " fragments, "
            << 2 * images.pixels.size() << " contact pixels, " << images.dropped.size()
            << " dropped columns, " << wall_ms << " ms\n";
}

/// The volume alone, to a tolerance.
int measure_to_tolerance(const MeasureOptions& options) {
  const PreparedMesh a = load_volume(options.a), b = load_volume(options.b);
  const auto start = std::chrono::steady_clock::now();
  const adaptive::BoundedVolume found =
      measure_volume(a, b, {*options.tolerance, options.rigorous}, progress_on_terminal());
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;
  if (options.json) {
    print_json(Json{{"volume_m3", found.volume},
                    {"volume_bound_m3", found.bound},
                    {"volume_error_bar_m3", found.error_bar},
                    {"reached", found.reached},
                    {"tiles", found.tiles},
                    {"rays", found.rays},
                    {"wall_ms", wall.count()}});
    return exit_done;
  }
  wipe_progress_line();
  std::cout.precision(9);
  std::cout << "volume      " << found.volume << " m³, off by at most " << found.bound << " m³; error bar "
            << found.error_bar << " m³\n"
            << "sampled     " << found.tiles << " tiles along "
            << "xyz"[found.direction] << ", " << found.rays << " rays in all, " << wall.count() << " ms\n";
  if (!found.reached)
    print_error("note: the tolerance was not met with " + std::to_string(found.tiles) +
                " tiles; the bound says how exact the volume is");
  return exit_done;
}

int measure(const MeasureOptions& options) {
  catch_interrupts();
  if (options.tolerance)
    return measure_to_tolerance(options);
  Settings settings;
  settings.contact.ldi.resolution = 128;
  settings.contact.adaptive.area_bound = true;
  options.settings.apply(settings);
  if (options.resolution)
    set_setting(settings, "resolution", std::int64_t{*options.resolution});
  if (!options.error_images.empty()) {
    if (!uses_w12_tiles(settings.contact))
      throw InputError("--error-images: only W12's tiles have any: --set method=adaptive --set tiles=w12");
    for (const std::filesystem::path& file : error_image_files(options.error_images))
      refuse_unwritable_output(file);
  }
  const PreparedMesh a = load_volume(options.a), b = load_volume(options.b);

  const auto start = std::chrono::steady_clock::now();
  const Measurement measurement = measure_intersection(a, b, settings.contact, settings.simulation.threads);
  const std::chrono::duration<double, std::milli> wall = std::chrono::steady_clock::now() - start;

  const auto* images = measurement.contacts.evidence.find<ImageEvidence>();
  if (images && !options.error_images.empty())
    write_error_images(options.error_images, *images);
  if (options.json) {
    print_json(images ? volume_json(measurement, *images, settings, wall.count())
                      : depths_json(measurement, wall.count()));
    return exit_done;
  }
  wipe_progress_line();
  std::cout.precision(9);
  if (images)
    print_volume(measurement, *images, settings, wall.count());
  else
    print_depths(measurement, wall.count());
  return exit_done;
}

} // namespace

void add_measure(CLI::App& program, Action& action) {
  CLI::App* command = add_command(
      program, "measure",
      "Measure the intersection volume of two meshes where they stand, or their depth by another method");
  const auto options = std::make_shared<MeasureOptions>();
  command->add_option("A", options->a, "a closed mesh; coordinates are taken as metres")
      ->required()
      ->option_text(" ");
  command->add_option("B", options->b, "another")->required()->option_text(" ");
  command
      ->add_option("--resolution", options->resolution,
                   "pixels across the region (default: 128, or as --preset or --set say)")
      ->option_text("N");
  CLI::Option* tolerance =
      command
          ->add_option("--tolerance", options->tolerance,
                       "find the volume alone, by tiles, until its error bar is this share of it")
          ->check([](const std::string& text) {
            // A range would let through what is no number.
            const double value = std::strtod(text.c_str(), nullptr);
            return value >= 1e-9 && value <= 1 ? std::string()
                                               : "a share from 1e-9 to 1 is wanted, not " + text;
          })
          ->option_text("SHARE");
  command->add_flag("--rigorous", options->rigorous, "until the bound that always holds is")
      ->needs(tolerance);
  options->settings.add_to(*command);
  // Tiles know none of these.
  for (const char* name : {"--resolution", "--preset", "--set", "--threads", "--backend"})
    tolerance->excludes(command->get_option(name));
  tolerance->excludes(
      command
          ->add_option("--error-images", options->error_images,
                       "write what W12 makes tiles by, m³ a m², in NAME-x.pfm, NAME-y.pfm and NAME-z.pfm")
          ->option_text("NAME"));
  command->add_flag("--json", options->json, "print the result as JSON");
  command->footer(
      "The force is minus the gradient of the volume, summed over A's vertices: it pushes A out of B.");
  command->callback([options, &action] { action = [options] { return measure(*options); }; });
}

} // namespace lamina
