#include "core/report/plot_list.h"
#include "core/report/report_page.h"
#include "core/report/report_tables.h"
#include "tests/report/run_folder.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<ReportRun> two_runs(const RunFolder& one, const RunFolder& other) {
  return {read_report_run(one.path()), read_report_run(other.path())};
}

TEST(ReportRunFolder, SaysWhatTheRunWas) {
  const RunFolder folder("my run");
  const ReportRun run = read_report_run(folder.path());
  EXPECT_EQ(run.name, "my run");
  EXPECT_EQ(run.recorded.title, "a scene");
  EXPECT_EQ(run.recorded.scene_hash, "0123456789abcdef");
  EXPECT_EQ(run.recorded.machine.cpu, "a cpu");
  EXPECT_EQ(run.recorded.threads, 2);
  EXPECT_EQ(run.recorded.settings.contact.ldi.resolution, 16);
  EXPECT_TRUE(run.notes.empty()) << run.notes.front();
  EXPECT_EQ(read_report_run(folder.path() / "run.json").name, "my run") << "the file in it serves too";
}

TEST(ReportRunFolder, WhatIsNoRunIsRefusedWithTheReason) {
  const RunFolder folder;
  EXPECT_THAT(refusal_of([&] { read_report_run(folder.path() / "nowhere"); }), HasSubstr("no such folder"));
  EXPECT_THAT(refusal_of([&] { read_report_run(folder.path().parent_path()); }), HasSubstr("no run.json"));
  folder.write("run.json", "{\"format\": 99}");
  EXPECT_THAT(refusal_of([&] { read_report_run(folder.path()); }), HasSubstr("format 99"));
  folder.write("run.json", "{\"format\": 1, ");
  EXPECT_THAT(refusal_of([&] { read_report_run(folder.path()); }), HasSubstr("run.json:1"));
  folder.write("run.json", "[]");
  EXPECT_THAT(refusal_of([&] { read_report_run(folder.path()); }), HasSubstr("object"));
}

TEST(ReportRunFolder, WhatTheReaderShouldKnowIsNoted) {
  const RunFolder folder;
  std::string cut = RunFolder::description();
  cut.replace(cut.find("\"finished\": true"), 16, "\"finished\": false");
  cut.replace(cut.find(LAMINA_VERSION), std::string(LAMINA_VERSION).size(), "0.0.9");
  folder.write("run.json", cut);
  folder.write("steps.csv", "step,time_s,wall_ms\n5,0.05,1\n6,0.06,1\n7,0");
  const std::string notes = ::testing::PrintToString(read_report_run(folder.path()).notes);
  EXPECT_THAT(notes, HasSubstr("version 0.0.9"));
  EXPECT_THAT(notes, HasSubstr("The recording was cut off"));
  EXPECT_THAT(notes, HasSubstr("is cut"));
  EXPECT_THAT(notes, HasSubstr("began at step 5"));
}

TEST(ReportRunFolder, InputsBecomeMarksAndAHandOneFromItsGripToItsLettingGo) {
  const RunFolder folder;
  folder.write("events.jsonl", R"({"step":0,"event":"set","name":"resolution","value":32}
{"step":1,"event":"begin_drag","body":0,"grabbed":[0,0,0]}
{"step":1,"event":"move_drag","target":[0,1,0]}
{"step":2,"event":"end_drag"}
)");
  const ReportRun run = read_report_run(folder.path());
  ASSERT_EQ(run.marks.size(), 2u);
  EXPECT_EQ(run.marks[0].words, "resolution = 32");
  EXPECT_EQ(run.marks[1].words, "dragged");
  EXPECT_EQ(run.marks[1].from, 1u);
  EXPECT_EQ(run.marks[1].to, 2u);
}

TEST(ReportTables, OnlySettingsThatDifferStandOut) {
  const RunFolder one, other;
  other.write("run.json", RunFolder::description("a scene", "64"));
  const std::vector<ReportRun> runs = two_runs(one, other);
  for (const ReportRow& row : setting_rows(runs))
    EXPECT_EQ(row.differs(), row.label == "resolution") << row.label;
  const std::string html = settings_section(runs);
  EXPECT_THAT(html, HasSubstr("<tr class=\"differs\">"));
  EXPECT_LT(html.find("resolution"), html.find("<details>")) << "what differs is seen without unfolding";
  EXPECT_GT(html.find("time_step"), html.find("<details>"));
}

TEST(ReportPlots, DataAreThoseOfTheRunsAndAxesHoldAllOfThem) {
  const RunFolder one, other;
  other.write("steps.csv", "step,time_s,wall_ms,volume_m3\n1,0.1,7,1e-5\n2,0.2,8,3e-5\n3,0.3,8,2e-5\n");
  const std::vector<ReportRun> runs = two_runs(one, other);
  const json data = json::parse(plot_data(runs));
  ASSERT_EQ(data.at("runs").size(), 2u);
  EXPECT_EQ(data["runs"][0]["columns"]["wall_ms"], json({2, 4}));
  EXPECT_EQ(data["runs"][0]["columns"]["energy_J"], json({11.5, 11.25}));
  EXPECT_EQ(data["runs"][1]["columns"]["time_s"], json({0.1, 0.2, 0.3}));
  EXPECT_FALSE(data["runs"][1]["columns"].contains("kinetic_J"));
  for (const json& plot : data.at("plots"))
    if (plot.at("name") == "phases")
      EXPECT_EQ(plot.at("range"), json({2, 8}));
    else if (plot.at("name") == "volume") {
      EXPECT_EQ(plot.at("unit"), "cm³");
      EXPECT_DOUBLE_EQ(plot.at("range")[1].get<double>(), 30);
    }
}

