#include "core/bench/gates.h"

#include "core/bench/models.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"

#include <array>
#include <cmath>
#include <limits>

namespace lamina::bench {

namespace {

/// Minus the gradient of the volume, summed over the vertices of one body, m².
Vec3 force_on(const PairContacts& contacts, int body) {
  Vec3 force = Vec3::Zero();
  for (const Contact& contact : contacts.contacts)
    for (std::uint32_t i = contact.gradient[body].begin; i < contact.gradient[body].end; ++i)
      force -= contacts.gradient[i].value;
  return force;
}

double worse(double a, double b) {
  return std::isnan(a) || a > b ? a : b;
}

} // namespace

std::string short_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", value);
  return text;
}

Findings findings_of(std::span<const PairContacts> pairs, double exact_volume) {
  Findings findings;
  findings.imbalance = std::numeric_limits<double>::quiet_NaN();
  bool found = false;
  for (const PairContacts& contacts : pairs) {
    findings.volume += images_of(contacts).volume;
    findings.dropped += images_of(contacts).dropped.size();
    if (contacts.contacts.empty())
      continue;
    const Vec3 on_a = force_on(contacts, 0), on_b = force_on(contacts, 1);
    const double imbalance = (on_a + on_b).norm() / on_a.norm();
    findings.imbalance = found ? worse(imbalance, findings.imbalance) : imbalance;
    found = true;
  }
  findings.exact = exact_volume;
  findings.volume_error = std::abs(findings.volume - exact_volume) / exact_volume;
  return findings;
}

void take_worse(Findings& worst, const Findings& other) {
  if (std::isnan(other.volume_error) || other.volume_error >= worst.volume_error) {
    worst.volume_error = other.volume_error;
    worst.volume = other.volume;
    worst.exact = other.exact;
  }
  worst.imbalance = worse(other.imbalance, worst.imbalance);
  worst.lateral_force = worse(other.lateral_force, worst.lateral_force);
  worst.dropped = std::max(worst.dropped, other.dropped);
}

double volume_error_bound(int resolution) {
  const double slope = std::log(1e-2 / 2e-4) / std::log(128.0 / 16);
  return 1e-2 * std::pow(16.0 / resolution, slope);
}

std::string refusal(const Findings& findings, double volume_bound) {
  if (!(findings.volume_error <= volume_bound))
    return "the volume is wrong by " + short_number(findings.volume_error) + " of itself, allowed are " +
           short_number(volume_bound);
  if (!(findings.imbalance <= imbalance_bound))
    return "the forces of the two bodies differ by " + short_number(findings.imbalance) +
           " of themselves, allowed are " + short_number(imbalance_bound);
  if (findings.dropped > 0)
    return std::to_string(findings.dropped) + " columns of closed meshes did not close";
  if (!(findings.lateral_force <= lateral_force_bound))
    return "boxes that share side planes push each other sideways with " +
           short_number(findings.lateral_force) + " of the force, allowed are " +
           short_number(lateral_force_bound);
  return "";
}

double lateral_force_of_boxes(ContactMethod& method, const Settings& settings) {
  TriangleMesh lower = make_box(Vec3::Ones()), upper = lower;
  double worst = 0;
  std::vector<PairContacts> results;
  for (int place = 0; place < 24; ++place) {
    // Steps of irrational multiples of the pixel, about one pixel altogether.
    const double pixel = 1.0 / settings.contact.ldi.resolution;
    const Vec3 shift = pixel * Vec3(std::fmod(place * 0.6180339887, 1), std::fmod(place * 0.7548776662, 1),
                                    std::fmod(place * 0.5698402910, 1));
    std::array<Surface, 2> boxes{surface_of(lower), surface_of(upper)};
    for (std::size_t k = 0; k < 2; ++k) {
      boxes[k].bounds = {};
      for (Vec3& p : boxes[k].positions) {
        p = p + shift + (k == 1 ? Vec3(0, 0, 0.9) : Vec3(0, 0, 0));
        boxes[k].bounds.include(p);
      }
    }
    const std::array<const Surface*, 2> surfaces{&boxes[0], &boxes[1]};
    const std::array<BodyPair, 1> pairs{{{0, 1, false}}};
    method.detect(detection_input(surfaces, pairs, settings), results);
    const Vec3 force = force_on(results.front(), 0);
    worst = worse(force.head<2>().norm() / std::abs(force.z()), worst);
  }
  return worst;
}

} // namespace lamina::bench
