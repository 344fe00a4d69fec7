#include "ui/render/bodies/skin_values.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/response/friction/coulomb.h"
#include "core/response/friction/friction_parameters.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// A sum of tractions shorter than this share of their lengths says nothing about their size.
constexpr double cancelled = 0.2;

/// As many samples as tell where the top of the scale should be.
constexpr std::size_t most_vertices = 8192;

/// Of a body that keeps its shape.
Vec3 velocity_at(const Snapshot& snapshot, std::uint32_t body, const Vec3& point) {
  if (body >= snapshot.bodies.size())
    return Vec3::Zero();
  const BodyState& state = snapshot.bodies[body];
  return state.velocity + state.spin.cross(point - state.pose.position);
}

double point_pressure(const PairState& pair, const ContactPointPair& point) {
  return point.contact < pair.pressure.size() ? pair.pressure[point.contact] : 0;
}

/// Force on body a that pressure alone makes, N.
Vec3 pressure_force_on_a(const PairState& pair) {
  Vec3 force = Vec3::Zero();
  const PairContacts& contacts = pair.contacts;
  for (std::size_t c = 0; c < std::min(contacts.contacts.size(), pair.pressure.size()); ++c) {
    const Contact& contact = contacts.contacts[c];
    const Range range = contact.gradient[0];
    for (std::uint32_t i = range.begin; i < std::min<std::size_t>(range.end, contacts.gradient.size()); ++i)
      force -= pair.pressure[c] * contact.spread() * contacts.gradient[i].value;
  }
  return force;
}

/// How the second end of a friction point moves against the first, m/s.
Vec3 slide_of(const Snapshot& snapshot, const PairContacts& contacts, const FrictionPoint& point) {
  return velocity_at(snapshot, contacts.body[point.body[1] & 1], point.middle) -
         velocity_at(snapshot, contacts.body[point.body[0] & 1], point.middle);
}

/// Friction at one point on its second end, N, under this pressure (Pa).
Vec3 friction_at(const FrictionPoint& point, const FrictionParameters& friction, double pressure,
                 Vec3 slide) {
  if (!(point.weight > 0))
    return Vec3::Zero();
  const Vec3& normal = friction.normal(point);
  slide -= normal * normal.dot(slide);
  const double viscosity =
      friction.limited() ? coulomb_viscosity(std::max(0.0, pressure), slide.norm(), friction.slip_speed) : 1;
  return -friction.base(point) * viscosity * slide;
}

/// At all friction points of a pair, Pa.
std::vector<double> friction_tractions(const Snapshot& snapshot, const PairState& pair) {
  const FrictionSettings& friction = snapshot.settings.friction;
  const FrictionParameters of_one{friction.law, 1, friction.slip_speed};
  const CellPressures pressures(pair);
  const std::size_t count = pair.contacts.friction_points();
  std::vector<Vec3> forces;
  std::vector<double> weights;
  forces.reserve(count);
  weights.reserve(count);
  const bool slides_known = pair.slide.size() == count;
  Vec3 sum_on_a = Vec3::Zero();
  double lengths = 0;
  pair.contacts.for_each_friction_point([&](const FrictionPoint& point) {
    const double pressure = 0.5 * (pressures.of(point.cell[0]) + pressures.of(point.cell[1]));
    const Vec3 slide = slides_known ? pair.slide[forces.size()] : slide_of(snapshot, pair.contacts, point);
    forces.push_back(friction_at(point, of_one, pressure, slide));
    weights.push_back(point.weight);
    if (pair.contacts.body[0] != pair.contacts.body[1] && point.body[0] != point.body[1])
      sum_on_a += (point.body[1] == 0 ? 1 : -1) * forces.back();
    lengths += forces.back().norm();
  });
  const Vec3 friction_on_a = pair.force_on_a - pressure_force_on_a(pair);
  double coefficient = friction.law == FrictionLaw::coulomb ? friction.coefficient
                       : friction.law == FrictionLaw::none  ? 0
                                                            : friction.viscosity;
  if (sum_on_a.norm() > cancelled * lengths)
    coefficient = std::max(0.0, friction_on_a.dot(sum_on_a) / sum_on_a.squaredNorm());
  std::vector<double> tractions;
  tractions.reserve(forces.size());
  for (std::size_t i = 0; i < forces.size(); ++i)
    tractions.push_back(weights[i] > 0 ? coefficient * forces[i].norm() / weights[i] : 0);
  return tractions;
}

