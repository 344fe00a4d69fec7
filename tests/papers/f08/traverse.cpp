#include "tests/papers/f08/traverse.h"

#include "core/body/make_body.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "core/response/penalty/penalty_pair.h"
#include "core/settings/setting_list.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <numbers>

namespace lamina::papers::f08 {

namespace {

constexpr double half = 0.5; ///< radius or half side of the object, m
constexpr double margin = 0.2;

bool is_sphere(Traverse experiment) {
  return experiment == Traverse::sphere_thick || experiment == Traverse::sphere_thin;
}

TriangleMesh object(Traverse experiment) {
  return is_sphere(experiment) ? make_sphere(half, 5120) : make_box(Vec3::Constant(2 * half));
}

/// Area of the object's section by a plane across its way, and its volume before that plane, at a distance
/// x from the plane through its centre.
double section(Traverse experiment, double x) {
  if (std::abs(x) >= half)
    return 0;
  return is_sphere(experiment) ? std::numbers::pi * (half * half - x * x) : 4 * half * half;
}

double volume_before(Traverse experiment, double x) {
  const double depth = std::clamp(x + half, 0.0, 2 * half);
  return is_sphere(experiment) ? std::numbers::pi * depth * depth * (3 * half - depth) / 3
                               : 4 * half * half * depth;
}

} // namespace

double thickness(Traverse experiment) {
  return experiment == Traverse::sphere_thick || experiment == Traverse::cube_thick ? 2 : 0.3;
}

double exact_force(Traverse experiment, double abscissa) {
  const double near = -abscissa, far = thickness(experiment) - abscissa;
  const double volume = volume_before(experiment, far) - volume_before(experiment, near);
  return -volume * (section(experiment, near) - section(experiment, far));
}

std::vector<TraversePoint> traverse(Traverse experiment, Settings settings, int points) {
  settings.response.response = ResponseKind::penalty;
  settings.response.stiffness_source = StiffnessSource::given;
  settings.response.volume_stiffness = settings.response.depth_stiffness = 1;
  const double thick = thickness(experiment);
  // Sides that lie in no plane of the object, so that only faces across the way can coincide.
  SceneBody moved = body("object", object(experiment), BodyKind::rigid);
  const auto obstacle = make_body(body("box", make_box({thick, 3, 3.2}), BodyKind::fixed,
                                       {Vec3(thick / 2, 0.07, -0.04), Quat::Identity()}));
  obstacle->map_surface();
  const auto method = make_contact_method(settings.contact);
  const std::vector<BodyPair> pairs = {{0, 1}};
  std::vector<PairContacts> found;

  std::vector<TraversePoint> result;
  const double first = -half - margin, last = thick + half + margin;
  for (int i = 0; i < points; ++i) {
    TraversePoint point;
    point.abscissa = first + (last - first) * i / (points - 1);
    moved.pose.position = Vec3(point.abscissa, 0, 0);
    const auto object_body = make_body(moved);
    object_body->map_surface();
    const std::vector<const Surface*> surfaces = {&object_body->surface(), &obstacle->surface()};
    method->detect(detection_input(surfaces, pairs, settings), found);
    PenaltyPair response;
    response.begin(found[0], {{object_body.get(), obstacle.get()}, {0, 2}},
                   penalty_law(settings.response, stiffness_in_force(settings.response, 1, 1, 9.81), false),
                   {});
    point.volume = images_of(found[0]).volume;
    point.force = response.outcome(BlockVector::Zero(12), settings.simulation.time_step).force[0].x();
    result.push_back(point);
  }
  return result;
}

Table traverse_table(const std::string& name, Traverse experiment, int resolution, int points) {
  Settings as_f08, by_default;
  apply_preset(as_f08, "f08");
  as_f08.contact.ldi.resolution = by_default.contact.ldi.resolution = resolution;
  as_f08.simulation.threads = by_default.simulation.threads = 1;
  const auto f08 = traverse(experiment, as_f08, points);
  const auto cells = traverse(experiment, by_default, points);
  Table table{name, {"abscissa_m", "volume_m3", "force_f08_N", "force_f08_exact_N", "force_cells_N"}, {}};
  for (std::size_t i = 0; i < f08.size(); ++i)
    table.rows.push_back({f08[i].abscissa, f08[i].volume, f08[i].force,
                          exact_force(experiment, f08[i].abscissa), cells[i].force});
  return table;
}

} // namespace lamina::papers::f08
