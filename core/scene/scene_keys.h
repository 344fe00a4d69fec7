#pragma once

#include "core/scene/json_reader.h"
#include "core/scene/scene.h"

#include <string>
#include <utility>
#include <vector>

namespace lamina {

/// A key of a scene file: its name, the JSON Schema of its value as JSON text, and what it says. The parser
/// knows no other keys, and the published schema is made from the same lists.
struct SceneKey {
  std::string name, schema, sentence;
  std::vector<BodyKind> kinds = {}; ///< of bodies that may have it; empty: all
};

const std::vector<SceneKey>& scene_keys();
const std::vector<SceneKey>& body_keys();
const std::vector<SceneKey>& array_keys();
const std::vector<SceneKey>& motion_keys();
const std::vector<SceneKey>& keyframe_keys();
const std::vector<SceneKey>& rotation_keys();
const std::vector<SceneKey>& camera_keys();
const std::vector<SceneKey>& material_keys();
const std::vector<SceneKey>& clamp_keys();
const std::vector<SceneKey>& drive_keys();
const std::vector<SceneKey>& pair_keys();

std::vector<std::string> key_names(const std::vector<SceneKey>& keys);

/// "rigid, soft and skinned", for messages.
std::string list_of_kinds(const std::vector<BodyKind>& kinds);

/// The values of `division` and `interpolation`, in the order of their enumerations.
const std::vector<std::string>& division_names();
const std::vector<std::string>& interpolation_names();

/// What a scene may hold.
inline constexpr std::size_t body_limit = 10'000;
inline constexpr std::size_t name_length_limit = 200;
inline constexpr int most_lattice_cells = 200;

/// Accepted intervals, SI units: wide enough for anything sensible, narrow enough that nothing overflows.
inline constexpr NumberRange length_range{-1e6, 1e6}, positive_length_range{1e-9, 1e6},
    speed_range{-1e5, 1e5}, acceleration_range{-1e4, 1e4}, spin_range{-1e5, 1e5}, scale_range{1e-9, 1e9},
    density_range{1e-6, 1e9}, mass_range{1e-12, 1e15}, coefficient_range{0, 10}, time_range{0, 1e6},
    frequency_range{0, 1000}, angle_range{-1e6, 1e6}, field_of_view_range{1, 170},
    field_of_view_radians{0.01, 3}, unit_interval{0, 1}, young_modulus_range{1e-3, 1e13},
    poisson_ratio_range{-0.99, 0.499}, damping_range{0, 100}, strength_range{1e-6, 1e13},
    stiffness_factor_range{1e-6, 1e6}, joint_stiffness_range{0, 1e12}, animation_speed_range{-100, 100};

/// The same for a number of cloth (cloth_numbers).
NumberRange cloth_range(const std::string& number);

} // namespace lamina
