#include "core/report/report_page.h"
#include "tests/report/run_folder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <cmath>
#include <optional>
#include <sstream>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::Each;
using ::testing::Gt;
using ::testing::HasSubstr;
using ::testing::Not;

std::optional<std::string> browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0)
      return name;
  return {};
}

std::string text_of(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// A run of a ball that falls and bounces, so that every plot has something to show.
void write_bounces(const RunFolder& run, int steps, double h) {
  std::string text = "step,time_s,wall_ms,broad_ms,ldi_ms,volume_ms,simulation_ms,pairs,contacts,fragments,"
                     "contact_pixels,dropped_columns,volume_m3,kinetic_J,potential_J,elastic_J,contact_J,"
                     "momentum_x,momentum_y,momentum_z,cg_iterations,cg_residual,state_hash\n";
  for (int step = 1; step <= steps; ++step) {
    const double t = h * step, height = std::abs(std::cos(3 * t)) * std::exp(-t);
    std::ostringstream row;
    row << step << ',' << t << ",2,0.1,0.8,0.4,0.5,1," << (height < 0.3) << ",100,50,0," << 1e-6 * height
        << ',' << 1 - height << ',' << height << ",0,0.1,0," << -height << ",0," << 5 + step % 3 << ','
        << 1e-5 * height << ",00000000000000aa\n";
    text += row.str();
  }
  run.write("steps.csv", text);
  run.write("events.jsonl", R"({"step":3,"event":"begin_drag","body":0,"grabbed":[0,0,0]}
{"step":20,"event":"end_drag"}
)");
}

struct Seen {
  json found;
  std::string console;
};

/// Opens the page of some runs in the browser, `width` pixels wide.
Seen look_at(const std::vector<const RunFolder*>& folders, int width, bool dark) {
  std::vector<ReportRun> runs;
  for (const RunFolder* folder : folders)
    runs.push_back(read_report_run(folder->path()));
  std::string page = report_page(runs, {});
  page.insert(page.rfind("</body>"),
              "<script>" + text_of(std::filesystem::path(LAMINA_SOURCE_DIR) / "tests/report/probe.js") +
                  "</script>");
  const std::filesystem::path& folder = folders.front()->path();
  folders.front()->write("page.html", page);

  const std::string command = "cd '" + folder.string() + "' && timeout 120 " + *browser() +
                              " --headless --no-sandbox --disable-gpu --disable-dev-shm-usage "
                              "--user-data-dir=profile --enable-logging=stderr"
                              " --blink-settings=preferredColorScheme=" +
                              (dark ? "0" : "1") + " --window-size=" + std::to_string(width) +
                              ",900 --virtual-time-budget=5000 --dump-dom " +
                              "\"file://$PWD/page.html\" >dom.html 2>words.txt";
  EXPECT_EQ(std::system(command.c_str()), 0) << text_of(folder / "words.txt");
  const std::string dom = text_of(folder / "dom.html");
  const std::size_t begin = dom.rfind("<pre id=\"probe\">");
  if (begin == std::string::npos) {
    ADD_FAILURE() << "the page's scripts did not run to their end: " << text_of(folder / "words.txt");
    return {};
  }
  const std::size_t text = begin + std::string("<pre id=\"probe\">").size();
  return {json::parse(dom.substr(text, dom.find("</pre>", text) - text)), text_of(folder / "words.txt")};
}

constexpr std::size_t plots_of_a_run = 8;

/// What holds for every page.
void expect_whole(const Seen& seen, std::size_t runs) {
  ASSERT_TRUE(seen.found.is_object());
  EXPECT_EQ(seen.found.at("plots").size(), runs * plots_of_a_run);
  // Coloured pixels: axes and grid are grey, a curve from side to side is at least as long as a pane is wide.
  EXPECT_THAT(seen.found.at("plots").get<std::vector<int>>(), Each(Gt(100)));
  EXPECT_EQ(seen.found.at("requests"), 0);
  EXPECT_EQ(seen.found.at("outside"), 0) << "values at the cursor stay in their plot";
  EXPECT_THAT(seen.console, Not(HasSubstr("CONSOLE")));
}

TEST(ReportInABrowser, ARunIsDrawnWithoutErrorsOrRequestsAndHasOneCursor) {
  if (!browser())
    GTEST_SKIP() << "Chromium is not installed";
  const RunFolder run;
  write_bounces(run, 200, 0.01);
  const Seen seen = look_at({&run}, 1024, false);
  expect_whole(seen, 1);
  EXPECT_EQ(seen.found.at("cursors"), plots_of_a_run) << "all plots show the place pointed at";
  EXPECT_THAT(seen.found.at("read").get<std::string>(), HasSubstr(" s"));
  EXPECT_EQ(seen.found.at("wide"), true);
  EXPECT_EQ(seen.found.at("page"), "rgb(246, 247, 249)");
}

TEST(ReportInABrowser, ThreeRunsOfDifferentStepsStandSideBySideAndOverEachOtherInTheDarkToo) {
  if (!browser())
    GTEST_SKIP() << "Chromium is not installed";
  const RunFolder one("one"), two("two"), three("three");
  write_bounces(one, 200, 0.01);
  write_bounces(two, 400, 0.005);
  write_bounces(three, 150, 0.01);
  const Seen seen = look_at({&one, &two, &three}, 1024, true);
  expect_whole(seen, 3);
  EXPECT_EQ(seen.found.at("cursors"), 3 * plots_of_a_run);
  EXPECT_EQ(seen.found.at("over"), plots_of_a_run);
  EXPECT_EQ(seen.found.at("page"), "rgb(20, 23, 28)");
}

TEST(ReportInABrowser, APhoneNeedsNoScrollingSideways) {
  if (!browser())
    GTEST_SKIP() << "Chromium is not installed";
  const RunFolder one("one"), two("two");
  write_bounces(one, 100, 0.01);
  write_bounces(two, 100, 0.01);
  const Seen seen = look_at({&one, &two}, 500, false); // no window of Chromium is narrower
  expect_whole(seen, 2);
  EXPECT_EQ(seen.found.at("wide"), true);
}

} // namespace
} // namespace lamina::testing
