#include "tests/papers/f08/rings.h"

#include "core/body/make_body.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/response/detection_request.h"
#include "core/settings/setting_list.h"
#include "tests/papers/bodies.h"

#include <algorithm>
#include <cmath>

namespace lamina::papers::f08 {

namespace {

constexpr double radius = 0.35, tube = 0.1; // m
constexpr std::size_t triangles = 3200;

TriangleMesh ring_mesh() {
  return make_torus(radius, tube, triangles);
}

/// A ring whose axis is z, in the plane z = 0, about the origin.
SceneBody fixed_ring() {
  return body("fixed ring", ring_mesh(), BodyKind::fixed, {Vec3::Zero(), turn(Vec3::UnitX(), 90)});
}

/// A ring that hangs in the lowest part of the fixed one, its axis along x, rolled around the fixed tube by
/// swing_x and along it by swing_z (degrees). Tubes overlap by `overlap` metres.
SceneBody hanging_ring(double overlap, double swing_x, double swing_z) {
  const Quat rolled = turn(Vec3::UnitX(), swing_x), slid = turn(Vec3::UnitZ(), swing_z);
  const Vec3 below = rolled * Vec3(0, 2 * tube - overlap - radius, 0) - radius * Vec3::UnitY();
  return body("swinging ring", ring_mesh(), BodyKind::rigid,
              {slid * below, slid * rolled * turn(Vec3::UnitZ(), 90)});
}

PairContacts detect(const Settings& settings, const CameraView& camera) {
  const auto a = make_body(fixed_ring()), b = make_body(hanging_ring(0.03, 25, 10));
  a->map_surface();
  b->map_surface();
  const std::vector<const Surface*> surfaces = {&a->surface(), &b->surface()};
  const std::vector<BodyPair> pairs = {{0, 1}};
  std::vector<PairContacts> found;
  make_contact_method(settings.contact)->detect(detection_input(surfaces, pairs, settings, camera), found);
  return found.front();
}

Settings f08_settings() {
  Settings settings;
  apply_preset(settings, "f08");
  settings.simulation.threads = 1;
  return settings;
}

} // namespace

RingPixels ring_pixels(int resolution) {
  Settings settings = f08_settings();
  settings.contact.ldi.resolution = resolution;
  RingPixels rings;
  rings.resolution = resolution;
  rings.contacts = detect(settings, CameraView{});
  rings.volume = images_of(rings.contacts).volume;
  for (const ContactPixelPair& pixel : images_of(rings.contacts).pixels)
    ++rings.pairs[pixel.axis];
  return rings;
}

Table ring_pixel_table(const std::string& name, const RingPixels& rings) {
  Table table{
      name, {"direction", "lower_x", "lower_y", "lower_z", "upper_x", "upper_y", "upper_z", "area_m2"}, {}};
  for (const ContactPixelPair& pixel : images_of(rings.contacts).pixels) {
    const Vec3 upper = pixel.lower + pixel.length * rings.contacts.region.axes.col(pixel.axis);
    table.rows.push_back({std::string(1, "xyz"[pixel.axis]), pixel.lower.x(), pixel.lower.y(),
                          pixel.lower.z(), upper.x(), upper.y(), upper.z(), pixel.area});
  }
  return table;
}

std::shared_ptr<Scene> swinging_rings(int resolution) {
  auto scene = scene_of({fixed_ring(), hanging_ring(0, 40, 15)}, "f08");
  scene->settings.contact.ldi.resolution = resolution;
  // Tubes touch in a small patch: the ring hangs about a centimetre deep.
  scene->settings.response.response = ResponseKind::penalty;
  scene->settings.response.stiffness_source = StiffnessSource::given;
  scene->settings.response.volume_stiffness = 1e10;
  return scene;
}

Swing swing(int resolution, double seconds) {
  Simulation simulation(swinging_rings(resolution));
  Swing result;
  result.resolution = resolution;
  const auto first = simulation.snapshot();
  const double mass = first->infos->at(1).mass, height = first->bodies[1].pose.position.y();
  result.drop = mass * 9.81 * (height - (-radius + 2 * tube - radius));
  const double start = mass * 9.81 * height;
  double square = 0;
  std::array<double, 2> before{};
  run(simulation, seconds, [&](const StepStatistics& s) {
    const double excess = s.kinetic_J + s.potential_J - start;
    result.samples.push_back({s.time_s, s.kinetic_J, excess});
    result.greatest_kinetic = std::max(result.greatest_kinetic, s.kinetic_J);
    result.greatest_excess = std::max(result.greatest_excess, excess);
    const double bend = s.kinetic_J - 2 * before[0] + before[1];
    square += bend * bend;
    before = {s.kinetic_J, before[0]};
  });
  result.roughness = std::sqrt(square / static_cast<double>(result.samples.size()));
  return result;
}

Detail detail(double distance) {
  Settings settings = f08_settings();
  settings.contact.ldi.resolution_mode = ResolutionMode::view_dependent;
  CameraView camera;
  camera.target = Vec3(0, -radius + 2 * tube, 0);
  camera.eye = camera.target + distance * Vec3(0.6, 0.48, 0.64);
  const PairContacts found = detect(settings, camera);
  return {distance, found.region.size.x() / found.region.pixels[0], images_of(found).columns,
          images_of(found).pixels.size(), images_of(found).volume};
}

} // namespace lamina::papers::f08
