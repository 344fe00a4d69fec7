#include "ui/render/overlay/legend_entries.h"

#include "core/contact/method.h"
#include "ui/render/bodies/steady_range.h"
#include "ui/render/contacts/contact_lines.h"
#include "ui/render/contacts/contact_quads.h"
#include "ui/render/contacts/volume_solid.h"
#include "ui/render/overlay/colour_ramp.h"
#include "ui/render/overlay/overlay_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {
namespace {

/// More pairs than this are counted instead of named.
constexpr std::size_t most_named_pairs = 4;

using Mark = LegendEntry::Mark;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string name_of(const Snapshot& snapshot, std::uint32_t body) {
  return snapshot.infos && body < snapshot.infos->size() ? (*snapshot.infos)[body].name : std::string("body");
}

void add_volumes(std::vector<LegendEntry>& entries, const Snapshot& snapshot) {
  std::vector<const PairContacts*> pairs;
  for (const PairState& pair : snapshot.pairs)
    if (pair.contacts.volume > 0)
      pairs.push_back(&pair.contacts);
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const auto* a, const auto* b) { return a->volume > b->volume; });
  entries.push_back({Mark::none, "intersection volume", {}});
  for (std::size_t i = 0; i < std::min(pairs.size(), most_named_pairs); ++i)
    entries.push_back({Mark::square,
                       "",
                       {{pair_colour(pairs[i]->body),
                         pair_name(snapshot, pairs[i]->body) + "  " + volume_text(pairs[i]->volume)}}});
  if (pairs.size() > most_named_pairs)
    entries.push_back(
        {Mark::none, "and " + std::to_string(pairs.size() - most_named_pairs) + " smaller ones", {}});
}

/// Of methods that join points.
void add_points(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ShownScales& scales) {
  const Contact* first = nullptr;
  for (const PairState& pair : snapshot.pairs)
    if (!first && !pair.contacts.points.empty() && !pair.contacts.contacts.empty())
      first = &pair.contacts.contacts.front();
  if (!first || !(scales.depth_top > 0)) {
    entries.push_back({Mark::none, "contact points: none", {}});
    return;
  }
  const bool gap = first->kind == MeasureKind::gap;
  entries.push_back({Mark::ramp,
                     gap ? "contact points, too near by" : "contact points, depth",
                     {{ramp_colour(0), "0"}, {ramp_colour(1), "≥ " + length_text(scales.depth_top)}}});
}

/// What became of rays, as far as it did.
void add_rays(std::vector<LegendEntry>& entries, const Snapshot& snapshot) {
  const std::array<std::uint64_t, ray_fates> fates = fates_of(snapshot);
  LegendEntry entry{Mark::line, "rays", {}};
  for (std::size_t fate = 0; fate < ray_fates; ++fate)
    if (fates[fate] > 0)
      entry.items.push_back({fate_colour(RayFate(fate)), fate_word(RayFate(fate))});
  if (entry.items.empty())
    entry = {Mark::none, "rays: none", {}};
  entries.push_back(entry);
}

void add_tree(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ViewOptions& options) {
  const std::size_t count = snapshot.tree_boxes.size(), stride = tree_box_stride(snapshot);
  std::string text = std::to_string(count) + (count == 1 ? " box" : " boxes") + " of trees at level " +
                     std::to_string(options.tree_level);
  if (stride > 1)
    text += ", one of " + std::to_string(stride) + " drawn";
  if (count == 0)
    text = "trees: none that can be looked into";
  entries.push_back({Mark::none, text, {}});
}

void add_contacts(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ViewOptions& options,
                  const ShownScales& scales) {
  if (!measures_volume(snapshot.settings.contact.method))
    return add_points(entries, snapshot, scales);
  if (options.contact_view == ContactView::volume)
    return add_volumes(entries, snapshot);
  LegendEntry entry{Mark::square, "contact pixels by view direction", {}};
  if (options.contact_view == ContactView::pixels) {
    for (std::size_t axis = 0; axis < 3; ++axis)
      entry.items.push_back({axis_colours()[axis], std::string(1, "xyz"[axis])});
  } else {
    const int axis = std::clamp(options.layer_axis, 0, 2);
    entry.text = std::string("layers along ") + "xyz"[axis];
    const std::size_t found = std::max(scales.layers, layer_count(snapshot, axis));
    const std::size_t layers = std::min<std::size_t>(found, 8);
    for (std::size_t layer = 0; layer < layers; ++layer)
      if (options.layer <= 0 || static_cast<std::size_t>(options.layer) == layer + 1)
        entry.items.push_back({layer_colour(layer), std::to_string(layer + 1)});
  }
  entries.push_back(entry);
}

/// What an arrow stands for that is as long as a step of the ground grid.
void add_forces(std::vector<LegendEntry>& entries, const ViewOptions& options, const ShownScales& scales) {
  static constexpr const char* levels[] = {"contact force on a body", "pressure force of a cell",
                                           "pressure force on a vertex"};
  std::string text = levels[static_cast<std::size_t>(options.force_level)];
  if (scales.metres_per_newton > 0 && scales.grid > 0)
    text += ", " + length_text(scales.grid) +
            " of arrow = " + prefixed(scales.grid / scales.metres_per_newton, "N");
  entries.push_back({Mark::arrow, text, {{theme(options.dark).force, ""}}});
}

