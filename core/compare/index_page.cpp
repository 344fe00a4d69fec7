#include "core/compare/summary.h"
#include "core/compare/words.h"
#include "core/report/page_parts.h"
#include "core/report/report_page.h"

#include <algorithm>

namespace lamina::compare {

namespace {

/// A column with both figures: "ldi 16 – 0.12 %, 0.84 ms".
std::string with_figures(const SceneSummary& scene, const std::optional<std::size_t>& which) {
  if (!which)
    return "none";
  const ColumnSummary& column = scene.columns[*which];
  return "<b>" + html_text(column.name) + "</b> <span class=\"cost\">" +
         html_text(percent(column.figures.overlap_left)) + ", " +
         html_text(with_unit(column.figures.processor_ms, "ms")) + "</span>";
}

std::string link_to(const SceneSummary& scene) {
  return "<a href=\"" + html_text(scene.name) + ".html\">" + html_text(scene.name) + "</a>";
}

/// Which method for which scene.
std::string choice_table(std::span<const SceneSummary> scenes) {
  std::string html = "<div class=\"table\"><table><thead><tr><th>Scene</th><th>Cheapest that serves</th>"
                     "<th>Least overlap that serves</th><th>Do not serve</th></tr></thead>\n<tbody>\n";
  for (const SceneSummary& scene : scenes) {
    std::string failed;
    for (const ColumnSummary& column : scene.columns) {
      if (column.serves)
        continue;
      std::string why;
      for (const Miss& miss : column.misses)
        if (miss.grave)
          why += (why.empty() ? "" : ", ") + miss.brief;
      failed += (failed.empty() ? "" : "; ") + html_text(column.name + " (" + why + ")");
    }
    html += "<tr><th>" + link_to(scene) + "</th><td>" + with_figures(scene, best_by_cost(scene)) +
            "</td><td>" + with_figures(scene, best_by_quality(scene)) + "</td><td>" + failed + "</td></tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

/// Overlap left and processor time, with a star at the best of a row, and what a method missed.
std::string cell_of(const SceneSummary& scene, const std::string& name) {
  const auto column = std::find_if(scene.columns.begin(), scene.columns.end(),
                                   [&](const ColumnSummary& one) { return one.name == name; });
  if (column == scene.columns.end())
    return "<td>–</td>";
  const auto index = static_cast<std::size_t>(column - scene.columns.begin());
  const auto star = [](bool best) { return std::string(best ? "★ " : ""); };
  std::string html = column->serves ? "<td>" : "<td class=\"fails\">";
  if (column->figures.overlap_left)
    html += "<span class=\"quality\">" + star(best_by_quality(scene) == index) +
            html_text(percent(column->figures.overlap_left)) + "</span><br>";
  if (column->figures.processor_ms > 0)
    html += "<span class=\"cost\">" + star(best_by_cost(scene) == index) +
            html_text(with_unit(column->figures.processor_ms, "ms")) + "</span>";
  for (const Miss& miss : column->misses)
    html += "<br><small class=\"" + std::string(miss.grave ? "grave" : "slight") + "\" title=\"" +
            html_text(miss.words) + "\">" + html_text(miss.brief) + "</small>";
  return html + "</td>";
}

std::string figure_table(std::span<const SceneSummary> scenes) {
  const std::vector<std::string> names = all_columns(scenes);
  std::string html = "<div class=\"table\"><table class=\"scenes\"><thead><tr><th>Scene</th>";
  for (const std::string& name : names)
    html += "<th>" + html_text(name) + "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (const SceneSummary& scene : scenes) {
    html += "<tr><th>" + link_to(scene) + "</th>";
    for (const std::string& name : names)
      html += cell_of(scene, name);
    html += "</tr>\n";
  }
  html += "<tr><th>serves in</th>";
  for (const std::string& name : names) {
    std::size_t serving = 0, tried = 0;
    for (const SceneSummary& scene : scenes)
      for (const ColumnSummary& column : scene.columns)
        if (column.name == name) {
          ++tried;
          serving += column.serves;
        }
    html += "<td>" + std::to_string(serving) + " of " + std::to_string(tried) + "</td>";
  }
  return html + "</tr>\n</tbody></table></div>\n";
}

} // namespace

std::string index_page(std::span<const SceneSummary> scenes, const std::string& made) {
  std::string body =
      "<section id=\"choice\"><h2>Which method for which scene</h2>\n"
      "<p>A method serves if its run went to the end, freed a tangled start, lost no body, left no more than "
      "5 % of the movable volume in overlap, and saw nine of ten overlaps.</p>\n" +
      choice_table(scenes) +
      "</section>\n<section id=\"figures\"><h2>All figures</h2>\n"
      "<p>Above: overlap left, the mean in the second half of the run over the volume of the "
      "movable bodies. Below: processor time of a step. A star marks the least of a row among "
      "the methods that serve. Each scene has a page of its own.</p>\n" +
      figure_table(scenes);
  if (!scenes.empty()) {
    std::string machine;
    for (const auto& [name, words] : scenes.back().machine)
      machine += (machine.empty() ? "" : "; ") + name + ": " + words;
    body += "<p class=\"hint\">Times were taken on " + html_text(machine) + ".</p>\n";
  }
  body += "</section>\n";
  return page_frame("Contact methods on " + std::to_string(scenes.size()) +
                        (scenes.size() == 1 ? " scene" : " scenes"),
                    "Lamina comparison", body, "", made);
}

} // namespace lamina::compare
