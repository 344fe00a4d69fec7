#pragma once

#include "core/base/error.h"
#include "core/io/load.h"
#include "core/scene/scene.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lamina {

/// How raw meshes become a scene.
struct OpenOptions {
  double metres_per_unit = 0; ///< 0: what the file says, otherwise 1
  double fit_m = 0;           ///< > 0: scale so that the largest extent of all meshes together is this
  char up = 'y';              ///< the axis of the files that points up in the scene: 'x', 'y' or 'z'
  bool split_pieces = false;
  double weld = 0;           ///< m: join vertices that are no farther apart; 0: only equal ones
  Mending mending;           ///< of open surfaces; not together with as_one_sided
  bool floor = true;         ///< put a one-sided ground below
  bool as_one_sided = false; ///< accept open surfaces as one-sided
  double density = 0;        ///< kg/m³, of all bodies; 0: the usual one
  /// Rigid, fixed, soft or skinned, of what is closed; by default tetrahedral files are soft and others
  /// rigid. Skinned bodies follow the first animation of their file, if it has one.
  std::optional<BodyKind> kind;
  double young_modulus = 0;    ///< Pa, of soft bodies; 0: suiting their size
  double tensile_strength = 0; ///< Pa, of soft bodies of tetrahedra; 0: they never break
  int lattice_cells = 0;       ///< > 0: soft bodies are cut into lattices of so many cells along
  int stuffing_cells = 0;      ///< > 0: closed surfaces are filled with tetrahedra, so many cells along
  std::string preset;          ///< named group of settings, applied before the assignments; may be empty
  std::vector<std::string> assignments; ///< "name=value" settings, applied last
  Progress progress;
};

/// A mesh file was read, but what it holds can be no volume; mended or as a one-sided surface it may be.
class MeshRefused : public InputError {
public:
  using InputError::InputError;
};

/// Opens a scene file, or mesh files (each object a body above a floor, at a suitable camera, resolution,
/// drag). Several mesh files make one scene; a scene file stands alone. Meshes are loaded and prepared.
/// Throws InputError (file, line, reason, nearest key), MeshRefused for raw meshes, and Cancelled.
Scene open_scene(std::span<const std::filesystem::path> files, const OpenOptions& options = {});

/// Reads a scene from JSON text (comments allowed); `source` names it in messages and anchors relative paths.
/// Does not load meshes.
Scene parse_scene(std::string_view json_text, const std::filesystem::path& source);

/// Extensions (lower case, with the dot) of the files that bodies can be made of, surfaces first.
const std::vector<std::string>& body_file_extensions();

/// Loads and prepares the meshes of all bodies that have none yet, and builds the lattices of those that use
/// one and have none. Of these, bodies that name the same share it.
void load_scene_meshes(Scene& scene, const Progress& progress = {});

/// A camera that sees every body that has an end (one-sided surfaces do not count), from ahead, right and
/// above. Needs loaded meshes.
CameraView frame_scene(const Scene& scene);

/// The scene as JSON that parse_scene reads back to the same scene, as a person would write it: only what
/// differs from the defaults, paths relative to `folder`.
std::string write_scene(const Scene& scene, const std::filesystem::path& folder);

/// The JSON Schema of scene files (docs/scene.schema.json is this text; a test compares them).
std::string scene_schema();

/// Folder of the scenes that come with the program: $LAMINA_SCENES, the installed or the source folder.
std::filesystem::path shipped_scenes_folder();

/// A path, or the name of a shipped scene ("heap") turned into its path. Throws InputError naming the nearest
/// one.
std::filesystem::path resolve_scene_name(const std::string& name_or_path);

} // namespace lamina
