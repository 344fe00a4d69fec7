#pragma once

#include "core/body/cut_triangle.h"
#include "core/scene/scene.h"
#include "core/settings/setting_list.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace lamina {

// Inputs of a simulation, applied at a step boundary in the order in which they came, and recorded with their
// step.

/// Setting "method" takes backend "cpu" along where the new method does not run on the one in force.
struct SetSetting {
  std::string name;
  SettingValue value;
};
struct ApplyPreset {
  std::string preset;
};
struct BeginDrag {
  std::uint32_t body;
  Vec3 grabbed;                         ///< world position of the point taken hold of, m
  std::vector<std::uint32_t> with = {}; ///< bodies that come along, each held at its centre
};
struct MoveDrag {
  Vec3 target; ///< world, m
};
struct TurnDrag {
  Vec3 turn; ///< how far what is held shall be turned since it was taken hold of: rotation vector, world, rad
};
struct EndDrag {};
struct SetMaterial {
  std::uint32_t body; ///< one that deforms
  Material material;
};
struct SetWeight {
  std::uint32_t body;
  std::optional<double> density, mass; ///< kg/m³ or kg; without either, 1000 kg/m³
};
struct SetFriction {
  std::uint32_t body;
  std::optional<double> coefficient; ///< without: that of the settings
};
struct SetRestitution {
  std::uint32_t body;
  std::optional<double> coefficient; ///< without: that of the settings
};
struct SetContactStiffness {
  std::uint32_t body;
  double factor; ///< on the stiffness of its contacts
};
struct SetDrive {
  std::uint32_t body;        ///< a skinned one
  double stiffness, damping; ///< of the springs in its joints, N·m/rad and s
};
/// Cuts bodies (by their numbers) along triangles in the world: soft ones of tetrahedra.
struct CutBodies {
  std::vector<std::uint32_t> bodies;
  std::vector<CutTriangle> sheet;
};
/// Takes the last cut since the last step back, as if it had not been made; nothing if there is none.
struct UndoCut {};
struct SetCamera {
  CameraView camera;
};
/// Back to the scene's first state; settings stay, and so does what bodies were made to be since.
struct Reset {};

/// Any of them.
using Event = std::variant<SetSetting, ApplyPreset, BeginDrag, MoveDrag, TurnDrag, EndDrag, SetMaterial,
                           SetWeight, SetFriction, SetRestitution, SetContactStiffness, SetDrive, CutBodies,
                           UndoCut, SetCamera, Reset>;

} // namespace lamina
