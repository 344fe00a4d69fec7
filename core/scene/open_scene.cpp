#include "core/base/error.h"
#include "core/scene/open_meshes.h"
#include "core/scene/scene_file.h"
#include "core/scene/scene_file_name.h"
#include "core/scene/scene_keys.h"
#include "core/settings/assignments.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>

namespace lamina {

bool is_scene_file(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return extension == ".json";
}

namespace {

/// The whole text of a regular file, refused before it is read if it is too long.
std::string read_text(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError(path.string(), 0, "there is no such file");
  if (!std::filesystem::is_regular_file(status))
    throw InputError(path.string(), 0, "is not a file");
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  if (error || size > JsonLimits{}.bytes)
    throw InputError(path.string(), 0,
                     error ? error.message()
                           : "is longer than the " + std::to_string(JsonLimits{}.bytes >> 20) +
                                 " MiB that a scene may have");
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file)
    throw InputError(path.string(), 0, "cannot be read");
  return text;
}

Scene open_scene_file(const std::filesystem::path& file, const OpenOptions& options) {
  if (options.metres_per_unit > 0 || options.fit_m > 0 || options.split_pieces || options.as_one_sided ||
      options.weld > 0 || options.up != 'y' || options.mending.wanted())
    throw InputError(
        file.string(), 0,
        "is a scene: unit, fit, weld, close-holes, thickness, up, split and one-sided are for mesh files; a "
        "scene states \"unit\", \"scale\", \"weld\", \"close_holes\", \"thickness\", \"orientation\", "
        "\"split_pieces\" and \"one_sided\" for each body");
  if (options.kind || options.young_modulus > 0 || options.tensile_strength > 0 ||
      options.lattice_cells > 0 || options.stuffing_cells > 0)
    throw InputError(
        file.string(), 0,
        "is a scene: soft, young, strength, lattice and tetrahedra are for mesh files; a scene states "
        "\"kind\": \"soft\", \"material\", \"lattice_cells\" and \"tetrahedra\" for each body");
  Scene scene = parse_scene(read_text(file), file);
  load_scene_meshes(scene, options.progress);
  return scene;
}

} // namespace

Scene open_scene(std::span<const std::filesystem::path> files, const OpenOptions& options) {
  if (files.empty())
    throw InputError("no file to open");
  for (const std::filesystem::path& file : files)
    if (files.size() > 1 && is_scene_file(file))
      throw InputError(file.string(), 0, "is a scene and stands alone; open it without other files");

  Scene scene = is_scene_file(files[0]) ? open_scene_file(files[0], options) : open_meshes(files, options);
  if (!options.preset.empty())
    apply_preset(scene.settings, options.preset);
  assign_settings(scene.settings, options.assignments);
  if (!scene.camera_given)
    scene.camera = frame_scene(scene);
  return scene;
}

} // namespace lamina
