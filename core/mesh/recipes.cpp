#include "core/mesh/procedural.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/mesh/cloth_mesh.h"
#include "core/mesh/octopus.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

constexpr double least_length = 1e-4, most_length = 1e3; // m

RecipeParameter length(const std::string& name, double initial, const std::string& sentence) {
  return {name, "m", initial, least_length, most_length, sentence};
}

RecipeParameter triangles(double initial) {
  return {"triangles", "",  initial,
          2,           1e7, "Wanted number of triangles; the nearest that the shape allows is made."};
}

/// The numbers of a thread, and others of the shape that has it.
std::vector<RecipeParameter> thread_parameters(const std::vector<RecipeParameter>& others) {
  std::vector<RecipeParameter> parameters = {
      length("radius", 0.12, "Radius of the screw at the crests of its thread."),
      length("pitch", 0.1, "From crest to crest along the axis."),
      length("thread_depth", 0.04, "From crests to roots; less than radius."),
      {"starts", "", 1, 1, 100, "Threads side by side: a turn leads so many pitches along the axis."}};
  parameters.insert(parameters.end(), others.begin(), others.end());
  return parameters;
}

std::vector<RecipeShape> make_shapes() {
  return {
      {"box",
       "A box with its centre at the origin.",
       {length("x", 1, "Extent along x."), length("y", 1, "Extent along y (up)."),
        length("z", 1, "Extent along z."), triangles(12)}},
      {"sphere",
       "A sphere about the origin, a divided icosahedron.",
       {length("radius", 0.5, "Radius."), triangles(1280)}},
      {"torus",
       "A torus around the y axis.",
       {length("radius", 0.35, "From the axis to the middle of the tube."),
        length("tube_radius", 0.15, "Radius of the tube; less than radius."), triangles(1600)}},
      {"bowl",
       "A bowl open upwards, part of a spherical shell, with a flat rim; its lowest point is the origin.",
       {length("radius", 1, "Outer radius of the shell."),
        length("height", 0.8,
               "From the lowest point to the rim; between thickness and 2 radius - thickness."),
        length("thickness", 0.1, "Thickness of the wall; less than radius."), triangles(4000)}},
      {"gear",
       "A spur gear around the y axis with involute teeth and a bore; a gap is on the x axis.",
       {length("outer_radius", 0.5, "Radius at the tips of the teeth."),
        length("root_radius", 0.4, "Radius between the teeth; less than outer_radius."),
        length("bore_radius", 0.15, "Radius of the bore; at most half of root_radius."),
        length("thickness", 0.2, "Extent along y."),
        {"teeth", "", 16, 5, 400, "Number of teeth."},
        triangles(2000)}},
      {"ground",
       "A square sheet in the plane y = 0, facing up; load it one-sided.",
       {length("size", 10, "Extent along x and z."), triangles(2)}},
      {"sheet",
       "An open rectangle in the plane y = 0 with its centre at the origin, facing up; make its kind cloth.",
       {length("width", 1, "Extent along x."),
        length("height", 1, "Extent along z."),
        {"cells", "", 32, 1, 1000, "Triangles along the width; they are nearly equilateral."}}},
      {"cylinder",
       "A capped cylinder around the y axis with its centre at the origin.",
       {length("radius", 0.5, "Radius."), length("height", 1, "Extent along y."), triangles(256)}},
      {"top",
       "A spinning top: a cone that stands on its tip at the origin, with a stem an eighth as thick.",
       {length("radius", 0.3, "Largest radius."), length("height", 0.4, "Height of the cone."),
        length("stem", 0.2, "Length of the stem above it."), triangles(1200)}},
      {"table",
       "A table with four legs at its corners, its centre at the origin.",
       {length("x", 1.2, "Extent along x."), length("y", 0.75, "Height."),
        length("z", 0.8, "Extent along z."),
        length("top_thickness", 0.05, "Thickness of the top; less than y."),
        length("leg_width", 0.08, "Width of the square legs; less than half of x and z."), triangles(500)}},
      {"blob",
       "An ellipsoid with smooth hills and hollows about the origin, a stand-in for organs and scans.",
       {length("x", 1, "Extent along x without bumps."),
        length("y", 1, "Extent along y without bumps."),
        length("z", 1, "Extent along z without bumps."),
        length("bump", 0.1, "Greatest height of a bump; less than half of the shortest extent."),
        {"bumps", "", 12, 1, 1000, "Number of hills and hollows."},
        {"seed", "", 1, 0, 1e6, "Which blob of many."},
        triangles(1280)}},
      {"bag",
       "An open bag that faces inwards, its lowest point at the origin; load it one-sided.",
       {length("radius", 1, "Radius of the rim."), length("depth", 1, "From the lowest point to the rim."),
        triangles(800)}},
      {"octopus",
       "An octopus with bones, its arms around the origin and its mantle upwards; make its kind skinned.",
       {length("radius", 0.15, "Radius of the mantle where the arms grow out of it."),
        length("arm_length", 0.5, "From the root of an arm to its tip; at least radius."),
        {"arms", "", 8, 3, 32, "Number of arms."},
        {"bones", "", 6, 2, 40, "Bones of each arm."},
        triangles(6000)}},
      {"wedge",
       "A stone of a round arch around the z axis, pointing up; the centre of the arch is its origin.",
       {length("inner_radius", 0.4, "From the centre of the arch to its inside; less than outer_radius."),
        length("outer_radius", 0.55, "From the centre of the arch to its outside."),
        length("depth", 0.3, "Extent along z."),
        {"stones", "", 11, 2, 400, "How many stones fill a half circle."},
        triangles(12)}},
      {"ridge",
       "A box with a ridge along z across the middle of its top; the centre of the box is the origin.",
       {length("x", 2, "Extent along x."), length("y", 0.2, "Extent along y without the ridge."),
        length("z", 1, "Extent along z."),
        length("ridge_width", 0.002, "Extent of the ridge along x; less than x."),
        length("ridge_height", 0.002, "How far the ridge stands out."), triangles(28)}},
      {"wheel",
       "A wheel around the y axis with corners and slightly round or hollow sides.",
       {length("radius", 0.5, "Radius at the corners."),
        {"sides", "", 12, 3, 400, "Number of sides."},
        {"bulge", "m", 0.01, -most_length, most_length,
         "How far the middle of a side stands out; negative where sides are hollow."},
        length("thickness", 0.2, "Extent along y."),
        triangles(2000)}},
      {"screw", "A threaded rod around the y axis with its centre at the origin, its thread right-handed.",
       thread_parameters({length("height", 0.6, "Extent along y."), triangles(6000)})},
      {"nut",
       "A hexagonal nut around the y axis that fits a screw of the same radius, pitch and thread_depth.",
       thread_parameters({length("clearance", 0.004, "Gap to the screw, along the axis and the radius."),
                          length("outer_radius", 0.22, "Radius at the corners."),
                          length("height", 0.15, "Extent along y."), triangles(4000)})},
  };
}

