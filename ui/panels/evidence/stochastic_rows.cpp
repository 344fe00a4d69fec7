#include "core/contact/stochastic/stochastic_evidence.h"
#include "ui/panels/evidence/evidence_rows.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"

namespace lamina {
namespace {

void stochastic_found(PanelContext& context) {
  StochasticEvidence sum;
  std::size_t out_of_budget = 0;
  for (const PairState& pair : context.snapshot->pairs) {
    const StochasticEvidence& found = stochastic_of(pair.contacts);
    sum.drawn += found.drawn;
    sum.duplicates += found.duplicates;
    sum.far += found.far;
    sum.kept += found.kept;
    sum.evaluations += found.evaluations;
    out_of_budget += found.out_of_budget;
  }
  if (sum.evaluations == 0)
    return;
  found_row(context, "stochastic", "pairs followed", grouped(sum.kept),
            "pairs at a local minimum of distance, which the next step goes on from");
  found_row(context, "stochastic", "pairs drawn", grouped(sum.drawn), "new ones of this step, at random");
  found_row(context, "stochastic", "pairs dropped", grouped(sum.duplicates + sum.far),
            "those that came to where another one had been, and those too far apart");
  found_row(context, "stochastic", "evaluations spent", grouped(sum.evaluations),
            "distances that were found out, in all pairs of bodies");
  if (out_of_budget > 0) {
    wrapped_text(counted(out_of_budget, "pair") + " of bodies used up the budget: contacts may be missing",
                 warning_colour(context.dark));
    context.rects.record("stochastic out of budget");
  }
}

} // namespace

EvidenceRows stochastic_rows() {
  return {.type = evidence_type<StochasticEvidence>(), .found = stochastic_found};
}

} // namespace lamina
