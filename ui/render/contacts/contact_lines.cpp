#include "ui/render/contacts/contact_lines.h"

#include "ui/render/bodies/skin_values.h"
#include "ui/render/overlay/colour_ramp.h"

#include <algorithm>

namespace lamina {
namespace {

/// Twenty thousand cover any picture.
constexpr std::size_t most_drawn = 20'000;

constexpr double line_width = 2, dot_width = 5, ray_width = 1.2; // logical pixels

/// Counts things over all pairs and picks every one that is drawn.
class Thinning {
public:
  template <class Count>
  Thinning(const Snapshot& snapshot, const Count& count) {
    std::size_t all = 0;
    for (const PairState& pair : snapshot.pairs)
      all += count(pair);
    stride_ = 1 + (all > 0 ? (all - 1) / most_drawn : 0);
  }
  bool take() { return next_++ % stride_ == 0; }

private:
  std::size_t stride_ = 1; ///< one of how many is drawn
  std::size_t next_ = 0;
};

void add_rays(std::vector<Line>& lines, const Snapshot& snapshot) {
  Thinning thinning(snapshot, [](const PairState& pair) { return pair.contacts.cast.size(); });
  for (const PairState& pair : snapshot.pairs)
    for (const CastRay& ray : pair.contacts.cast) {
      if (!thinning.take() || !ray.from.allFinite() || !ray.to.allFinite())
        continue;
      // Those that met nothing are long and many: they must not hide the others.
      const float opacity = ray.fate == RayFate::missed ? 0.35f : 0.8f;
      lines.push_back({ray.from, ray.to, ray_width, fate_colour(ray.fate), opacity});
      lines.push_back({ray.from, ray.from, 2.5 * ray_width, fate_colour(ray.fate), opacity});
    }
}

double measure_at(const PairState& pair, const ContactPointPair& point) {
  const std::vector<Contact>& contacts = pair.contacts.contacts;
  return point.contact < contacts.size() ? contacts[point.contact].measure : 0;
}

double largest_measure(const Snapshot& snapshot) {
  double most = 0;
  for (const PairState& pair : snapshot.pairs)
    for (const ContactPointPair& point : pair.contacts.points)
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

void add_points(ContactLines& result, const Snapshot& snapshot, const ViewOptions& options,
                const PointValues& values) {
  const std::vector<Colour> bodies = snapshot.infos ? body_colours(*snapshot.infos) : std::vector<Colour>();
  Thinning thinning(snapshot, [](const PairState& pair) { return pair.contacts.points.size(); });
  for (std::size_t p = 0; p < snapshot.pairs.size(); ++p) {
    const PairState& pair = snapshot.pairs[p];
    for (std::size_t i = 0; i < pair.contacts.points.size(); ++i) {
      const ContactPointPair& point = pair.contacts.points[i];
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

ContactLines contact_lines(const Snapshot& snapshot, const ViewOptions& options, PointRanges& ranges) {
  ContactLines result;
  if (options.rays)
    add_rays(result.lines, snapshot);
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

Colour fate_colour(RayFate fate) {
  switch (fate) {
  case RayFate::contact:
    return palette_colour(2); // vermilion
  case RayFate::missed:
    return {0.55f, 0.57f, 0.60f};
  case RayFate::entering:
    return palette_colour(5); // sky blue
  case RayFate::own_first:
    return palette_colour(4); // reddish purple
  case RayFate::open:
    return palette_colour(6); // yellow
  case RayFate::at_rest:
    return palette_colour(3); // bluish green
  }
  return {};
}

const char* fate_word(RayFate fate) {
  switch (fate) {
  case RayFate::contact:
    return "contact";
  case RayFate::missed:
    return "missed";
  case RayFate::entering:
    return "entering";
  case RayFate::own_first:
    return "own body first";
  case RayFate::open:
    return "open surface";
  case RayFate::at_rest:
    return "overlap at rest";
  }
  return "";
}

std::array<std::uint64_t, ray_fates> fates_of(const Snapshot& snapshot) {
  std::array<std::uint64_t, ray_fates> sum{};
  for (const PairState& pair : snapshot.pairs)
    for (std::size_t fate = 0; fate < ray_fates; ++fate)
      sum[fate] += pair.contacts.fates[fate];
  return sum;
}

} // namespace lamina
