#include "core/compare/compare.h"
#include "core/compare/misses.h"
#include "core/compare/words.h"

#include <algorithm>
#include <functional>

namespace lamina::compare {

namespace {

using Cell = std::function<std::string(const Column&)>;

struct RowOf {
  std::string label, sentence;
  Cell cell;
};

/// Rows of sentences, which have lines of their own below a table of text.
const std::string limits_row = "limits", misses_row = "misses";

bool is_prose(const ReportRow& row) {
  return row.label == limits_row || row.label == misses_row;
}

std::string yes_or_no(const std::optional<bool>& answer) {
  return !answer ? std::string() : *answer ? "yes" : "no";
}

std::string count(std::uint64_t value) {
  return value > 0 ? std::to_string(value) : std::string();
}

std::string step_text(const std::optional<LargestStep>& step) {
  return !step ? std::string() : (step->at_limit ? "at least " : "") + number(step->seconds) + " s";
}

std::string missed_text(const Figures& figures) {
  return figures.counted == 0 ? std::string()
                              : std::to_string(figures.missed) + " of " + std::to_string(figures.counted);
}

std::vector<RowOf> cost_rows() {
  std::vector<RowOf> rows;
  const std::vector<std::string> phases = phase_names();
  for (std::size_t k = 0; k < phases.size(); ++k)
    rows.push_back({phases[k], "Wall time, the median of all steps.", [k](const Column& column) {
                      const double time = column.figures.milliseconds[k];
                      return time > 0 ? with_unit(time, "ms") : std::string();
                    }});
  rows.push_back({"processor time", "Of a step, all threads together; mean over the second half of the run.",
                  [](const Column& column) {
                    return column.figures.processor_ms > 0 ? with_unit(column.figures.processor_ms, "ms")
                                                           : std::string();
                  }});
  rows.push_back({"processor time of the run", "Of all steps together, with what is made once.",
                  [](const Column& column) {
                    return column.figures.processor_s > 0 ? number(column.figures.processor_s) + " s"
                                                          : std::string();
                  }});
  rows.push_back(
      {"memory",
       "Heap above what was there before the simulation was made, the greatest seen: bodies, solver "
       "and method together.",
       [](const Column& column) {
         return column.run.memory ? number(1e-6 * static_cast<double>(*column.run.memory)) + " MB"
                                  : std::string();
       }});
  rows.push_back(
      {"largest time step",
       "At which the run stays finite, overlaps at its end no more than twice as much, and leaves every "
       "body nearer to where the scene's own step leaves it than it is thick (2V/A).",
       [](const Column& column) { return step_text(column.largest_step); }});
  return rows;
}

std::vector<RowOf> quality_rows() {
  return {
      {"overlap left",
       "Mean overlap in the second half of the run over the volume of the movable bodies; less is better.",
       [](const Column& c) { return percent(c.figures.overlap_left); }},
      {"serves", "Whether it missed nothing grave: see misses.",
       [](const Column& c) { return std::string(serves(c) ? "yes" : "no"); }},
      {misses_row,
       "What it did not do in this run, as the figures say. Grave are a run that stopped, a tangled start "
       "that "
       "was not freed, bodies that left the scene, more than a tenth of the overlaps not seen, and more than "
       "5 % of the movable volume left in overlap.",
       [](const Column& c) {
         std::string text;
         for (const Miss& miss : misses_of(c))
           text += (text.empty() ? "" : "; ") + miss.words;
         return text;
       }}};
}

std::vector<RowOf> contact_rows() {
  return {
      {"steps done", "",
       [](const Column& c) { return std::to_string(c.run.steps.empty() ? 0 : c.run.steps.size() - 1); }},
      {"most contacts", "Measures that should vanish, in any step.",
       [](const Column& c) { return count(c.figures.most_contacts); }},
      {"most colliding points", "Joined by contacts of depth or gap, in any step.",
       [](const Column& c) { return count(c.figures.most_points); }},
      {"greatest depth, own measure",
       "As the method measures: the mean depth of a cell for volumes, the depth of a point for depths; "
       "not comparable between methods.",
       [](const Column& c) { return with_unit(c.figures.greatest_depth, "m"); }},
      {"depth at rest, own measure", "The same, mean over the last tenth of the steps.",
       [](const Column& c) { return with_unit(c.figures.rest_depth_own, "m"); }},
      {"depth at rest, reference overlap",
       "Overlap over the area that bounds it, over the last tenth of the steps; none where nothing "
       "overlaps.",
       [](const Column& c) { return with_unit(c.figures.rest_depth, "m"); }},
      {"overlap at the start", "By the reference overlap, all pairs.",
       [](const Column& c) { return with_unit(c.figures.first_overlap, "m³"); }},
      {"greatest overlap", "By the reference overlap, of any sample.",
       [](const Column& c) { return with_unit(c.figures.greatest_overlap, "m³"); }},
      {"overlap at the end", "By the reference overlap.",
       [](const Column& c) { return with_unit(c.figures.last_overlap, "m³"); }},
      {"freed", "Whether the overlap at the end is below 1 % of that at the start.",
       [](const Column& c) { return yes_or_no(c.figures.freed); }},
      {"freed after", "From when on it stays below that, to the next sample.",
       [](const Column& c) { return c.figures.freed_after ? number(*c.figures.freed_after) + " s" : ""; }},
      {"overlaps not seen",
       "Pairs that overlap by the reference overlap by more than a millionth of the smaller body, and in "
       "which "
       "the method found nothing in the same state; all samples together.",
       [](const Column& c) { return missed_text(c.figures); }},
      {limits_row, "What the method does not do for the first state, or the last.", [](const Column& c) {
         std::string text;
         for (const std::string& limit : c.run.limits)
           text += (text.empty() ? "" : "; ") + limit;
         return text;
       }}};
}

std::vector<RowOf> conservation_rows() {
  return {{"largest rise of energy",
           "Over the least energy up to then: of motion, height, deformation and contact.",
           [](const Column& c) { return with_unit(c.figures.largest_rise, "J"); }},
          {"largest gain of the bodies",
           "The same without contact: what bodies gained by being pushed apart, or out of nothing.",
           [](const Column& c) { return with_unit(c.figures.largest_gain, "J"); }},
          {"change of energy", "From the first state to the last.",
           [](const Column& c) { return with_unit(c.figures.drift, "J"); }},
          {"energy in motion", "Greatest kinetic energy or change of height's energy, to compare with.",
           [](const Column& c) { return with_unit(c.figures.energy_scale, "J"); }},
          {"noise of contact forces",
           "Their deviation over their mean in the last tenth of the steps: of scenes that rest then, how "
           "still they do.",
           [](const Column& c) { return percent(c.figures.force_noise); }},
          {"imbalance of contact forces", "Sum of all contact forces over their sizes; the worst step.",
           [](const Column& c) { return number(c.figures.force_imbalance); }},
          {"change of momentum", "Greatest, over the root of twice mass and energy; of scenes that are free.",
           [](const Column& c) { return percent(c.figures.momentum_drift); }}};
}

Section section_of(const Comparison& comparison, const std::string& title, const std::vector<RowOf>& rows) {
  Section section{title, {}};
  for (const RowOf& row : rows) {
    ReportRow filled{row.label, {}, row.sentence};
    for (const Column& column : comparison.columns)
      filled.cells.push_back(row.cell(column));
    if (std::any_of(filled.cells.begin(), filled.cells.end(), [](const auto& c) { return !c.empty(); }))
      section.rows.push_back(std::move(filled));
  }
  return section;
}

/// As wide as a terminal shows it: continuation bytes of UTF-8 take no room.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; }));
}

std::string padded(const std::string& text, std::size_t width) {
  return text + std::string(width - std::min(width, width_of(text)), ' ');
}

} // namespace

