#pragma once

#include "core/report/report_page.h"
#include "core/report/report_tables.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// A page around a body (HTML) and the numbers of its plots (see plot_data). It adds title, what kind of page
/// it is, styles, a policy that forbids requests, and when it was made; scripts if there are numbers.
std::string page_frame(const std::string& title, const std::string& kind, const std::string& body,
                       const std::string& data, std::string_view made);

/// Places for the plots that have something to show in these runs, and what one can choose about them.
/// `laid_over`: whether runs are laid over each other at first instead of side by side.
std::string plot_section(std::span<const ReportRun> runs, bool laid_over);

/// A table with one column a run, each with the colour of its curves.
std::string report_table(std::span<const ReportRun> runs, const std::string& corner,
                         const std::vector<ReportRow>& rows,
                         const std::function<bool(const ReportRow&)>& highlighted);

/// A square in the colour of a run's curves (HTML).
std::string run_key(std::size_t run);

/// A picture with a caption (HTML) under it, for either theme of the browser. `shows` stands where it cannot
/// be seen.
std::string picture_figure(const ReportPicture& picture, const std::string& shows,
                           const std::string& caption);

} // namespace lamina
