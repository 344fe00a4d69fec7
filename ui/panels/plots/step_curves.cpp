#include "ui/panels/plots/step_curves.h"

#include "core/contact/method.h"
#include "core/settings/setting_list.h"

#include <charconv>
#include <cmath>

namespace lamina {
namespace {

constexpr std::uint32_t rgb(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return red | green << 8 | blue << 16 | 255u << 24;
}

constexpr std::uint32_t blue = rgb(90, 150, 222), orange = rgb(226, 156, 66), green = rgb(108, 178, 92),
                        violet = rgb(170, 130, 210), red = rgb(222, 96, 84);

// Without getting surfaces ready.
double detection_ms(const StepStatistics& step) {
  double sum = step.timings.broad;
  for (const double phase : step.timings.detection)
    sum += phase;
  return sum - step.timings.phase("upload");
}

// What is not known has no number, as in steps.csv.
void add_number(std::string& text, double value) {
  char digits[32];
  text += ',';
  if (!std::isfinite(value))
    return;
  text.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

} // namespace

StepCurves energy_curves() {
  return {"energy",
          "Energies; the potential one is zero at the origin",
          "J",
          1,
          {{"kinetic", "kinetic_J", blue, [](const StepStatistics& s) { return s.kinetic_J; }},
           {"potential, 0 at the origin", "potential_J", green,
            [](const StepStatistics& s) { return s.potential_J; }},
           {"contact", "contact_J", orange, [](const StepStatistics& s) { return s.contact_J; }},
           {"elastic", "elastic_J", violet, [](const StepStatistics& s) { return s.elastic_J; }},
           {"total", "energy_J", red, [](const StepStatistics& s) {
              return s.kinetic_J + s.potential_J + s.elastic_J + s.contact_J;
            }}}};
}

StepCurves momentum_curves() {
  return {"momentum",
          "Momentum of all bodies together",
          "kg m/s",
          1,
          {{"momentum", "momentum", blue, [](const StepStatistics& s) { return s.momentum.norm(); }}}};
}

StepCurves impulse_curves() {
  return {
      "impulses",
      "Contact impulses of a step",
      "N s",
      1,
      {{"normal", "normal_impulse_Ns", orange, [](const StepStatistics& s) { return s.normal_impulse_Ns; }},
       {"with friction, by pair", "impulse_Ns", blue, [](const StepStatistics& s) { return s.impulse_Ns; }}}};
}

StepCurves overlap_curves(const ContactSettings& contact) {
  if (measure_of(contact) == MeasureKind::volume)
    return {
        "volume",
        "Intersection volume of all pairs",
        "cm³",
        1e-6,
        {{"intersection volume", "volume_m3", orange, [](const StepStatistics& s) { return s.volume_m3; }}}};
  return {"depth",
          "Greatest depth of a contact",
          "mm",
          1e-3,
          {{"greatest depth", "deepest_m", orange, [](const StepStatistics& s) { return s.deepest_m; }}}};
}

std::optional<StepCurves> error_curves(const ContactSettings& contact) {
  if (measure_of(contact) != MeasureKind::volume)
    return std::nullopt;
  return StepCurves{
      "volume error",
      "What the intersection volume may be off by",
      "cm³",
      1e-6,
      {{"bound", "volume_bound_m3", red, [](const StepStatistics& s) { return s.volume_bound_m3; }},
       {"error bar", "volume_error_bar_m3", blue,
        [](const StepStatistics& s) { return s.volume_error_bar_m3; }}},
      "No step has a bound: method adaptive finds it, and ldi with the setting error_bar."};
}

std::optional<StepCurves> area_error_curves(const ContactSettings& contact) {
  if (measure_of(contact) != MeasureKind::volume)
    return std::nullopt;
  return StepCurves{"area error",
                    "What the area vectors on which pressure acts may be off by",
                    "cm²",
                    1e-4,
                    {{"bound", "area_vector_bound_m2", red,
                      [](const StepStatistics& s) { return s.area_vector_bound_m2; }}},
                    "No step has a bound: method adaptive finds it with the setting area_bound."};
}

StepCurves contact_curves() {
  return {"contacts",
          "Contacts and pairs",
          "",
          1,
          {{"contacts", "contacts", green, [](const StepStatistics& s) { return double(s.contacts); }},
           {"pairs", "pairs", blue, [](const StepStatistics& s) { return double(s.pairs); }}}};
}

StepCurves time_curves() {
  return {"times",
          "Wall time of a step",
          "ms",
          1,
          {{"step, wall", "wall_ms", violet, [](const StepStatistics& s) { return s.timings.wall; }},
           {"detection", "detection_ms", blue, detection_ms}}};
}

StepCurves iteration_curves() {
  return {"iterations",
          "Iterations of the linear solver",
          "",
          1,
          {{"iterations", "cg_iterations", green,
            [](const StepStatistics& s) { return double(s.cg_iterations); }}}};
}

std::vector<StepCurves> all_step_curves(const ContactSettings& contact) {
  std::vector<StepCurves> all = {energy_curves(), momentum_curves(), impulse_curves(),
                                 overlap_curves(contact)};
  for (const auto& errors : {error_curves(contact), area_error_curves(contact)})
    if (errors)
      all.push_back(*errors);
  all.insert(all.end(), {contact_curves(), time_curves(), iteration_curves()});
  return all;
}

std::string curves_csv(const StepCurves& curves, std::span<const StepStatistics> steps, double from_s,
                       double to_s) {
  std::string text = "step,time_s";
  for (const StepCurve& curve : curves.curves)
    text += std::string(",") + curve.column;
  text += '\n';
  for (const StepStatistics& step : steps) {
    if (step.time_s < from_s || step.time_s > to_s)
      continue;
    text += std::to_string(step.step);
    add_number(text, step.time_s);
    for (const StepCurve& curve : curves.curves)
      add_number(text, curve.value(step));
    text += '\n';
  }
  return text;
}

} // namespace lamina
