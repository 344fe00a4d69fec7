#include "core/scene/scene_keys.h"

#include "core/base/length_units.h"
#include "core/mesh/stuffing/stuffing.h"
#include "core/settings/setting_list.h"

namespace lamina {

namespace {

const std::string a_text = R"({"type": "string"})";
const std::string a_truth = R"({"type": "boolean"})";

std::string number_in(NumberRange range) {
  return R"({"type": "number", "minimum": )" + to_text(range.minimum) + R"(, "maximum": )" +
         to_text(range.maximum) + "}";
}

std::string whole_in(std::int64_t minimum, std::int64_t maximum) {
  return R"({"type": "integer", "minimum": )" + to_text(minimum) + R"(, "maximum": )" + to_text(maximum) +
         "}";
}

std::string list_of(const std::string& item, std::size_t count) {
  return R"({"type": "array", "items": )" + item + R"(, "minItems": )" + std::to_string(count) +
         R"(, "maxItems": )" + std::to_string(count) + "}";
}

std::string vector_in(NumberRange range) {
  return list_of(number_in(range), 3);
}

std::string reference(const std::string& name) {
  return R"({"$ref": "#/$defs/)" + name + R"("})";
}

std::string one_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return R"({"enum": [)" + text + "]}";
}

std::string either(const std::string& a, const std::string& b) {
  return R"({"anyOf": [)" + a + ", " + b + "]}";
}

std::vector<std::string> unit_names() {
  std::vector<std::string> names;
  for (const LengthUnit& unit : length_units)
    names.emplace_back(unit.symbol);
  return names;
}

std::vector<std::string> kind_names() {
  std::vector<std::string> names;
  for (const BodyKind kind : body_kinds)
    names.push_back(kind_name(kind));
  return names;
}

const std::vector<BodyKind> movable{BodyKind::rigid, BodyKind::soft, BodyKind::particles, BodyKind::skinned,
                                    BodyKind::cloth};
const std::vector<BodyKind> deforming{BodyKind::soft, BodyKind::particles, BodyKind::skinned,
                                      BodyKind::cloth};
const std::vector<BodyKind> solid{BodyKind::rigid, BodyKind::fixed,     BodyKind::scripted,
                                  BodyKind::soft,  BodyKind::particles, BodyKind::skinned};
const std::vector<BodyKind> filled{BodyKind::rigid, BodyKind::fixed, BodyKind::scripted, BodyKind::soft,
                                   BodyKind::particles};
const std::vector<BodyKind> elastic{BodyKind::soft, BodyKind::particles};
const std::vector<BodyKind> with_material{BodyKind::soft, BodyKind::particles, BodyKind::cloth};

const std::string an_orientation = list_of(number_in({-1e6, 1e6}), 4);
const std::string rotations =
    either(reference("rotation"), R"({"type": "array", "items": )" + reference("rotation") + "}");

} // namespace

const std::vector<SceneKey>& scene_keys() {
  static const std::vector<SceneKey> keys{
      {"$schema", a_text, "Where an editor finds this schema; not read."},
      {"title", a_text, "Name of the scene as shown."},
      {"look_for", a_text, "One sentence on what to watch."},
      {"gravity", either(number_in({0, acceleration_range.maximum}), vector_in(acceleration_range)),
       "Acceleration, m/s²: a number points it along -y, a vector anywhere; up is against it. Default 9.81."},
      {"time_step", reference("settings/properties/time_step"), "Short for the setting of that name."},
      {"method", reference("settings/properties/method"), "Short for the setting of that name."},
      {"preset", one_of(preset_names()), "A named group of settings, applied before the settings."},
      {"settings", reference("settings"), "Settings that differ from the defaults."},
      {"bodies", R"({"type": "array", "minItems": 1, "items": )" + reference("body") + "}",
       "What is in the scene."},
      {"pairs", R"({"type": "array", "items": )" + reference("pair") + "}",
       "What holds for pairs of bodies instead of what follows from the two."},
      {"camera", reference("camera"), "Where the viewport looks from; without it all bodies are framed."}};
  return keys;
}

