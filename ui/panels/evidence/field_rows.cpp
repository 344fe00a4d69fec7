#include "core/contact/distancefield/field_evidence.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/pointer_tip.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"

namespace lamina {
namespace {

void field_switches(PanelContext& context, bool& first) {
  distances_check(context,
                  "fields of rigid bodies on the plane of the cut: inside in colours, outside in greys,\n"
                  "as far as distances are known",
                  first);
  first = false;
}

void fields_found(PanelContext& context) {
  FieldEvidence sum;
  for (const PairState& pair : context.snapshot->pairs) {
    const FieldEvidence& fields = fields_of(pair.contacts);
    sum.asked += fields.asked;
    sum.colliding += fields.colliding;
    sum.too_deep += fields.too_deep;
    sum.edges += fields.edges;
    sum.faces += fields.faces;
  }
  if (sum.asked == 0)
    return;
  found_row(context, "field", "points asked", grouped(sum.asked),
            "places whose distance from another body was read from its field");
  found_row(context, "field", "on edges", grouped(sum.edges),
            "contacts at places within edges, which lie deeper than their ends");
  found_row(context, "field", "on faces", grouped(sum.faces),
            "contacts at places within triangles, which lie deeper than their edges");
  if (sum.too_deep > 0) {
    wrapped_text(grouped(sum.too_deep) +
                     " vertices lie deeper than the band of the field, and are not pushed",
                 warning_colour(context.dark));
    context.rects.record("field too deep");
  }
}

} // namespace

EvidenceRows field_rows() {
  return {.type = evidence_type<FieldEvidence>(), .switches = field_switches, .found = fields_found};
}

} // namespace lamina
