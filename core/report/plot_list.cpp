#include "core/report/plot_list.h"

#include "core/contact/phases.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

/// Times of a step: phases of detection that have no curve here yet come behind.
std::vector<PlotCurve> phase_curves() {
  std::vector<PlotCurve> curves{{"wall_ms", "whole step"},   {"ldi_ms", "LDI"},
                                {"volume_ms", "volume"},     {"simulation_ms", "simulation"},
                                {"broad_ms", "broad phase"}, {"upload_ms", "upload"},
                                {"render_ms", "render"},     {"readback_ms", "read-back"},
                                {"bvh_ms", "trees"},         {"cast_ms", "rays"}};
  for (const DetectionPhase& phase : detection_phases()) {
    const std::string column = phase.name + "_ms";
    if (std::none_of(curves.begin(), curves.end(),
                     [&](const PlotCurve& curve) { return curve.column == column; }))
      curves.push_back({column, phase.label});
  }
  return curves;
}

const std::vector<Plot>& all_plots() {
  static const std::vector<Plot> plots{
      {"energy",
       "Energies",
       "Energy at the end of each step. The potential energy is zero at the world's origin.",
       "J",
       false,
       false,
       {{"energy_J", "total"},
        {"kinetic_J", "kinetic"},
        {"potential_J", "potential, 0 at the origin"},
        {"elastic_J", "elastic"},
        {"contact_J", "contact"}}},
      {"momentum",
       "Momentum",
       "Linear momentum of all movable bodies together.",
       "kg·m/s",
       false,
       false,
       {{"momentum", "length"}, {"momentum_x", "x"}, {"momentum_y", "y"}, {"momentum_z", "z"}}},
      {"impulses",
       "Contact impulses",
       "What contacts press with in a step, all together, and what one body of each pair gives the other, "
       "friction included.",
       "N·s",
       false,
       false,
       {{"normal_impulse_Ns", "normal"}, {"impulse_Ns", "with friction, by pair"}}},
      {"volume",
       "Intersection volume",
       "How much bodies overlap, all pairs together.",
       "m³",
       false,
       false,
       {{"volume_m3", "volume"}, {"volume_bound_m3", "error bound"}, {"volume_error_bar_m3", "error bar"}}},
      {"area_bound",
       "Bound of area vectors",
       "By how much the area vectors on which pressure acts may be off, all pairs together (setting "
       "area_bound).",
       "m²",
       false,
       false,
       {{"area_vector_bound_m2", "bound"}}},
      {"reference_overlap",
       "Overlap by the reference_overlap",
       "How much bodies overlap, all pairs together, whatever found their contacts: the intersection volume "
       "by layered depth images, taken now and then and joined by lines.",
       "m³",
       false,
       false,
       {{"reference_overlap_m3", "overlap"}}},
      {"contacts",
       "Pairs and contacts",
       "Pairs whose boxes overlap, contacts (measures that should vanish) in them, and columns that could "
       "not be "
       "trusted.",
       "",
       false,
       false,
       {{"contacts", "contacts"}, {"pairs", "pairs"}, {"dropped_columns", "dropped columns"}}},
      {"pixels",
       "Fragments and contact pixels",
       "Surface crossings found in pixel columns, and those that bound the intersection.",
       "",
       false,
       false,
       {{"contact_pixels", "contact pixels"},
        {"fragments", "fragments"},
        {"rays", "rays"},
        {"colliding_points", "colliding points"}}},
      {"phases", "Time of the phases", "Wall time that each step took, and where it went.", "ms", false, true,
       phase_curves()},
      {"iterations",
       "Solver iterations",
       "Iterations of conjugate gradients, all solves of a step together.",
       "",
       false,
       false,
       {{"cg_iterations", "iterations"}}},
      {"residual",
       "Solver residual",
       "What the last solve of a step left, relative to what inertia, gravity and contact put in.",
       "",
       true,
       false,
       {{"cg_residual", "residual"}}},
      {"newton",
       "Steps of Newton",
       "What the response by constraints took: steps of Newton's method, all solves of a step together, and "
       "rounds.",
       "",
       false,
       false,
       {{"newton_steps", "steps of Newton"}, {"rounds", "rounds"}}},
      {"complementarity",
       "Complementarity",
       "How far a contact cell is from what constraints ask at most: from the speed that it wants where it "
       "presses, and below that where it does not.",
       "m/s",
       true,
       false,
       {{"complementarity_m_s", "complementarity"}}}};
  return plots;
}