const std::vector<SceneKey>& body_keys() {
  static const std::vector<SceneKey> keys{
      {"name", a_text, "Unique name; by default the shape or file name, with a number if need be."},
      {"mesh", a_text,
       "Mesh file, relative to the scene file: a surface, or a solid cut into tetrahedra (.msh, .mesh, "
       ".node, "
       ".ele, .vtk, .vtu)."},
      {"object", whole_in(0, 1'000'000),
       "Which object of the mesh file, from 0; by default all of them together."},
      {"split_pieces", a_truth,
       "Whether `object` counts the connected pieces of the file instead of its objects."},
      {"recipe", reference("recipe"), "A procedural shape instead of a mesh file."},
      {"scale", number_in(scale_range),
       "Metres per unit of the mesh file, or factor on a recipe. Default 1."},
      {"weld", number_in(positive_length_range),
       "Vertices of the mesh file that are no farther apart are joined, m. By default only equal ones are."},
      {"close_holes", a_truth,
       "Whether each loop of boundary edges of the mesh file is filled, so that it bounds a volume. Default "
       "false.",
       solid},
      {"thickness", number_in(positive_length_range),
       "How thick open pieces of the mesh file become, m: half of it on either side, with a band along the "
       "boundary. By default they stay open.",
       solid},
      {"unit", one_of(unit_names()), "Unit of the mesh file, instead of `scale`."},
      {"tetrahedra", whole_in(1, most_stuffing_cells),
       "The surface is filled with tetrahedra on a lattice of so many cells along the longest side, and "
       "their "
       "boundary takes its place. Soft bodies use them instead of a lattice. By default no surface is "
       "filled.",
       filled},
      {"kind", one_of(kind_names()), "How the body moves. Default rigid."},
      {"density", number_in(density_range), "kg/m³. Default 1000; 300 of cloth."},
      {"mass", number_in(mass_range), "kg, instead of `density`."},
      {"friction_coefficient", number_in(coefficient_range),
       "Coulomb coefficient of this body instead of the setting; a pair takes the geometric mean."},
      {"restitution", number_in(unit_interval),
       "Coefficient of restitution of this body instead of the setting; a pair takes the greater one. It "
       "needs response=constraints."},
      {"position", vector_in(length_range), "Where the mesh's own origin lies, m."},
      {"orientation", an_orientation, "Quaternion [w, x, y, z]."},
      {"rotation", rotations, "Instead of `orientation`: a turn, or several, in order, about world axes."},
      {"velocity", vector_in(speed_range), "Of the centre of mass, m/s.", movable},
      {"spin", vector_in(spin_range), "Angular velocity in the world, rad/s.", movable},
      {"groups", R"({"type": "array", "items": {"type": "string"}})",
       "Bodies that share a group do not collide."},
      {"one_sided", a_truth,
       "Whether the surface bounds a half-infinite solid (ground, bag); for fixed and scripted bodies.",
       solid},
      {"one_sided_thickness", number_in(positive_length_range),
       "How far behind an open one-sided surface its offset copy lies, m; more than any body. Default 10."},
      {"colour", either(vector_in(unit_interval), R"({"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"})"),
       "sRGB, as three numbers from 0 to 1 or as #rrggbb."},
      {"motion", reference("motion"), "Prescribed motion.", {BodyKind::scripted}},
      {"blade",
       list_of(vector_in(length_range), 2),
       "The two ends of an edge, in the frame of the mesh, m. It cuts soft bodies of tetrahedra as it sweeps "
       "through them.",
       {BodyKind::rigid, BodyKind::scripted}},
      {"contact_stiffness", number_in(stiffness_factor_range),
       "Factor on the stiffness of its contacts; a pair takes the geometric mean. Default 1."},
      {"material", reference("material"), "What the body is made of.", with_material},
      {"division", one_of(division_names()),
       "What the body is cut into. automatic: the tetrahedra or particles that its file holds, otherwise a "
       "lattice; lattice: cells around the surface; vertices: masses and springs on the surface itself, of "
       "particle bodies. Default automatic.",
       elastic},
      {"lattice_cells", whole_in(1, most_lattice_cells),
       "Cells of the lattice along the longest side. Default 10.", elastic},
      {"particles",
       a_text,
       "Mesh or point file with the positions of the particles, in the units of the mesh file and relative "
       "to "
       "the scene file; the surface is mapped onto them.",
       {BodyKind::particles}},
      {"clamps", R"({"type": "array", "items": )" + reference("clamp") + "}",
       "Boxes whose contents, as the body begins, stand still or follow a motion.", deforming},
      {"self_contact", a_truth, "Whether the body can touch itself. Default true.", deforming},
      {"drive", reference("drive"), "What makes the joints follow an animation.", {BodyKind::skinned}},
      {"array", reference("array"),
       "Repeats the body on a grid; the copies are named NAME 1, NAME 2 and so on."}};
  return keys;
}

