#include "ui/panels/pointer_tip.h"

#include "ui/panels/style.h"
#include "ui/render/contacts/kink_colours.h"
#include "ui/render/overlay/legend_entries.h"

#include <algorithm>
#include <cmath>

namespace lamina {
namespace {

// Pressure at one end of a pixel pair: that of its cell, or of the whole pair.
double pressure_at(const PairState& pair, int cell) {
  for (std::size_t i = 0; i < pair.contacts.contacts.size() && i < pair.pressure.size(); ++i) {
    const int own = pair.contacts.contacts[i].cell;
    if (own == cell || own < 0)
      return pair.pressure[i];
  }
  return 0;
}

} // namespace

std::string body_name(const Snapshot& snapshot, std::uint32_t body) {
  return snapshot.infos && body < snapshot.infos->size() ? (*snapshot.infos)[body].name : std::string("body");
}

double pixel_pressure(const PairState& pair, const ContactPixelPair& pixel) {
  return 0.5 * (pressure_at(pair, pixel.cell[0]) + pressure_at(pair, pixel.cell[1]));
}

double force_share(const PairState& pair, const ContactPixelPair& pixel) {
  double whole = 0;
  for (std::size_t i = 0; i < pair.contacts.contacts.size() && i < pair.pressure.size(); ++i)
    whole += pair.pressure[i] * pair.contacts.contacts[i].area;
  if (whole <= 0)
    return 0;
  return std::clamp(pixel.weight * pixel_pressure(pair, pixel) / whole, 0.0, 1.0);
}

std::string triangle_name(const Snapshot& snapshot, std::uint32_t body, std::uint32_t triangle) {
  return " △" + std::to_string((*snapshot.infos)[body].mesh->outer_triangle(triangle));
}

std::string triangle_name(const Snapshot& snapshot, const PairState& pair, const ContactPixelPair& pixel,
                          std::size_t end) {
  return triangle_name(snapshot, pair.contacts.body[pixel.body[end] & 1], pixel.triangle[end]);
}

std::string pixel_ends(const Snapshot& snapshot, const PairState& pair, const ContactPixelPair& pixel) {
  const std::array<std::uint32_t, 2>& bodies = pair.contacts.body;
  if (bodies[0] == bodies[1])
    return pair_name(snapshot, bodies) + triangle_name(snapshot, pair, pixel, 0) + " /" +
           triangle_name(snapshot, pair, pixel, 1);
  std::string text;
  for (std::size_t end = 0; end < 2; ++end) {
    text += end ? " / " : "";
    text += body_name(snapshot, pair.contacts.body[pixel.body[end] & 1]) +
            triangle_name(snapshot, pair, pixel, end);
  }
  return text;
}

std::string pixel_tip(const Snapshot& snapshot, const PairState& pair, const ContactPixelPair& pixel) {
  std::string text = "pixel: " + pixel_ends(snapshot, pair, pixel) + ", " + brief(1e3 * pixel.length) +
                     " mm along " + "xyz"[pixel.axis % 3];
  const bool itself = pair.contacts.body[0] == pair.contacts.body[1];
  if (itself && !(pixel.weight > 0))
    return text + ", both ends on one sheet";
  if (!itself && pixel.body[0] == pixel.body[1])
    return text + ", both ends on one body";
  return text + ", " + percent(force_share(pair, pixel)) + " of force";
}

std::string tile_tip(const PairState& pair, std::size_t pixel) {
  const ImageEvidence& images = images_of(pair.contacts);
  std::string text;
  if (!images.extents.empty()) {
    const PixelExtent extent = extent_of(pair.contacts, pixel);
    text += "\ntile of " + length_text(double(extent.tile)) + " (√area): " + kink_look(extent.kink).bound;
  }
  if (images.error)
    text += "\nvolume of the pair " + volume_text(images.volume) + ", off by " +
            volume_text(images.error->error_bar) + " (at most " + volume_text(images.error->bound) + ")";
  if (images.area_vector_bound)
    text += "\narea vector off by " + area_text(*images.area_vector_bound) + " at most";
  return text;
}

std::string direction_text(const Vec3& direction) {
  // Two digits tell a direction; and no minus before a nought.
  const auto part = [&](int k) { return brief(0.01 * std::round(100 * direction[k]) + 0.0); };
  return "(" + part(0) + ", " + part(1) + ", " + part(2) + ")";
}

std::string points_tip(const Snapshot& snapshot, const PairState& pair, const ContactPointPair& points) {
  const std::array<std::uint32_t, 2>& bodies = pair.contacts.body;
  const bool itself = bodies[0] == bodies[1];
  const auto end_name = [&](std::size_t end) {
    const std::uint32_t body = bodies[points.body[end] & 1];
    return (itself ? "" : body_name(snapshot, body)) + triangle_name(snapshot, body, points.triangle[end]);
  };
  std::string text = "points: " + (itself ? pair_name(snapshot, bodies) : "") + end_name(0) + " / " +
                     (itself ? end_name(1).substr(1) : end_name(1));
  if (points.contact < pair.contacts.contacts.size()) {
    const Contact& contact = pair.contacts.contacts[points.contact];
    text += ", " + brief(1e3 * contact.depth()) +
            (contact.kind == MeasureKind::gap ? " mm too near" : " mm deep");
  }
  text += ",\nstanding for " + brief(1e6 * points.area) + " mm²";
  if (points.contact < pair.pressure.size())
    text += ", " + prefixed(pair.pressure[points.contact] * points.area, "N");
  return text + ", normal " + direction_text(points.normal);
}

std::string body_tip(const Snapshot& snapshot, std::uint32_t body) {
  if (!snapshot.infos || body >= snapshot.infos->size() || body >= snapshot.bodies.size())
    return {};
  const BodyInfo& info = (*snapshot.infos)[body];
  std::string text = info.name;
  if (info.kind != BodyKind::rigid)
    text += "  ·  " + kind_name(info.kind);
  if (moves_freely(info.kind))
    text += "  ·  " + brief(info.mass) + " kg";
  const double force = snapshot.bodies[body].contact_force.norm();
  if (force > 0)
    text += "  ·  " + brief(force) + " N";
  if (info.pieces > 1)
    text += "  ·  " + std::to_string(info.pieces) + " pieces";
  return text;
}

} // namespace lamina
