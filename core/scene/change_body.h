#pragma once

#include "core/scene/json_reader.h"
#include "core/scene/scene.h"

#include <optional>
#include <string>

namespace lamina {

/// Refuses a number that a scene file would refuse. Throws InputError with the range.
double checked(double value, const NumberRange& range, const std::string& what);

/// Why these numbers, each in its range, make no cloth together; "" if they do.
std::string why_no_cloth(const ClothMaterial& material);

// What of a body can change while it moves, for its start and its shape stay. Each throws InputError for a
// number that a scene file would refuse, and then leaves the body as it was.
void change_material(SceneBody& body, const Material& material);
/// Density (kg/m³) or mass (kg); without either, 1000 kg/m³, and 300 of cloth.
void change_weight(SceneBody& body, std::optional<double> density, std::optional<double> mass);
/// Coulomb coefficient; without, that of the settings.
void change_friction(SceneBody& body, std::optional<double> coefficient);
void change_restitution(SceneBody& body, std::optional<double> coefficient);
void change_contact_stiffness(SceneBody& body, double factor);
/// Of the springs in the joints of a skinned body: N·m/rad and s.
void change_drive(SceneBody& body, double stiffness, double damping);

} // namespace lamina
