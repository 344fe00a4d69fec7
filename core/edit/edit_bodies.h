#pragma once

#include "core/edit/scene_edits.h"
#include "core/scene/change_body.h"

#include <string>

namespace lamina {

/// An edit of one body that is certain to exist when `change` gets it.
SceneEdit body_edit(const Scene& scene, std::size_t body, const std::string& verb,
                    std::function<void(Scene&, SceneBody&, const Progress&)> change);

/// A name that no body of the scene has: the name given, or with a number in the place of the one at its end.
std::string free_name(const Scene& scene, const std::string& name);

/// Loads the meshes of bodies that have none yet and leaves load notes aside. Throws InputError.
void load_missing_meshes(Scene& scene, const Progress& progress);

/// The decimal number that a value was meant to be where the two differ by rounding errors alone.
double without_noise(double value);

/// Moves a body, with the boxes that hold parts of it.
void move_to(SceneBody& body, const Vec3& position);

/// A length rounded to what a person would write for something of this size, m: to a thousandth of it or
/// less.
double rounded_length(double value, double size);

} // namespace lamina
