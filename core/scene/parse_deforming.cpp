#include "core/mesh/stuffing/stuffing.h"
#include "core/scene/change_body.h"
#include "core/scene/scene_keys.h"
#include "core/scene/scene_parser.h"

#include <algorithm>

namespace lamina {

void BodyParser::check_kind(const std::vector<SceneKey>& keys, const JsonValue& value,
                            const std::string& what, BodyKind kind) const {
  for (const SceneKey& key : keys) {
    if (key.kinds.empty() || std::find(key.kinds.begin(), key.kinds.end(), kind) != key.kinds.end())
      continue;
    if (const JsonValue* given = JsonReader::find(value, key.name))
      reader_.refuse(*given, "\"" + key.name + "\" is for " + list_of_kinds(key.kinds) + " bodies; " + what +
                                 " is " + kind_name(kind));
  }
}

void BodyParser::read_deforming(const JsonValue& value, const std::string& what, SceneBody& body) const {
  if (const JsonValue* factor = JsonReader::find(value, "contact_stiffness"))
    body.contact_stiffness =
        reader_.number(*factor, "\"contact_stiffness\" of " + what, stiffness_factor_range);
  if (const JsonValue* material = JsonReader::find(value, "material"))
    body.material = read_elasticity(*material, what, body.kind);
  if (const JsonValue* division = JsonReader::find(value, "division")) {
    body.division =
        static_cast<Division>(reader_.choice(*division, "\"division\" of " + what, division_names()));
    if (body.division == Division::vertices && body.kind != BodyKind::particles)
      reader_.refuse(*division, "only particles bodies can be made of the vertices of their surface; " +
                                    what + " is " + kind_name(body.kind));
  }
  if (const JsonValue* cells = JsonReader::find(value, "lattice_cells"))
    body.lattice_cells =
        static_cast<int>(reader_.whole(*cells, "\"lattice_cells\" of " + what, 1, most_lattice_cells));
  if (const JsonValue* cells = JsonReader::find(value, "tetrahedra")) {
    body.stuffing_cells =
        static_cast<int>(reader_.whole(*cells, "\"tetrahedra\" of " + what, 1, most_stuffing_cells));
    if (body.sidedness == Sidedness::one_sided)
      reader_.refuse(*cells,
                     what + " is one-sided, and \"tetrahedra\" fill volumes: leave one of the two out");
    if (body.division == Division::lattice)
      reader_.refuse(*cells, what +
                                 " has \"tetrahedra\", and its \"division\" is a lattice instead: leave one "
                                 "of the two out");
  }
  if (const JsonValue* particles = JsonReader::find(value, "particles")) {
    body.particles = read_file_name(*particles, "\"particles\" of " + what);
    if (body.division != Division::automatic)
      reader_.refuse(*particles, what + " has both \"particles\" and a \"division\"");
  }
  if (const JsonValue* clamps = JsonReader::find(value, "clamps"))
    for (const JsonValue& clamp : reader_.list(*clamps, "\"clamps\" of " + what))
      body.clamps.push_back(read_clamp(clamp, "a clamp of " + what));
  if (const JsonValue* self_contact = JsonReader::find(value, "self_contact"))
    body.self_contact = reader_.boolean(*self_contact, "\"self_contact\" of " + what);
  if (const JsonValue* drive = JsonReader::find(value, "drive"))
    body.drive = read_drive(*drive, "the drive of " + what);
}

Material BodyParser::read_elasticity(const JsonValue& value, const std::string& of, BodyKind kind) const {
  static const std::vector<std::string> keys = key_names(material_keys());
  const std::string what = "the material of " + of;
  reader_.expect_object(value, what, keys);
  check_kind(material_keys(), value, of, kind);
  Material material;
  const auto read = [&](const char* key, NumberRange range, double& number) {
    if (const JsonValue* given = JsonReader::find(value, key))
      number = reader_.number(*given, std::string("\"") + key + "\" in " + what, range);
  };
  read("young_modulus", young_modulus_range, material.young_modulus);
  read("poisson_ratio", poisson_ratio_range, material.poisson_ratio);
  read("damping", damping_range, material.damping);
  if (const JsonValue* given = JsonReader::find(value, "tensile_strength"))
    material.tensile_strength = reader_.number(*given, "\"tensile_strength\" in " + what, strength_range);
  for (const auto& [name, member] : cloth_numbers)
    read(name, cloth_range(name), material.cloth.*member);
  if (const std::string reason = why_no_cloth(material.cloth); !reason.empty())
    reader_.refuse(value, what + ": " + reason);
  return material;
}

Clamp BodyParser::read_clamp(const JsonValue& value, const std::string& what) const {
  static const std::vector<std::string> keys = key_names(clamp_keys());
  reader_.expect_object(value, what, keys);
  Clamp clamp;
  clamp.box.min = reader_.vector(reader_.require(value, "min", what), "\"min\" of " + what, length_range);
  clamp.box.max = reader_.vector(reader_.require(value, "max", what), "\"max\" of " + what, length_range);
  if ((clamp.box.min.array() > clamp.box.max.array()).any())
    reader_.refuse(value, what + " holds nothing: its \"min\" lies above its \"max\"");
  if (const JsonValue* motion = JsonReader::find(value, "motion"))
    clamp.motion = read_motion(*motion, what);
  return clamp;
}

JointDrive BodyParser::read_drive(const JsonValue& value, const std::string& what) const {
  static const std::vector<std::string> keys = key_names(drive_keys());
  reader_.expect_object(value, what, keys);
  JointDrive drive;
  if (const JsonValue* stiffness = JsonReader::find(value, "stiffness"))
    drive.stiffness = reader_.number(*stiffness, "\"stiffness\" of " + what, joint_stiffness_range);
  if (const JsonValue* damping = JsonReader::find(value, "damping"))
    drive.damping = reader_.number(*damping, "\"damping\" of " + what, damping_range);
  if (const JsonValue* animation = JsonReader::find(value, "animation"))
    drive.animation = reader_.text(*animation, "\"animation\" of " + what);
  if (const JsonValue* speed = JsonReader::find(value, "speed"))
    drive.speed = reader_.number(*speed, "\"speed\" of " + what, animation_speed_range);
  return drive;
}

} // namespace lamina