const RecipeShape& find_shape(const std::string& name) {
  std::vector<std::string> names;
  for (const RecipeShape& shape : recipe_shapes()) {
    if (shape.shape == name)
      return shape;
    names.push_back(shape.shape);
  }
  const std::string nearest = nearest_word(name, names);
  std::string known;
  for (const std::string& word : names)
    known += (known.empty() ? "" : ", ") + word;
  throw InputError("unknown shape \"" + name + "\"" +
                   (nearest.empty() ? "; known are " + known : " (did you mean \"" + nearest + "\"?)"));
}

std::string shown(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

void check_number(const RecipeShape& shape, const std::string& name, double value) {
  const auto parameter =
      std::find_if(shape.parameters.begin(), shape.parameters.end(),
                   [&](const RecipeParameter& candidate) { return candidate.name == name; });
  if (parameter == shape.parameters.end()) {
    std::vector<std::string> names;
    for (const RecipeParameter& known : shape.parameters)
      names.push_back(known.name);
    const std::string nearest = nearest_word(name, names);
    throw InputError("a " + shape.shape + " has no parameter \"" + name + "\"" +
                     (nearest.empty() ? "" : " (did you mean \"" + nearest + "\"?)"));
  }
  const std::string unit = parameter->unit.empty() ? "" : " " + parameter->unit;
  if (!(value >= parameter->minimum && value <= parameter->maximum))
    throw InputError(name + " of a " + shape.shape + " is " + shown(value) + unit + "; it must lie between " +
                     shown(parameter->minimum) + " and " + shown(parameter->maximum) + unit);
  if (parameter->unit.empty() && value != std::round(value))
    throw InputError(name + " of a " + shape.shape + " is " + shown(value) + "; it must be a whole number");
}

/// The numbers of a recipe, checked, with initial values where it says nothing.
class Numbers {
public:
  explicit Numbers(const Recipe& recipe) : shape_(find_shape(recipe.shape)) {
    for (const RecipeParameter& parameter : shape_.parameters)
      values_[parameter.name] = parameter.initial;
    for (const auto& [name, value] : recipe.numbers) {
      check_number(shape_, name, value);
      values_[name] = value;
    }
  }
  double operator[](const std::string& name) const { return values_.at(name); }
  std::size_t triangles() const { return static_cast<std::size_t>(values_.at("triangles")); }

  /// Refuses a recipe whose numbers contradict each other.
  void require(bool holds, const std::string& rule) const {
    if (!holds)
      throw InputError("impossible " + shape_.shape + ": " + rule);
  }

private:
  const RecipeShape& shape_;
  std::map<std::string, double> values_;
};

TriangleMesh make_round(const std::string& shape, const Numbers& n) {
  if (shape == "sphere")
    return make_sphere(n["radius"], n.triangles());
  if (shape == "cylinder")
    return make_cylinder(n["radius"], n["height"], n.triangles());
  if (shape == "top")
    return make_top(n["radius"], n["height"], n["stem"], n.triangles());
  if (shape == "torus") {
    n.require(n["tube_radius"] < n["radius"], "tube_radius must be less than radius");
    return make_torus(n["radius"], n["tube_radius"], n.triangles());
  }
  if (shape == "bowl") {
    n.require(n["thickness"] < n["radius"], "thickness must be less than radius");
    n.require(n["height"] > n["thickness"] && n["height"] < 2 * n["radius"] - n["thickness"],
              "height must lie between thickness and 2 radius - thickness");
    return make_bowl(n["radius"], n["height"], n["thickness"], n.triangles());
  }
  n.require(n["root_radius"] < n["outer_radius"], "root_radius must be less than outer_radius");
  n.require(n["bore_radius"] <= n["root_radius"] / 2, "bore_radius must be at most half of root_radius");
  return make_gear(n["outer_radius"], n["root_radius"], n["bore_radius"], n["thickness"],
                   static_cast<int>(n["teeth"]), n.triangles());
}

Octopus make_octopus(const Numbers& n) {
  n.require(n["arm_length"] >= n["radius"], "arm_length must be at least radius");
  OctopusShape shape;
  shape.radius = n["radius"];
  shape.arm_length = n["arm_length"];
  shape.arms = static_cast<int>(n["arms"]);
  shape.bones = static_cast<int>(n["bones"]);
  shape.triangles = n.triangles();
  return make_octopus(shape);
}

TriangleMesh checked_wheel(const Numbers& n) {
  const double apothem = n["radius"] * std::cos(std::numbers::pi / n["sides"]);
  n.require(n["bulge"] <= n["radius"] - apothem,
            "bulge must be at most that of a round wheel, " + shown(n["radius"] - apothem) + " m here");
  n.require(n["bulge"] > -apothem / 2,
            "a hollow must be less than half of the way to the axis, " + shown(apothem / 2) + " m here");
  return make_wheel(n["radius"], static_cast<int>(n["sides"]), n["bulge"], n["thickness"], n.triangles());
}

TriangleMesh checked_sheet(const Numbers& n) {
  constexpr double most_rows = 20'000;
  n.require(n["height"] * n["cells"] <= most_rows * n["width"],
            "height over width times cells must be at most " + shown(most_rows));
  return make_sheet(n["width"], n["height"], static_cast<int>(n["cells"]));
}

TriangleMesh checked_thread(const std::string& shape, const Numbers& n) {
  const ScrewThread thread = {n["radius"], n["pitch"], n["thread_depth"], static_cast<int>(n["starts"])};
  n.require(thread.depth < thread.radius, "thread_depth must be less than radius");
  const double ridge = thread.pitch / 2 - thread.depth * thread_flank_slope; // how wide crests and roots are
  n.require(ridge > 0, "the pitch must be more than 0.536 times thread_depth");
  if (shape == "screw")
    return make_screw(thread, n["height"], n.triangles());

  n.require(2 * n["clearance"] * (1 - thread_flank_slope) < ridge && n["clearance"] < thread.depth,
            "the clearance leaves no thread");
  n.require(thread.radius + n["clearance"] < n["outer_radius"] * std::cos(std::numbers::pi / 6),
            "radius and clearance must leave a wall within outer_radius, whose flats are at 0.866 of it");
  return make_nut(thread, n["clearance"], n["outer_radius"], n["height"], n.triangles());
}

} // namespace

