#include "core/contact/hashing/hash_evidence.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"
#include "ui/render/overlay/legend_entries.h"
#include "ui/render/picking/pick_search.h"

namespace lamina {
namespace {

void hash_switches(PanelContext& context, bool& first) {
  view_check(context, "cells", context.view.hash_cells,
             "the cells in which tetrahedra looked for points, by how many they tried; those in which\n"
             "a point was found in a tetrahedron stand out",
             first);
  first = false;
  view_check(context, "ways out", context.view.ways_out,
             "arrows from points in another body: how deep they lie, and which way is out");
}

void hash_found(PanelContext& context) {
  HashEvidence sum;
  for (const PairState& pair : context.snapshot->pairs) {
    const HashEvidence& hash = hash_of(pair.contacts);
    sum.cell = hash.cell > 0 ? hash.cell : sum.cell;
    sum.colliding += hash.colliding;
    sum.border += hash.border;
    sum.no_way_out += hash.no_way_out;
  }
  if (!(sum.cell > 0))
    return;
  found_row(context, "hash", "cell side", length_text(sum.cell),
            "all pairs of a step share one grid of cells");
  found_row(context, "hash", "points inside", grouped(sum.colliding),
            "vertices and nodes that lie in tetrahedra of another body");
  found_row(context, "hash", "next to surface", grouped(sum.border),
            "of those: with an edge that leads outside. Their depths are known first,\n"
            "and others take theirs from neighbours.");
  if (sum.no_way_out > 0) {
    wrapped_text(grouped(sum.no_way_out) + " of them have no way out: nothing about them lies outside",
                 warning_colour(context.dark));
    context.rects.record("hash no way out");
  }
}

std::string way_tip(const Snapshot& snapshot, const EvidenceReference& reference) {
  const HashSearch::Way* way = find_way(snapshot, reference);
  if (!way)
    return {};
  const std::string name = body_name(snapshot, way->body) + " point " + std::to_string(way->point) + ": ";
  if (way->direction.isZero(0))
    return name + "inside, without a way out";
  if (!(way->depth > 0))
    return name + "on the surface of another body";
  return name + length_text(way->depth) + " deep, way out " + direction_text(way->direction);
}

} // namespace

EvidenceRows hash_rows() {
  return {
      .type = evidence_type<HashEvidence>(), .switches = hash_switches, .found = hash_found, .tip = way_tip};
}

} // namespace lamina