const std::vector<SceneKey>& array_keys() {
  static const std::vector<SceneKey> keys{
      {"count", list_of(whole_in(1, static_cast<std::int64_t>(body_limit)), 3), "Bodies along x, y and z."},
      {"spacing", either(number_in({0, length_range.maximum}), vector_in(length_range)),
       "Distance of neighbours, m, alike or along x, y and z; the grid is centred on the body's position."},
      {"jitter", number_in({0, length_range.maximum}),
       "Greatest random shift along each axis, m. Default 0."},
      {"random_orientation", a_truth, "Whether each copy gets a random orientation. Default false."},
      {"seed", whole_in(0, 9007199254740992), "Seed of jitter and orientation. Default 1."}};
  return keys;
}

const std::vector<SceneKey>& motion_keys() {
  static const std::vector<SceneKey> keys{
      {"keyframes", R"({"type": "array", "minItems": 1, "items": )" + reference("keyframe") + "}",
       "Poses in order of time; excludes the other kinds of motion."},
      {"interpolation", one_of(interpolation_names()),
       "How keyframes are joined. linear: by straight lines and even turns; cubic: by a smooth curve through "
       "all of them, which starts and ends at rest unless it repeats. Default linear."},
      {"repeat", a_truth, "Whether the keyframes start over after the last. Default false."},
      {"amplitude", vector_in(length_range), "Of a sinusoid about the body's own position, m."},
      {"frequency", number_in(frequency_range), "Of the sinusoids, Hz."},
      {"rotation_axis", vector_in({-1e6, 1e6}),
       "World axis through the mesh's own origin. Default [0, 1, 0]."},
      {"rotation_rate", number_in(spin_range), "Constant turn about that axis, rad/s."},
      {"rotation_amplitude", number_in(angle_range), "Of a sinusoidal turn about that axis, rad."}};
  return keys;
}

const std::vector<SceneKey>& keyframe_keys() {
  static const std::vector<SceneKey> keys{
      {"time", number_in(time_range), "s, later than the keyframe before."},
      {"position", vector_in(length_range), "m."},
      {"orientation", an_orientation, "Quaternion [w, x, y, z]."},
      {"rotation", rotations, "Instead of `orientation`: a turn, or several, in order, about world axes."}};
  return keys;
}

const std::vector<SceneKey>& rotation_keys() {
  static const std::vector<SceneKey> keys{
      {"axis", vector_in({-1e6, 1e6}), "World axis, of any length but zero."},
      {"angle_degrees", number_in(angle_range), "Right-handed turn."}};
  return keys;
}

const std::vector<SceneKey>& camera_keys() {
  static const std::vector<SceneKey> keys{
      {"eye", vector_in(length_range), "m."},
      {"target", vector_in(length_range), "m."},
      {"up", vector_in(length_range), "Which way is up in the picture. Default: against gravity."},
      {"field_of_view_degrees", number_in(field_of_view_range), "Vertical."},
      {"field_of_view", number_in(field_of_view_radians), "The same in radians, as the program writes it."},
      {"image_height", whole_in(1, 32768), "Pixels, for view-dependent resolution without a window."}};
  return keys;
}

