#pragma once

#include "core/scene/scene.h"

#include <memory>
#include <string>
#include <vector>

namespace lamina::papers::h08 {

/// The paper's torus: 1600 triangles, soft. Radii, material and lattice are ours, since it states none: 0.5
/// m, 0.2 m, 1000 kg/m³, 100 kPa, damped over 0.02 s, 10 lattice cells across, no self-contact.
SceneBody torus(const std::string& name, const Pose& pose, int lattice_cells = 10);

/// How two tori of Fig. 10 start. The paper shows a picture that cannot be read from its text.
enum class Start {
  beside,  ///< nearly in one plane, tubes across each other at two places
  crossed, ///< one upright, its tube across that of the level one
  stacked, ///< nearly in the same place
};
inline constexpr Start starts[] = {Start::beside, Start::crossed, Start::stacked};
std::string start_name(Start start);

/// Two tori without gravity. The response is ours with a given stiffness, 1 MPa/m, in which half of the
/// tube's radius presses as hard as the material is stiff.
std::shared_ptr<Scene> two_tori(Start start);

/// Puts a scene under a method: "raytraced", "raytraced H08" (its own force: along the ray, every vertex
/// alike, rays through an octree), "proximity" (which keeps 6 mm and looks 60 mm deep here), "proximity wide"
/// (30 mm and 100 mm: half of a tube) or "ldi".
void choose_method(Scene& scene, const std::string& method);

} // namespace lamina::papers::h08