bool has_values(std::span<const ReportRun> runs, const std::string& column) {
  return std::any_of(runs.begin(), runs.end(),
                     [&](const ReportRun& run) { return run.series.find(column) != nullptr; });
}

/// The range of all curves; the least value above zero where the axis is logarithmic.
void find_range(ShownPlot& shown, std::span<const ReportRun> runs) {
  bool first = true;
  const auto take = [&](double value) {
    shown.least = first ? value : std::min(shown.least, value);
    shown.greatest = first ? value : std::max(shown.greatest, value);
    first = false;
  };
  for (const ReportRun& run : runs)
    for (const PlotCurve& curve : shown.plot.curves) {
      const StepColumn* column = run.series.find(curve.column);
      if (!column)
        continue;
      if (!shown.plot.logarithmic) {
        take(column->least);
        take(column->greatest);
        continue;
      }
      for (const double value : column->values)
        if (value > 0)
          take(value);
      // A first step with nothing to solve leaves next to nothing; it shall not press the others together.
      shown.least = std::max(shown.least, 1e-4 * shown.greatest);
    }
}

} // namespace

PlotUnit suitable_unit(const std::string& quantity, double greatest) {
  // A unit serves up to the size at which the next larger one reads better.
  struct Step {
    double below;
    PlotUnit unit;
  };
  const auto choose = [greatest](std::initializer_list<Step> steps) {
    for (const Step& step : steps)
      if (greatest < step.below)
        return step.unit;
    return std::prev(steps.end())->unit;
  };
  if (greatest <= 0 || !std::isfinite(greatest))
    return {quantity, 1};
  const double all = INFINITY;
  if (quantity == "J")
    return choose(
        {{1e-3, {"µJ", 1e-6}}, {1, {"mJ", 1e-3}}, {1e4, {"J", 1}}, {1e7, {"kJ", 1e3}}, {all, {"MJ", 1e6}}});
  if (quantity == "m³")
    return choose({{1e-7, {"mm³", 1e-9}}, {1e-1, {"cm³", 1e-6}}, {all, {"m³", 1}}});
  if (quantity == "m²")
    return choose({{1e-4, {"mm²", 1e-6}}, {1, {"cm²", 1e-4}}, {all, {"m²", 1}}});
  if (quantity == "m")
    return choose({{1e-3, {"µm", 1e-6}}, {1, {"mm", 1e-3}}, {all, {"m", 1}}});
  if (quantity == "ms")
    return choose({{1e-1, {"µs", 1e-3}}, {1e4, {"ms", 1}}, {all, {"s", 1e3}}});
  return {quantity, 1};
}

std::vector<ShownPlot> shown_plots(std::span<const ReportRun> runs) {
  std::vector<ShownPlot> plots;
  for (const Plot& plot : all_plots()) {
    ShownPlot shown{plot, {}, 0, 0};
    std::erase_if(shown.plot.curves, [&](const PlotCurve& curve) { return !has_values(runs, curve.column); });
    if (shown.plot.curves.empty())
      continue;
    find_range(shown, runs);
    shown.unit = suitable_unit(plot.quantity, std::max(std::abs(shown.least), std::abs(shown.greatest)));
    shown.least /= shown.unit.size;
    shown.greatest /= shown.unit.size;
    plots.push_back(std::move(shown));
  }
  return plots;
}

} // namespace lamina
