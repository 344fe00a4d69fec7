#include "ui/render/contacts/point_lines.h"

#include "core/contact/point_evidence.h"
#include "ui/render/bodies/body_colours.h"
#include "ui/render/bodies/skin_values.h"
#include "ui/render/contacts/thinning.h"
#include "ui/render/overlay/colour_ramp.h"

#include <algorithm>

namespace lamina {
namespace {

constexpr double line_width = 2, dot_width = 5; // logical pixels

double measure_at(const PairState& pair, const ContactPointPair& point) {
  const std::vector<Contact>& contacts = pair.contacts.contacts;
  return point.contact < contacts.size() ? contacts[point.contact].depth() : 0;
}

double largest_measure(const Snapshot& snapshot) {
  double most = 0;
  for (const PairState& pair : snapshot.pairs)
    for (const ContactPointPair& point : points_of(pair.contacts).points)
      most = std::max(most, measure_at(pair, point));
  return most;
}

/// By pair and point, Pa; empty where the skin shows none.
using PointValues = std::vector<std::vector<double>>;

PointValues values_of(const Snapshot& snapshot, SkinColour skin) {
  PointValues values;
  if (of_contacts(skin))
    for (const PairState& pair : snapshot.pairs)
      values.push_back(point_skin_values(snapshot, pair, skin));
  return values;
}

double largest(const PointValues& values) {
  double most = 0;
  for (const std::vector<double>& pair : values)
    for (const double value : pair)
      most = std::max(most, value);
  return most;
}

Colour ramp(double value, double top) {
  return ramp_colour(top > 0 ? value / top : 0);
}

void add_points(PointLines& result, const Snapshot& snapshot, const ViewOptions& options,
                const PointValues& values) {
  const std::vector<Colour> bodies = snapshot.infos ? body_colours(*snapshot.infos) : std::vector<Colour>();
  Thinning thinning(snapshot, [](const PairState& pair) { return points_of(pair.contacts).points.size(); });
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairState& pair = snapshot.pairs[p];
    const std::vector<ContactPointPair>& points = points_of(pair.contacts).points;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const ContactPointPair& point = points[i];
      if (!thinning.take() || !point.position[0].allFinite() || !point.position[1].allFinite())
        continue;
      if (options.contacts)
        result.lines.push_back({point.position[0], point.position[1], line_width,
                                ramp(measure_at(pair, point), result.depth_top), 1});
      for (std::size_t end = 0; end < 2; ++end) {
        const std::uint32_t body = pair.contacts.body[point.body[end] & 1];
        const Colour colour = !values.empty()        ? ramp(values[p][i], result.skin_top)
                              : body < bodies.size() ? bodies[body]
                                                     : Colour{0.5f, 0.5f, 0.5f};
        result.lines.push_back({point.position[end], point.position[end], dot_width, colour, 1});
      }
    }
  }
}

} // namespace

PointLines point_lines(const Snapshot& snapshot, const ViewOptions& options, PointRanges& ranges) {
  PointLines result;
  const PointValues values = values_of(snapshot, options.skin);
  if (options.contacts)
    result.depth_top = ranges.depth.update(largest_measure(snapshot));
  SteadyRange& range = options.skin == SkinColour::friction ? ranges.friction : ranges.pressure;
  if (of_contacts(options.skin))
    result.skin_top = range.update(largest(values));
  if (options.contacts || of_contacts(options.skin))
    add_points(result, snapshot, options, values);
  return result;
}

} // namespace lamina
