#include "ui/render/bodies/skin_values.h"

#include "core/response/detection_request.h"
#include "core/response/friction/coulomb.h"

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

/// Where friction acts: a pair of contact pixels or of points (core/response/friction/friction_points.h).
struct Place {
  Vec3 normal;         ///< along which nothing rubs
  Vec3 middle;         ///< world, m
  double area, weight; ///< m²: of the pixel, and its true area; one for points
  double pressure;     ///< Pa
  const std::array<std::uint8_t, 2>& body;
};

std::vector<Place> friction_points(const Snapshot& snapshot, const PairState& pair) {
  const PairContacts& contacts = pair.contacts;
  const CellPressures pressures(pair);
  const FrictionSampling sampling = friction_sampling(snapshot.settings.friction.law);
  std::vector<Place> places;
  places.reserve(contacts.pixels.size() + contacts.points.size());
  for (const ContactPixelPair& pixel : contacts.pixels)
    places.push_back({friction_normal(pixel, contacts.region, sampling), middle_of(pixel, contacts.region),
                      pixel.area, pixel.weight,
                      0.5 * (pressures.of(pixel.cell[0]) + pressures.of(pixel.cell[1])), pixel.body});
  for (const ContactPointPair& point : contacts.points)
    places.push_back({point.normal, 0.5 * (point.position[0] + point.position[1]), point.area, point.area,
                      point_pressure(pair, point), point.body});
  return places;
}

/// How the second end of a place moves against the first, m/s.
Vec3 slide_of(const Snapshot& snapshot, const PairState& pair, const Place& place, std::size_t index) {
  const PairContacts& contacts = pair.contacts;
  if (pair.slide.size() == contacts.pixels.size() + contacts.points.size())
    return pair.slide[index];
  return velocity_at(snapshot, contacts.body[place.body[1] & 1], place.middle) -
         velocity_at(snapshot, contacts.body[place.body[0] & 1], place.middle);
}

/// Friction at one place on its second end, N, for a coefficient of one.
Vec3 unit_friction(const Settings& settings, const Place& place, Vec3 slide) {
  if (!(place.weight > 0))
    return Vec3::Zero();
  slide -= place.normal * place.normal.dot(slide);
  const double area = settings.friction.law == FrictionLaw::axis ? place.area : place.weight;
  const double viscosity =
      settings.friction.law == FrictionLaw::coulomb
          ? coulomb_viscosity(std::max(0.0, place.pressure), slide.norm(), settings.friction.slip_speed)
          : 1;
  return -area * viscosity * slide;
}

/// Of all places of a pair, those of pixels first, Pa.
std::vector<double> friction_tractions(const Snapshot& snapshot, const PairState& pair) {
  const std::vector<Place> places = friction_points(snapshot, pair);
  const Settings& settings = snapshot.settings;
  std::vector<Vec3> forces;
  forces.reserve(places.size());
  Vec3 sum_on_a = Vec3::Zero();
  double lengths = 0;
  for (const Place& place : places) {
    forces.push_back(unit_friction(settings, place, slide_of(snapshot, pair, place, forces.size())));
    if (place.body[0] != place.body[1])
      sum_on_a += (place.body[1] == 0 ? 1 : -1) * forces.back();
    lengths += forces.back().norm();
  }
  const Vec3 friction_on_a = pair.force_on_a - pressure_force_on_a(pair);
  double coefficient = settings.friction.law == FrictionLaw::coulomb ? settings.friction.coefficient
                       : settings.friction.law == FrictionLaw::none  ? 0
                                                                     : settings.friction.viscosity;
  if (sum_on_a.norm() > cancelled * lengths)
    coefficient = std::max(0.0, friction_on_a.dot(sum_on_a) / sum_on_a.squaredNorm());
  std::vector<double> tractions;
  tractions.reserve(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    tractions.push_back(places[i].weight > 0 ? coefficient * forces[i].norm() / places[i].weight : 0);
  return tractions;
}

} // namespace

CellPressures::CellPressures(const PairState& pair) {
  for (std::size_t i = 0; i < std::min(pair.contacts.contacts.size(), pair.pressure.size()); ++i) {
    const int cell = pair.contacts.contacts[i].cell;
    if (cell < 0)
      whole_ = pair.pressure[i];
    const auto index = static_cast<std::size_t>(std::clamp(cell, 0, 65535));
    if (by_cell_.size() <= index)
      by_cell_.resize(index + 1, 0);
    by_cell_[index] = pair.pressure[i];
  }
}

PairSkinValues skin_values(const Snapshot& snapshot, const PairState& pair, SkinColour skin) {
  PairSkinValues values;
  values.reserve(pair.contacts.pixels.size());
  if (skin == SkinColour::friction) {
    const std::vector<double> tractions = friction_tractions(snapshot, pair);
    for (std::size_t i = 0; i < pair.contacts.pixels.size(); ++i)
      values.push_back({tractions[i], tractions[i]});
    return values;
  }
  const CellPressures pressures(pair);
  for (const ContactPixelPair& pixel : pair.contacts.pixels)
    values.push_back({pressures.of(pixel.cell[0]), pressures.of(pixel.cell[1])});
  return values;
}

std::vector<double> point_skin_values(const Snapshot& snapshot, const PairState& pair, SkinColour skin) {
  const std::vector<ContactPointPair>& points = pair.contacts.points;
  if (skin == SkinColour::friction) {
    std::vector<double> tractions = friction_tractions(snapshot, pair);
    tractions.erase(tractions.begin(),
                    tractions.begin() + static_cast<std::ptrdiff_t>(pair.contacts.pixels.size()));
    return tractions;
  }
  std::vector<double> values;
  values.reserve(points.size());
  for (const ContactPointPair& point : points)
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
  for (std::size_t p = 0; p < std::min(values.size(), snapshot.pairs.size()); ++p)
    for (std::size_t i = 0; i < values[p].size(); ++i, ++index) {
      const double value = std::max(values[p][i][0], values[p][i][1]);
      const ContactPixelPair& pixel = snapshot.pairs[p].contacts.pixels[i];
      if (index % stride != 0 || !(value > 0) || !std::isfinite(value) || !(pixel.area > 0))
        continue;
      samples.push_back({value, pixel.area});
      area += pixel.area;
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
