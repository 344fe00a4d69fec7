#include "ui/render/skin_values.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

/// A sum of tractions shorter than this share of their lengths says nothing about their size.
constexpr double cancelled = 0.2;

/// As many samples as tell where the top of the scale should be.
constexpr std::size_t most_samples = 8192;

/// Of a body that keeps its shape.
Vec3 velocity_at(const Snapshot& snapshot, std::uint32_t body, const Vec3& point) {
  if (body >= snapshot.bodies.size())
    return Vec3::Zero();
  const BodyState& state = snapshot.bodies[body];
  return state.velocity + state.spin.cross(point - state.pose.position);
}

/// Force on body a that pressure alone makes, N.
Vec3 pressure_force_on_a(const PairState& pair) {
  Vec3 force = Vec3::Zero();
  const PairContacts& contacts = pair.contacts;
  for (std::size_t c = 0; c < std::min(contacts.contacts.size(), pair.pressure.size()); ++c) {
    const Range range = contacts.contacts[c].gradient[0];
    for (std::uint32_t i = range.begin; i < std::min<std::size_t>(range.end, contacts.gradient.size()); ++i)
      force -= pair.pressure[c] * contacts.gradient[i].value;
  }
  return force;
}

/// How the upper end of a pixel moves against the lower one, m/s.
Vec3 slide_of(const Snapshot& snapshot, const PairState& pair, std::size_t index) {
  const PairContacts& contacts = pair.contacts;
  if (pair.slide.size() == contacts.pixels.size())
    return pair.slide[index];
  const ContactPixelPair& pixel = contacts.pixels[index];
  const Vec3 middle = pixel.lower + 0.5 * pixel.length * contacts.region.axes.col(pixel.axis % 3);
  return velocity_at(snapshot, contacts.body[pixel.body[1] & 1], middle) -
         velocity_at(snapshot, contacts.body[pixel.body[0] & 1], middle);
}

/// Friction of one pixel pair on its upper body, N, for a coefficient of one.
Vec3 unit_friction(const Snapshot& snapshot, const PairState& pair, std::size_t index, double pressure) {
  const PairContacts& contacts = pair.contacts;
  const ContactPixelPair& pixel = contacts.pixels[index];
  if (!(pixel.weight > 0))
    return Vec3::Zero();
  const FrictionLaw law = snapshot.settings.friction;
  Vec3 slide = slide_of(snapshot, pair, index);
  const Vec3 normal =
      law == FrictionLaw::axis ? Vec3(contacts.region.axes.col(pixel.axis % 3)) : pixel.normal;
  slide -= normal * normal.dot(slide);
  const double area = law == FrictionLaw::axis ? pixel.area : pixel.weight;
  const double limit =
      law == FrictionLaw::coulomb ? pressure / std::max(slide.norm(), snapshot.settings.slip_speed) : 1;
  return -area * limit * slide;
}

PairSkinValues friction_values(const Snapshot& snapshot, const PairState& pair) {
  const PairContacts& contacts = pair.contacts;
  const CellPressures pressures(pair);
  std::vector<Vec3> forces;
  forces.reserve(contacts.pixels.size());
  Vec3 sum_on_a = Vec3::Zero();
  double lengths = 0;
  for (std::size_t i = 0; i < contacts.pixels.size(); ++i) {
    const ContactPixelPair& pixel = contacts.pixels[i];
    const double pressure = 0.5 * (pressures.of(pixel.cell[0]) + pressures.of(pixel.cell[1]));
    forces.push_back(unit_friction(snapshot, pair, i, std::max(0.0, pressure)));
    if (pixel.body[0] != pixel.body[1])
      sum_on_a += (pixel.body[1] == 0 ? 1 : -1) * forces.back();
    lengths += forces.back().norm();
  }
  const Vec3 friction_on_a = pair.force_on_a - pressure_force_on_a(pair);
  const Settings& settings = snapshot.settings;
  double coefficient = settings.friction == FrictionLaw::coulomb ? settings.friction_coefficient
                       : settings.friction == FrictionLaw::none  ? 0
                                                                 : settings.viscosity;
  if (sum_on_a.norm() > cancelled * lengths)
    coefficient = std::max(0.0, friction_on_a.dot(sum_on_a) / sum_on_a.squaredNorm());
  PairSkinValues values;
  values.reserve(forces.size());
  for (std::size_t i = 0; i < forces.size(); ++i) {
    const double weight = contacts.pixels[i].weight;
    const double traction = weight > 0 ? coefficient * forces[i].norm() / weight : 0;
    values.push_back({traction, traction});
  }
  return values;
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
  if (skin == SkinColour::friction)
    return friction_values(snapshot, pair);
  const CellPressures pressures(pair);
  PairSkinValues values;
  values.reserve(pair.contacts.pixels.size());
  for (const ContactPixelPair& pixel : pair.contacts.pixels)
    values.push_back({pressures.of(pixel.cell[0]), pressures.of(pixel.cell[1])});
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
  const std::size_t stride = 1 + total / most_samples;
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
