#include "ui/render/overlay/legend_entries.h"

#include "core/contact/method.h"
#include "ui/render/evidence/evidence_view.h"
#include "ui/render/overlay/colour_ramp.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {
namespace {

using Mark = LegendEntry::Mark;

std::string number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

std::string name_of(const Snapshot& snapshot, std::uint32_t body) {
  return snapshot.infos && body < snapshot.infos->size() ? (*snapshot.infos)[body].name : std::string("body");
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

/// How many pieces there are of bodies that are in several.
LegendEntry pieces_entry(const Snapshot& snapshot) {
  std::size_t pieces = 0;
  for (std::size_t body = 0; snapshot.infos && body < snapshot.infos->size(); ++body)
    if (const std::size_t own = (*snapshot.infos)[body].pieces; own > 1)
      pieces += own;
  return {Mark::none,
          pieces > 0 ? "pieces: " + std::to_string(pieces) + ", a colour each"
                     : "pieces: nothing here is in several",
          {}};
}

LegendEntry skin_entry(SkinColour skin, const ShownScales& scales) {
  const double top = scales.skin_top;
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
                            : scales.skin_top_is_strength  ? prefixed(top, "Pa, the strength")
                                                           : prefixed(top, "Pa");
  return {Mark::ramp, name, {{ramp_colour(0), "0"}, {ramp_colour(1), "≥ " + upper}}};
}

/// Only what is there of edges, springs and bones.
void add_inside(std::vector<LegendEntry>& entries, const Snapshot& snapshot, const ViewOptions& options) {
  std::array<bool, 4> found{};
  for (std::size_t body = 0; snapshot.infos && body < snapshot.infos->size(); ++body) {
    const BodyKind kind = (*snapshot.infos)[body].kind;
    if (deforms(kind))
      found[kind == BodyKind::soft        ? 0
            : kind == BodyKind::particles ? 1
            : kind == BodyKind::skinned   ? 2
                                          : 3] = true;
  }
  static constexpr const char* names[] = {"tetrahedra", "springs", "bones and joints", "threads"};
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
  static constexpr Prefix prefixes[] = {{1e9, "G"},  {1e6, "M"},  {1e3, "k"}, {1, ""},
                                        {1e-3, "m"}, {1e-6, "µ"}, {1e-9, "n"}};
  for (const Prefix& prefix : prefixes)
    if (std::abs(value) >= 0.9995 * prefix.factor)
      return number(value / prefix.factor) + " " + prefix.name + unit;
  return number(value) + " " + unit;
}

std::string area_text(double square_metres) {
  if (square_metres < 0.995e-4)
    return number(1e6 * square_metres) + " mm²";
  return square_metres < 0.995e-1 ? number(1e4 * square_metres) + " cm²" : number(square_metres) + " m²";
}

std::string volume_text(double cubic_metres) {
  if (cubic_metres > 0 && cubic_metres < 1e-6)
    return number(1e9 * cubic_metres) + " mm³";
  return cubic_metres < 1e-2 ? number(1e6 * cubic_metres) + " cm³" : number(cubic_metres) + " m³";
}

std::vector<LegendEntry> legend_entries(const Snapshot& snapshot, const ViewOptions& options,
                                        const ShownScales& scales) {
  EvidenceLegend evidence;
  for (const EvidenceView& view : evidence_views())
    if (view.legend && leaves_evidence(snapshot.settings.contact, view.type))
      view.legend(snapshot, options, scales, evidence);
  std::vector<LegendEntry> entries;
  const auto add = [&](LegendPlace place) {
    entries.insert(entries.end(), at(evidence, place).begin(), at(evidence, place).end());
  };
  add(LegendPlace::contacts);
  add(LegendPlace::search);
  if (options.skin == SkinColour::pieces)
    entries.push_back(pieces_entry(snapshot));
  else if (options.skin != SkinColour::none)
    entries.push_back(skin_entry(options.skin, scales));
  if (options.inside)
    add_inside(entries, snapshot, options);
  if (options.forces)
    add_forces(entries, options, scales);
  add(LegendPlace::boxes);
  if (options.regions)
    entries.push_back({Mark::line, "region of a pair, with its pixels", {{theme(options.dark).region, ""}}});
  add(LegendPlace::marks);
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
