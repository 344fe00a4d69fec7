#include "core/scene/change_body.h"

#include "core/base/error.h"
#include "core/scene/scene_keys.h"
#include "core/settings/setting_list.h"

namespace lamina {

double checked(double value, const NumberRange& range, const std::string& what) {
  if (!(value >= range.minimum && value <= range.maximum))
    throw InputError(what + " must be a number from " + to_text(range.minimum) + " to " +
                     to_text(range.maximum));
  return value;
}

std::string why_no_cloth(const ClothMaterial& material) {
  return 4 * material.shear_stiffness > material.stretch_stiffness
             ? ""
             : "\"shear_stiffness\" must be more than a quarter of \"stretch_stiffness\": with less, pulling "
               "cloth would make it wider";
}

void change_material(SceneBody& body, const Material& material) {
  checked(material.young_modulus, young_modulus_range, "Young's modulus, Pa,");
  checked(material.poisson_ratio, poisson_ratio_range, "Poisson's ratio");
  checked(material.damping, damping_range, "damping, s,");
  if (material.tensile_strength)
    checked(*material.tensile_strength, strength_range, "tensile strength, Pa,");
  for (const auto& [name, member] : cloth_numbers)
    checked(material.cloth.*member, cloth_range(name), name);
  if (const std::string reason = why_no_cloth(material.cloth); !reason.empty())
    throw InputError(reason);
  body.material = material;
}

void change_weight(SceneBody& body, std::optional<double> density, std::optional<double> mass) {
  if (density)
    checked(*density, density_range, "density, kg/m³,");
  if (mass)
    checked(*mass, mass_range, "mass, kg,");
  body.density = density;
  body.mass = mass;
}

void change_friction(SceneBody& body, std::optional<double> coefficient) {
  if (coefficient)
    checked(*coefficient, coefficient_range, "friction coefficient");
  body.friction_coefficient = coefficient;
}

void change_restitution(SceneBody& body, std::optional<double> coefficient) {
  if (coefficient)
    checked(*coefficient, unit_interval, "coefficient of restitution");
  body.restitution = coefficient;
}

void change_contact_stiffness(SceneBody& body, double factor) {
  body.contact_stiffness = checked(factor, stiffness_factor_range, "factor on the contact stiffness");
}

void change_drive(SceneBody& body, double stiffness, double damping) {
  if (body.kind != BodyKind::skinned)
    throw InputError("body \"" + body.name + "\" is not skinned: it has no joints to drive");
  checked(stiffness, joint_stiffness_range, "stiffness of the joints, N·m/rad,");
  checked(damping, damping_range, "damping of the joints, s,");
  body.drive.stiffness = stiffness;
  body.drive.damping = damping;
}

} // namespace lamina
