#include "core/report/report_page.h"

#include "core/base/version.h"
#include "core/report/plot_list.h"
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

std::string image_source(const std::string& png) {
  return "data:image/png;base64," + base64(png);
}

std::string picture_section(std::span<const ReportRun> runs, const ReportExtras& extras) {
  if (extras.pictures.empty() && extras.no_pictures.empty())
    return {};
  std::string html = "<section id=\"pictures\"><h2>Pictures</h2>\n";
  if (!extras.no_pictures.empty())
    html += "<p class=\"note\">" + html_text(extras.no_pictures) + "</p>\n";
  for (std::size_t k = 0; k < runs.size() && !extras.pictures.empty(); ++k) {
    if (runs.size() > 1)
      html += "<h3><span class=\"key run-" + std::to_string(k % 6) + "\"></span>" + html_text(runs[k].name) +
              "</h3>\n";
    html += "<div class=\"pictures\">\n";
    for (const ReportPicture& picture : extras.pictures) {
      if (picture.run != k)
        continue;
      const std::string caption =
          "step " + std::to_string(picture.step) + ", " + short_number(picture.time_s) + " s";
      html += "<figure><picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"" +
              image_source(picture.dark_png) + "\"><img alt=\"" +
              html_text(runs[k].name + " after " + caption) + "\" src=\"" + image_source(picture.light_png) +
              "\"></picture><figcaption>" + caption +
              (picture.note.empty() ? "" : " – " + html_text(picture.note)) + "</figcaption></figure>\n";
    }
    html += "</div>\n";
  }
  return html + "</section>\n";
}

std::string plot_section(std::span<const ReportRun> runs) {
  std::string html = "<section id=\"plots\"><h2>Plots</h2>\n<div class=\"controls\" hidden>\n"
                     "<label>Along <select id=\"along\"><option value=\"time_s\">time</option>"
                     "<option value=\"step\">steps</option></select></label>\n";
  if (runs.size() > 1)
    html += "<label>Runs <select id=\"arrange\"><option value=\"beside\">side by side</option>"
            "<option value=\"over\">laid over each other</option></select></label>\n";
  html +=
      "<label>Mean over <select id=\"smooth\"><option value=\"1\">1 step</option><option value=\"5\">5 steps"
      "</option><option value=\"25\">25 steps</option><option value=\"100\">100 "
      "steps</option></select></label>\n"
      "<button id=\"all\" type=\"button\">Show all</button>\n"
      "<span class=\"hint\">Point at a curve to read all of them there; drag to zoom, double-click to go "
      "back.</span>\n</div>\n<noscript><p class=\"note\">The plots are drawn by a script that this browser "
      "does "
      "not run.</p></noscript>\n";
  for (const ShownPlot& shown : shown_plots(runs))
    html += "<article class=\"plot\" id=\"plot-" + shown.plot.name + "\"><h3>" + html_text(shown.plot.title) +
            (shown.unit.name.empty() ? "" : " <small>" + html_text(shown.unit.name) + "</small>") +
            "</h3>\n<p>" + html_text(shown.plot.sentence) +
            "</p>\n<div class=\"legend\"></div><div class=\"panes\"></div></article>\n";
  return html + "</section>\n";
}

std::string footer(const ReportExtras& extras) {
  return "<footer><p>Made by Lamina " LAMINA_VERSION + std::string(extras.made.empty() ? "" : " on ") +
         html_text(extras.made) +
         ". This page holds all its data and asks nothing of the network.</p>\n<details><summary>The plots "
         "are drawn "
         "by dygraphs, under the MIT licence</summary><pre>" +
         html_text(report_asset("dygraphs-licence.txt")) + "</pre></details></footer>\n";
}

} // namespace

std::string report_page(std::span<const ReportRun> runs, const ReportExtras& extras) {
  assert(!runs.empty());
  const std::string title = page_title(runs);
  std::string html =
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n"
      "<meta name=\"generator\" content=\"Lamina " LAMINA_VERSION "\">\n<title>";
  html += html_text(title) + " – Lamina</title>\n<style>\n";
  html += report_asset("dygraph.min.css");
  html += report_asset("page.css");
  html += "</style>\n</head>\n<body>\n<header><p class=\"program\">Lamina run report</p>\n<h1>" +
          html_text(title) + "</h1></header>\n<main>\n";
  html += facts_section(runs);
  html += picture_section(runs, extras);
  html += plot_section(runs);
  html += settings_section(runs);
  html += "</main>\n" + footer(extras);
  html += "<script type=\"application/json\" id=\"data\">" + plot_data(runs) + "</script>\n<script>";
  html += report_asset("dygraph.min.js");
  html += "</script>\n<script>";
  html += report_asset("page.js");
  html += "</script>\n</body>\n</html>\n";
  return html;
}

} // namespace lamina
