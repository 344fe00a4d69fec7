#include "core/report/page_parts.h"

#include "core/base/version.h"
#include "core/report/plot_list.h"
#include "core/report/report_page.h"

namespace lamina {

namespace {

std::string footer(std::string_view made, bool plotted) {
  const std::string begin = "<footer><p>Made by Lamina " LAMINA_VERSION +
                            std::string(made.empty() ? "" : " on ") + html_text(made) +
                            ". This page holds all its data and asks nothing of the network.</p>\n";
  if (!plotted)
    return begin + "</footer>\n";
  return begin +
         "<details><summary>The plots "
         "are drawn "
         "by dygraphs, under the MIT licence</summary><pre>" +
         html_text(report_asset("dygraphs-licence.txt")) + "</pre></details></footer>\n";
}

std::string image_source(const std::string& png) {
  return "data:image/png;base64," + base64(png);
}

} // namespace

std::string run_key(std::size_t run) {
  return "<span class=\"key run-" + std::to_string(run % run_colours) + "\"></span>";
}

std::string picture_figure(const ReportPicture& picture, const std::string& shows,
                           const std::string& caption) {
  return "<figure><picture><source media=\"(prefers-color-scheme: dark)\" srcset=\"" +
         image_source(picture.dark_png) + "\"><img alt=\"" + html_text(shows) + "\" src=\"" +
         image_source(picture.light_png) + "\"></picture><figcaption>" + caption + "</figcaption></figure>\n";
}

std::string plot_section(std::span<const ReportRun> runs, bool laid_over) {
  std::string html = "<section id=\"plots\"><h2>Plots</h2>\n<div class=\"controls\" hidden>\n"
                     "<label>Along <select id=\"along\"><option value=\"time_s\">time</option>"
                     "<option value=\"step\">steps</option></select></label>\n";
  if (runs.size() > 1)
    html += "<label>Runs <select id=\"arrange\"><option value=\"beside\">side by side</option>"
            "<option value=\"over\"" +
            std::string(laid_over ? " selected" : "") + ">laid over each other</option></select></label>\n";
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

std::string page_frame(const std::string& title, const std::string& kind, const std::string& body,
                       const std::string& data, std::string_view made) {
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
  html += "</style>\n</head>\n<body>\n<header><p class=\"program\">" + html_text(kind) + "</p>\n<h1>" +
          html_text(title) + "</h1></header>\n<main>\n";
  html += body;
  html += "</main>\n" + footer(made, !data.empty());
  if (data.empty())
    return html + "</body>\n</html>\n";
  html += "<script type=\"application/json\" id=\"data\">" + data + "</script>\n<script>";
  html += report_asset("dygraph.min.js");
  html += "</script>\n<script>";
  html += report_asset("page.js");
  html += "</script>\n</body>\n</html>\n";
  return html;
}

} // namespace lamina