/// The same at those of one type of evidence.
std::vector<double> friction_tractions(const Snapshot& snapshot, const PairState& pair,
                                       const Evidence& wanted) {
  const std::vector<double> all = friction_tractions(snapshot, pair);
  std::size_t first = 0;
  for (const auto& evidence : pair.contacts.evidence.all()) {
    if (evidence.get() == &wanted)
      break;
    first += evidence->friction_points();
  }
  const auto begin = all.begin() + static_cast<std::ptrdiff_t>(std::min(first, all.size()));
  return {begin, begin + std::min(all.end() - begin, static_cast<std::ptrdiff_t>(wanted.friction_points()))};
}

} // namespace

CellPressures::CellPressures(const PairState& pair) {
  for (std::size_t i = 0; i < std::min(pair.contacts.contacts.size(), pair.pressure.size()); ++i) {
    const int cell = pair.contacts.contacts[i].cell;
    if (cell < 0)
      whole_ = pair.pressure[i];
    const auto index = static_cast<std::size_t>(std::max(cell, 0));
    if (by_cell_.size() <= index)
      by_cell_.resize(index + 1, 0);
    by_cell_[index] = pair.pressure[i];
  }
}

PairSkinValues skin_values(const Snapshot& snapshot, const PairState& pair, SkinColour skin) {
  PairSkinValues values;
  const ImageEvidence& images = images_of(pair.contacts);
  values.reserve(images.pixels.size());
  if (skin == SkinColour::friction) {
    for (const double traction : friction_tractions(snapshot, pair, images))
      values.push_back({traction, traction});
    return values;
  }
  const CellPressures pressures(pair);
  for (const ContactPixelPair& pixel : images.pixels)
    values.push_back({pressures.of(pixel.cell[0]), pressures.of(pixel.cell[1])});
  return values;
}

std::vector<double> point_skin_values(const Snapshot& snapshot, const PairState& pair, SkinColour skin) {
  const PointEvidence& points = points_of(pair.contacts);
  if (skin == SkinColour::friction)
    return friction_tractions(snapshot, pair, points);
  std::vector<double> values;
  values.reserve(points.points.size());
  for (const ContactPointPair& point : points.points)
    values.push_back(point_pressure(pair, point));
  return values;
}

SkinValues skin_values(const Snapshot& snapshot, SkinColour skin) {
  SkinValues values;
  values.reserve(snapshot.pairs.size());
  for (const PairState& pair : snapshot.pairs)
    values.push_back(skin_values(snapshot, pair, skin));
  return values;
}

double upper_skin_value(const Snapshot& snapshot, const SkinValues& values) {
  struct Sample {
    double value, area;
  };
  std::size_t total = 0;
  for (const PairSkinValues& pair : values)
    total += pair.size();
  const std::size_t stride = 1 + total / most_vertices;
  std::vector<Sample> samples;
  double area = 0;
  std::size_t index = 0;
  for (std::size_t p = 0; p < std::min(values.size(), snapshot.pairs.size()); ++p) {
    const std::vector<ContactPixelPair>& pixels = images_of(snapshot.pairs[p].contacts).pixels;
    for (std::size_t i = 0; i < values[p].size(); ++i, ++index) {
      const double value = std::max(values[p][i][0], values[p][i][1]);
      const ContactPixelPair& pixel = pixels[i];
      if (index % stride != 0 || !(value > 0) || !std::isfinite(value) || !(pixel.area > 0))
        continue;
      samples.push_back({value, pixel.area});
      area += pixel.area;
    }
  }
  std::sort(samples.begin(), samples.end(),
            [](const Sample& a, const Sample& b) { return a.value < b.value; });
  double below = 0;
  for (const Sample& sample : samples) {
    below += sample.area;
    if (below >= 0.95 * area)
      return sample.value;
  }
  return samples.empty() ? 0 : samples.back().value;
}

} // namespace lamina