// Of a run without the setting `area_bound` the column is empty.
TEST(ReportPlots, BoundsOfAreaVectorsAreDrawnWhereARunHasThem) {
  for (const bool known : {false, true}) {
    const RunFolder folder;
    folder.write("steps.csv", "step,time_s,area_vector_bound_m2\n1,0.1,\n2,0.2," +
                                  std::string(known ? "3e-5" : "") + "\n");
    const std::array runs{read_report_run(folder.path())};
    const json plots = json::parse(plot_data(runs)).at("plots");
    const bool drawn = std::any_of(plots.begin(), plots.end(),
                                   [](const json& plot) { return plot.at("name") == "area_bound"; });
    EXPECT_EQ(drawn, known);
  }
}

TEST(ReportPlots, EmptyFieldsAreHolesAndUnitsSuitTheSize) {
  const RunFolder folder;
  folder.write("steps.csv", "step,time_s,volume_m3\n1,0.1,\n2,0.2,3e-9\n");
  const std::array runs{read_report_run(folder.path())};
  const json data = json::parse(plot_data(runs));
  EXPECT_TRUE(data["runs"][0]["columns"]["volume_m3"][0].is_null());
  EXPECT_EQ(suitable_unit("m³", 3e-9).name, "mm³");
  EXPECT_EQ(suitable_unit("m³", 2).name, "m³");
  EXPECT_EQ(suitable_unit("m²", 3e-3).name, "cm²");
  EXPECT_EQ(suitable_unit("J", 0.02).name, "mJ");
  EXPECT_EQ(suitable_unit("J", 0).name, "J");
  EXPECT_EQ(suitable_unit("", 1e9).name, "");
}

TEST(ReportPage, WhatRunsSayIsTextAndNothingElse) {
  const std::string attack = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&\\\"'";
  const RunFolder folder("a<b>&'\"run");
  folder.write("run.json", RunFolder::description("</script><script>alert(1)</script><img src=x>&'"));
  folder.write("events.jsonl",
               "{\"step\":1,\"event\":\"preset\",\"preset\":\"</script><script>alert(3)</script>\"}\n");
  const std::array runs{read_report_run(folder.path())};
  ReportExtras extras;
  extras.no_pictures = attack;
  extras.pictures.push_back({0, 3, 0.1, "light", "dark", attack});
  const std::string page = report_page(runs, extras);
  EXPECT_THAT(page, Not(HasSubstr("alert(1)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("alert(3)</script>")));
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page, HasSubstr("a&lt;b&gt;&amp;&#39;&quot;run"));
  EXPECT_THAT(plot_data(runs), Not(HasSubstr("<")));
}

TEST(ReportPage, NeedsNothingButItself) {
  const RunFolder folder;
  const std::array runs{read_report_run(folder.path())};
  const std::string page = report_page(runs, {});
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
  EXPECT_THAT(page, Not(HasSubstr("<script src")));
  EXPECT_THAT(page, Not(HasSubstr("sourceMappingURL")));
  EXPECT_THAT(page, HasSubstr("Permission is hereby granted"));
  EXPECT_THAT(page, Not(HasSubstr("id=\"pictures\"")));
}

TEST(ReportPage, PicturesAreInItForBothThemes) {
  const RunFolder folder;
  const std::array runs{read_report_run(folder.path())};
  ReportExtras extras;
  extras.pictures.push_back({0, 100, 1.0, "light bytes", "dark bytes", ""});
  const std::string page = report_page(runs, extras);
  EXPECT_THAT(page, HasSubstr("src=\"data:image/png;base64," + base64("light bytes")));
  EXPECT_THAT(page, HasSubstr("srcset=\"data:image/png;base64," + base64("dark bytes")));
  EXPECT_THAT(page, HasSubstr("step 100, 1 s"));
}

TEST(ReportPage, Base64IsThatOfTheStandard) {
  // RFC 4648, section 10.
  const std::vector<std::string> plain{"", "f", "fo", "foo", "foob", "fooba", "foobar"};
  std::vector<std::string> coded;
  for (const std::string& text : plain)
    coded.push_back(base64(text));
  EXPECT_THAT(coded, ElementsAre("", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"));
}

TEST(ReportPage, BytesThatAreNoTextAreReplaced) {
  EXPECT_EQ(html_text("grün €"), "grün €");
  EXPECT_EQ(html_text("a\xFFz"), "a\xEF\xBF\xBDz");
  EXPECT_EQ(html_text("\xE2\x82"), "\xEF\xBF\xBD\xEF\xBF\xBD"); // cut in a character
  EXPECT_EQ(html_text(std::string("a\0b", 3)), "a\xEF\xBF\xBD"
                                               "b");
  EXPECT_EQ(html_text("\xC0\xAF"), "\xEF\xBF\xBD\xEF\xBF\xBD"); // a slash in two bytes
}

} // namespace
} // namespace lamina::testing