const std::vector<RecipeShape>& recipe_shapes() {
  static const std::vector<RecipeShape> shapes = make_shapes();
  return shapes;
}

TriangleMesh make_mesh(const Recipe& recipe) {
  const Numbers n(recipe);
  if (recipe.shape == "box")
    return make_box({n["x"], n["y"], n["z"]}, n.triangles());
  if (recipe.shape == "ground")
    return make_ground(n["size"], n.triangles());
  if (recipe.shape == "sheet")
    return checked_sheet(n);
  if (recipe.shape == "table") {
    n.require(n["top_thickness"] < n["y"], "top_thickness must be less than y");
    n.require(2 * n["leg_width"] < std::min(n["x"], n["z"]), "leg_width must be less than half of x and z");
    return make_table({n["x"], n["y"], n["z"]}, n["top_thickness"], n["leg_width"], n.triangles());
  }
  if (recipe.shape == "bag")
    return make_bag(n["radius"], n["depth"], n.triangles());
  if (recipe.shape == "blob") {
    const Vec3 size(n["x"], n["y"], n["z"]);
    n.require(2 * n["bump"] < size.minCoeff(), "bump must be less than half of x, y and z");
    return make_blob(size, n["bump"], static_cast<int>(n["bumps"]), static_cast<std::uint64_t>(n["seed"]),
                     n.triangles());
  }
  if (recipe.shape == "octopus")
    return make_octopus(n).mesh;
  if (recipe.shape == "wedge") {
    n.require(n["inner_radius"] < n["outer_radius"], "inner_radius must be less than outer_radius");
    return make_wedge(n["inner_radius"], n["outer_radius"], n["depth"], static_cast<int>(n["stones"]),
                      n.triangles());
  }
  if (recipe.shape == "ridge") {
    n.require(n["ridge_width"] < n["x"], "ridge_width must be less than x");
    return make_ridge({n["x"], n["y"], n["z"]}, n["ridge_width"], n["ridge_height"], n.triangles());
  }
  if (recipe.shape == "wheel")
    return checked_wheel(n);
  if (recipe.shape == "screw" || recipe.shape == "nut")
    return checked_thread(recipe.shape, n);
  return make_round(recipe.shape, n);
}

std::shared_ptr<const Rig> make_rig(const Recipe& recipe) {
  const Numbers n(recipe);
  if (recipe.shape != "octopus")
    return nullptr;
  return std::make_shared<const Rig>(make_octopus(n).rig);
}

} // namespace lamina
