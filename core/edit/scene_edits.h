#pragma once

#include "core/base/progress.h"
#include "core/scene/scene.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// A change to a scene, not made yet. Scenes are values: an edit makes a new one, with meshes shared.
struct SceneEdit {
  std::string name;  ///< what it does, for a menu: "move box"
  std::string group; ///< edits of the same non-empty group that follow one another are one step to undo
  bool slow = false; ///< reads or prepares meshes that may be large: not for the thread of a window
  bool live = false; ///< changes only what a run can take over as it goes on, see live_changes()
  /// Changes the scene in place. Throws InputError with the reason and the way out; then the copy that it
  /// worked on is of no use.
  std::function<void(Scene&, const Progress&)> change;
};

/// The scene after an edit. Throws InputError and Cancelled; the scene given is never touched.
Scene edited(const Scene& scene, const SceneEdit& edit, const Progress& progress = {});

/// A scene of a floor and nothing else.
Scene new_scene();

/// The scene with the paths of its meshes made absolute, so that it no longer depends on where it came from.
Scene with_absolute_paths(Scene scene);

/// A new body of a recipe, standing on the floor or on what is there, at the place beside `place` (world, m).
/// A ground becomes a fixed one-sided floor through the origin.
SceneEdit add_recipe(const Recipe& recipe, const Vec3& place);

/// The bodies of an opened mesh file, put together as they lie in it, likewise. Their meshes are loaded.
SceneEdit add_bodies(std::string name, std::vector<SceneBody> bodies, const Vec3& place);

// Edits of one body, by its index; the scene is asked for its name only.
SceneEdit duplicate_body(const Scene& scene, std::size_t body); ///< beside the original, at the end
SceneEdit remove_body(const Scene& scene, std::size_t body);    ///< a scene keeps at least one
SceneEdit rename_body(const Scene& scene, std::size_t body, const std::string& name);
/// Why a loaded body cannot be of a kind; empty if it can.
std::string kind_refusal(const SceneBody& body, BodyKind kind);
/// What has no material or motion yet gets one that suits its size.
SceneEdit set_kind(const Scene& scene, std::size_t body, BodyKind kind);
SceneEdit set_motion(const Scene& scene, std::size_t body, const ScriptedMotion& motion);
SceneEdit set_material(const Scene& scene, std::size_t body, const Material& material);
/// Of a lattice, along the longest side: a whole number.
SceneEdit set_lattice_cells(const Scene& scene, std::size_t body, double cells);
SceneEdit set_density(const Scene& scene, std::size_t body, std::optional<double> density); ///< kg/m³
SceneEdit set_mass(const Scene& scene, std::size_t body, double mass);                      ///< kg
SceneEdit set_friction(const Scene& scene, std::size_t body, std::optional<double> coefficient);
SceneEdit set_restitution(const Scene& scene, std::size_t body, std::optional<double> coefficient);
SceneEdit set_contact_stiffness(const Scene& scene, std::size_t body, double factor);
/// The springs in the joints of a skinned body: N·m/rad and s.
SceneEdit set_drive(const Scene& scene, std::size_t body, double stiffness, double damping);
SceneEdit set_colour(const Scene& scene, std::size_t body, std::optional<std::array<float, 3>> colour);
SceneEdit set_recipe_number(const Scene& scene, std::size_t body, const std::string& parameter, double value);
/// The pose of the mesh's own origin. Orientations are kept to a hundredth of a degree.
SceneEdit place_body(const Scene& scene, std::size_t body, const Pose& pose, const std::string& verb);
/// Metres per unit of the mesh file, or the factor on a recipe; the middle of the body stays where it is.
SceneEdit set_scale(const Scene& scene, std::size_t body, double scale);
/// Up or down until the lowest point touches the floor.
SceneEdit snap_to_floor(const Scene& scene, std::size_t body);

/// Makes the poses given (of each body's mesh origin) those with which bodies begin, at rest and in their own
/// shape. Fixed and scripted bodies stay, and so does what clamps hold.
SceneEdit take_poses(std::vector<Pose> poses);
SceneEdit set_camera(const CameraView& camera);

/// World bounds of a loaded body as it begins; empty without vertices.
Box starting_bounds(const SceneBody& body);

/// The middle of a body's mesh in the mesh's own frame, m: what handles and turns go about.
Vec3 middle_of(const SceneBody& body);

/// How far a body must move up, against gravity, so that its lowest point touches the one-sided surfaces
/// under it. Without any, it is the plane through the origin. In m, negative for down.
double height_correction(const Scene& scene, std::size_t body);

} // namespace lamina
