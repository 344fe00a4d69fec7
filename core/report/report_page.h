#pragma once

#include "core/report/report_run.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// Colours of runs in assets/report/page.css; those after them begin anew.
inline constexpr std::size_t run_colours = 12;

/// A picture of a run after a step, on a light and on a dark background: the bytes of PNG files.
struct ReportPicture {
  std::size_t run = 0; ///< index in the runs of the report
  std::uint64_t step = 0;
  double time_s = 0;
  std::string light_png, dark_png;
  std::string note; ///< what to know about it; may be empty
};

/// What goes into a page besides the runs.
struct ReportExtras {
  std::vector<ReportPicture> pictures;
  std::string no_pictures; ///< why pictures that were asked for are not there; empty if all is well
  std::string made;        ///< date and time, as it shall be shown
};

/// One HTML page that needs nothing but itself: facts and settings of the runs side by side, with what
/// differs highlighted, pictures, and plots that share axes and a cursor. Everything taken from the runs is
/// escaped; a content policy in the page forbids any request. `runs` must not be empty.
std::string report_page(std::span<const ReportRun> runs, const ReportExtras& extras);

/// The numbers of the plots as the page holds them: a JSON object with "runs" and "plots", in which no "<"
/// occurs.
std::string plot_data(std::span<const ReportRun> runs);

/// Text for HTML: & < > " ' escaped, bytes that are no UTF-8 and control characters replaced.
std::string html_text(std::string_view text);

/// Bytes in base 64 (RFC 4648).
std::string base64(std::string_view bytes);

/// A file that is compiled in: page.css, page.js, dygraph.min.js, dygraph.min.css, dygraphs-licence.txt.
std::string_view report_asset(std::string_view name);

} // namespace lamina
