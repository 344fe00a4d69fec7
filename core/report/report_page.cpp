#include "core/report/report_page.h"

#include "core/report/page_parts.h"
#include "core/report/report_tables.h"

#include <cassert>
#include <charconv>

namespace lamina {

namespace {

/// What the runs are called together: their common title, or both titles.
std::string page_title(std::span<const ReportRun> runs) {
  std::string title = runs.front().recorded.title.empty() ? runs.front().name : runs.front().recorded.title;
  if (runs.size() == 1)
    return title;
  for (const ReportRun& run : runs)
    if (run.recorded.title != runs.front().recorded.title)
      return std::to_string(runs.size()) + " runs compared";
  return title + ": " + std::to_string(runs.size()) + " runs compared";
}

std::string short_number(double number) {
  char digits[40];
  return {digits, std::to_chars(digits, digits + sizeof digits, number, std::chars_format::general, 4).ptr};
}

std::string picture_section(std::span<const ReportRun> runs, const ReportExtras& extras) {
  if (extras.pictures.empty() && extras.no_pictures.empty())
    return {};
  std::string html = "<section id=\"pictures\"><h2>Pictures</h2>\n";
  if (!extras.no_pictures.empty())
    html += "<p class=\"note\">" + html_text(extras.no_pictures) + "</p>\n";
  for (std::size_t k = 0; k < runs.size() && !extras.pictures.empty(); ++k) {
    if (runs.size() > 1)
      html += "<h3>" + run_key(k) + html_text(runs[k].name) + "</h3>\n";
    html += "<div class=\"pictures\">\n";
    for (const ReportPicture& picture : extras.pictures) {
      if (picture.run != k)
        continue;
      const std::string caption =
          "step " + std::to_string(picture.step) + ", " + short_number(picture.time_s) + " s";
      html +=
          picture_figure(picture, runs[k].name + " after " + caption,
                         html_text(caption) + (picture.note.empty() ? "" : " – " + html_text(picture.note)));
    }
    html += "</div>\n";
  }
  return html + "</section>\n";
}

} // namespace

std::string report_page(std::span<const ReportRun> runs, const ReportExtras& extras) {
  assert(!runs.empty());
  std::string html = facts_section(runs);
  html += picture_section(runs, extras);
  html += plot_section(runs, false);
  html += settings_section(runs);
  return page_frame(page_title(runs), "Lamina run report", html, plot_data(runs), extras.made);
}

} // namespace lamina