std::string area_text(double square_metres) {
  if (square_metres < 0.995e-4)
    return number(1e6 * square_metres) + " mm²";
  return square_metres < 0.995e-1 ? number(1e4 * square_metres) + " cm²" : number(square_metres) + " m²";
}

LegendEntry skin_entry(SkinColour skin, double top) {
  static constexpr const char* names[] = {
      "", "pressure", "friction", "strain", "von Mises stress", "overlap at rest", "area per vertex"};
  const std::string name = names[static_cast<std::size_t>(skin)];
  if (!of_contacts(skin) && !(top > 0))
    return {Mark::none,
            name + (skin == SkinColour::strain || skin == SkinColour::stress ? ": nothing here deforms"
                                                                             : ": none"),
            {}};
  const std::string upper = skin == SkinColour::strain     ? number(100 * top) + " %"
                            : skin == SkinColour::overlap  ? length_text(top)
                            : skin == SkinColour::sampling ? area_text(top)
                                                           : prefixed(top, "Pa");
  return {Mark::ramp, name, {{ramp_colour(0), "0"}, {ramp_colour(1), "≥ " + upper}}};
}

/// Only what is there of edges, springs and bones.
void add_inside(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ViewOptions& options) {
  std::array<bool, 3> found{};
  for (std::size_t body = 0; snapshot.infos && body < snapshot.infos->size(); ++body) {
    const BodyKind kind = (*snapshot.infos)[body].kind;
    if (deforms(kind))
      found[kind == BodyKind::soft ? 0 : kind == BodyKind::particles ? 1 : 2] = true;
  }
  static constexpr const char* names[] = {"tetrahedra", "springs", "bones and joints"};
  std::string text;
  for (std::size_t kind = 0; kind < found.size(); ++kind)
    if (found[kind])
      text += (text.empty() ? "" : ", ") + std::string(names[kind]);
  if (text.empty())
    entries.push_back({Mark::none, "inside: nothing here deforms", {}});
  else
    entries.push_back({Mark::line, text, {{theme(options.dark).inside, ""}}});
}

} // namespace

std::string pair_name(const Snapshot& snapshot, const std::array<std::uint32_t, 2>& bodies) {
  const std::string first = name_of(snapshot, bodies[0]);
  return bodies[0] == bodies[1] ? first + " with itself" : first + " / " + name_of(snapshot, bodies[1]);
}

std::string length_text(double metres) {
  if (metres < 0.00995)
    return number(1e3 * metres) + " mm";
  return metres < 0.995 ? number(1e2 * metres) + " cm" : number(metres) + " m";
}

std::string prefixed(double value, const char* unit) {
  struct Prefix {
    double factor;
    const char* name;
  };
  static constexpr Prefix prefixes[] = {{1e9, "G"}, {1e6, "M"},  {1e3, "k"},
                                        {1, ""},    {1e-3, "m"}, {1e-6, "µ"}};
  for (const Prefix& prefix : prefixes)
    if (std::abs(value) >= 0.9995 * prefix.factor)
      return number(value / prefix.factor) + " " + prefix.name + unit;
  return number(value) + " " + unit;
}

std::string volume_text(double cubic_metres) {
  if (cubic_metres > 0 && cubic_metres < 1e-6)
    return number(1e9 * cubic_metres) + " mm³";
  return cubic_metres < 1e-2 ? number(1e6 * cubic_metres) + " cm³" : number(cubic_metres) + " m³";
}

std::vector<LegendEntry> legend_entries(const Snapshot& snapshot, const ViewOptions& options,
                                        const ShownScales& scales) {
  std::vector<LegendEntry> entries;
  if (options.contacts)
    add_contacts(entries, snapshot, options, scales);
  if (options.rays && casts_rays(snapshot.settings.contact.method))
    add_rays(entries, snapshot);
  if (options.skin != SkinColour::none)
    entries.push_back(skin_entry(options.skin, scales.skin_top));
  if (options.inside)
    add_inside(entries, snapshot, options);
  if (options.forces)
    add_forces(entries, options, scales);
  if (options.tree && keeps_trees(snapshot.settings.contact.method))
    add_tree(entries, snapshot, options);
  if (options.regions)
    entries.push_back({Mark::line, "region of a pair, with its pixels", {{theme(options.dark).region, ""}}});
  std::size_t dropped = 0;
  for (const PairState& pair : snapshot.pairs)
    dropped += pair.contacts.dropped.size();
  if (options.dropped && dropped > 0)
    entries.push_back({Mark::line,
                       std::to_string(dropped) + (dropped == 1 ? " dropped column" : " dropped columns"),
                       {{dropped_colour, ""}}});
  if (options.cut != CutAxis::off)
    entries.push_back({Mark::none,
                       std::string("cut at ") + "xyz"[static_cast<std::size_t>(options.cut) - 1] + " = " +
                           number(options.cut_position) + " m",
                       {}});
  if (options.grid && scales.grid > 0)
    entries.push_back(
        {Mark::none, "grid " + length_text(scales.grid) + ", strong " + length_text(scales.grid_strong), {}});
  return entries;
}

} // namespace lamina