std::vector<Section> tables_of(const Comparison& comparison) {
  return {section_of(comparison, "Quality", quality_rows()),
          section_of(comparison, "Contact", contact_rows()),
          section_of(comparison, "Energy and forces", conservation_rows()),
          section_of(comparison, "Cost of a step", cost_rows())};
}

std::vector<std::string> facts_of(const Comparison& comparison) {
  const CaseRun& first = comparison.columns.front().run;
  std::vector<std::string> facts;
  if (!comparison.look_for.empty())
    facts.push_back(comparison.look_for);
  facts.push_back("Each run: " + std::to_string(comparison.steps) + " steps of " +
                  number(comparison.time_step) + " s from the same start, " + std::to_string(first.threads) +
                  (first.threads == 1 ? " thread" : " threads") + ", one run after the other.");
  facts.push_back("Reference overlap: the intersection volume of every two bodies, sampled with " +
                  std::to_string(ReferenceOverlap::resolution) + " pixels across, every " +
                  std::to_string(first.stride) + " steps, whatever the run itself detects.");
  std::string machine;
  for (const auto& [name, words] : comparison.machine)
    machine += (machine.empty() ? "" : "; ") + name + ": " + words;
  facts.push_back("Times were taken on " + machine + ".");
  return facts;
}

std::string comparison_text(const Comparison& comparison) {
  std::string text = comparison.title + "\n";
  for (const std::string& fact : facts_of(comparison))
    text += fact + "\n";
  const std::vector<Section> sections = tables_of(comparison);
  std::size_t label = 0;
  std::vector<std::size_t> widths;
  for (const Column& column : comparison.columns)
    widths.push_back(width_of(column.run.of.name));
  for (const Section& section : sections)
    for (const ReportRow& row : section.rows) {
      label = std::max(label, width_of(row.label));
      for (std::size_t k = 0; k < row.cells.size(); ++k)
        if (!is_prose(row))
          widths[k] = std::max(widths[k], width_of(row.cells[k]));
    }
  for (const Section& section : sections) {
    text += "\n" + padded(section.title, label);
    for (std::size_t k = 0; k < widths.size(); ++k)
      text += "  " + padded(comparison.columns[k].run.of.name, widths[k]);
    text += "\n";
    for (const ReportRow& row : section.rows) {
      if (is_prose(row)) {
        for (std::size_t k = 0; k < row.cells.size(); ++k)
          if (!row.cells[k].empty())
            text += comparison.columns[k].run.of.name + ", " + row.label + ": " + row.cells[k] + "\n";
        continue;
      }
      text += padded(row.label, label);
      for (std::size_t k = 0; k < row.cells.size(); ++k)
        text += "  " + padded(row.cells[k].empty() ? "–" : row.cells[k], widths[k]);
      text += "\n";
    }
  }
  return text;
}

} // namespace lamina::compare