const std::vector<SceneKey>& material_keys() {
  static const std::vector<SceneKey> keys{
      {"young_modulus", number_in(young_modulus_range), "Resistance to stretching, Pa. Default 50000.",
       elastic},
      {"poisson_ratio", number_in(poisson_ratio_range),
       "How far the body keeps its volume when stretched: up to, but not, 0.5. Default 0.4.", elastic},
      {"damping", number_in(damping_range), "Damping over stiffness, s. Default 0.01."},
      {"tensile_strength", number_in(strength_range),
       "What faces between tetrahedra hold against being pulled apart, Pa: beyond it the body breaks there. "
       "For soft bodies of tetrahedra. By default they never break.",
       elastic},
      {"thickness",
       number_in(cloth_range("thickness")),
       "Of cloth in all, m: other surfaces keep half of it from the middle. Default 0.001.",
       {BodyKind::cloth}},
      {"stretch_stiffness",
       number_in(cloth_range("stretch_stiffness")),
       "Force per width over strain of a strip of cloth that is pulled, N/m. Default 500.",
       {BodyKind::cloth}},
      {"shear_stiffness",
       number_in(cloth_range("shear_stiffness")),
       "Shear force per width over the angle, N/m; more than a quarter of stretch_stiffness. Default 200.",
       {BodyKind::cloth}},
      {"bending_stiffness",
       number_in(cloth_range("bending_stiffness")),
       "Moment per width over curvature, N·m. Default 0.00002.",
       {BodyKind::cloth}}};
  return keys;
}

const std::vector<SceneKey>& clamp_keys() {
  static const std::vector<SceneKey> keys{
      {"min", vector_in(length_range), "Lowest corner of the box in the world, m."},
      {"max", vector_in(length_range), "Highest corner, m."},
      {"motion", reference("motion"),
       "Of what is held, relative to where it is at the start and about the middle of the box; without it, "
       "it stands still."}};
  return keys;
}

const std::vector<SceneKey>& drive_keys() {
  static const std::vector<SceneKey> keys{
      {"stiffness", number_in(joint_stiffness_range),
       "Of the spring in each joint, N·m/rad; 0 leaves the joints loose. Default 0."},
      {"damping", number_in(damping_range), "Damping over stiffness, s. Default 0.1."},
      {"animation", a_text, "Name of the animation to follow; without it, the rest pose."},
      {"speed", number_in(animation_speed_range), "Of the animation. Default 1."}};
  return keys;
}

const std::vector<SceneKey>& pair_keys() {
  static const std::vector<SceneKey> keys{
      {"bodies", list_of(a_text, 2), "Names of two bodies; twice the same for one with itself."},
      {"contact_stiffness", number_in(stiffness_factor_range),
       "Factor on the stiffness, instead of what the two bodies give."},
      {"friction_coefficient", number_in(coefficient_range), "Instead of what the two bodies give."},
      {"restitution", number_in(unit_interval), "Instead of what the two bodies give."},
      {"collide", a_truth, "Whether the two touch at all. Default true."}};
  return keys;
}

const std::vector<std::string>& division_names() {
  static const std::vector<std::string> names{"automatic", "lattice", "vertices"};
  return names;
}

const std::vector<std::string>& interpolation_names() {
  static const std::vector<std::string> names{"linear", "cubic"};
  return names;
}

const std::string& kind_name(BodyKind kind) {
  static const std::array<std::string, body_kinds.size()> names{"rigid",     "fixed",   "scripted", "soft",
                                                                "particles", "skinned", "cloth"};
  return names[static_cast<std::size_t>(kind)];
}

NumberRange cloth_range(const std::string& number) {
  return number == "thickness"           ? NumberRange{1e-6, 1}
         : number == "bending_stiffness" ? NumberRange{0, 1e9}
                                         : NumberRange{1e-6, 1e12};
}

std::string list_of_kinds(const std::vector<BodyKind>& kinds) {
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i)
    text += (i == 0 ? "" : i + 1 < kinds.size() ? ", " : " and ") + kind_name(kinds[i]);
  return text;
}

std::vector<std::string> key_names(const std::vector<SceneKey>& keys) {
  std::vector<std::string> names;
  for (const SceneKey& key : keys)
    names.push_back(key.name);
  return names;
}

} // namespace lamina
