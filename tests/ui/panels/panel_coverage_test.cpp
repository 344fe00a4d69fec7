#include "core/contact/distancefield/field_evidence.h"
#include "core/contact/hashing/hash_evidence.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/method.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "core/contact/stochastic/stochastic_evidence.h"
#include "core/contact/tetdistance/tet_evidence.h"
#include "ui/panels/overlay.h"
#include "ui/panels/panel.h"
#include "ui/panels/style.h"
#include "ui/panels/volume_error_rows.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace lamina {
namespace {

/// Dear ImGui without any window: frames are laid out and thrown away.
class PanelTest : public testing::Test {
protected:
  PanelTest() {
    context_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1600, 4000};
    io.DeltaTime = 1.0f / 60;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    snapshot_.infos = std::make_shared<const std::vector<BodyInfo>>();
    panels_.post = [this](Request request) { requests_.push_back(std::move(request)); };
    // Nothing stays folded.
    frame();
    for (const Panel& panel : panel_list())
      if (ImGuiWindow* window = ImGui::FindWindowByName(panel.title))
        ImGui::SetWindowCollapsed(window, false);
    unfold("Simulation", "more");
    unfold("Contact", "more");
  }
  ~PanelTest() override { ImGui::DestroyContext(context_); }

  void frame() {
    panels_.snapshot = std::make_shared<const Snapshot>(snapshot_);
    panels_.rects.begin_frame();
    ImGui::NewFrame();
    draw_panels(panels_, 1600, 4000);
    draw_overlay(panels_, overlay_, 1600, 4000);
    ImGui::EndFrame();
  }

  void unfold(const char* panel, const char* node) {
    ImGuiWindow* window = ImGui::FindWindowByName(panel);
    ASSERT_NE(window, nullptr);
    window->StateStorage.SetInt(window->GetID(node), 1);
  }

  ImGuiContext* context_ = nullptr;
  Snapshot snapshot_;
  PanelContext panels_;
  Overlay overlay_;
  std::vector<Request> requests_;
};

TEST_F(PanelTest, EverySettingCanBeReachedInSomePanel) {
  frame();
  unfold("Contact", "Solver");
  std::set<std::string> seen;
  // Choices hide what does not apply to them: every choice is tried, the others at their default.
  std::vector<Settings> variants(1);
  for (const Setting& setting : setting_list())
    for (const std::string& choice : setting.choices) {
      Settings variant;
      set_setting(variant, setting.name, choice);
      variants.push_back(variant);
      if (setting.name == "law") {
        variant.response.response = ResponseKind::penalty;
        variant.response.stiffness_source = StiffnessSource::given;
        variants.push_back(variant);
      } else if (!setting.methods.empty()) {
        variant.contact.method = setting.methods.front();
        variants.push_back(variant);
      }
    }
  // Methods hide what does not count for them.
  for (const MethodRegistration& known : contact_methods()) {
    Settings variant;
    set_setting(variant, "method", known.method);
    variants.push_back(variant);
  }
  for (const Settings& variant : variants) {
    snapshot_.settings = variant;
    for (int i = 0; i < 3; ++i)
      frame();
    for (const auto& [name, rect] : panels_.rects.all())
      seen.insert(name);
  }
  for (const Setting& setting : setting_list())
    EXPECT_TRUE(seen.contains(setting.name)) << setting.name << " is in no panel";
  EXPECT_TRUE(requests_.empty()) << "drawing alone must change nothing";
}

TEST_F(PanelTest, UnitsEndBeforeTheirWidgets) {
  int units = 0;
  for (const char* law : {"cells", "f08"}) {
    set_setting(snapshot_.settings, "law", std::string(law));
    set_setting(snapshot_.settings, "stiffness_source", std::string("given"));
    frame();
    frame();
    for (const Setting& setting : setting_list()) {
      const WidgetRects::Rect *unit = panels_.rects.find(setting.name + " unit"),
                              *slider = panels_.rects.find(setting.name + " slider");
      if (!unit || !slider || unit->y0 > slider->y1 || slider->y0 > unit->y1)
        continue;
      EXPECT_LE(unit->x1, slider->x0) << setting.name;
      ++units;
    }
  }
  EXPECT_GT(units, 0);
}

TEST_F(PanelTest, SettingsOfOtherMethodsAreHidden) {
  for (const char* method : {"ldi", "raytraced", "proximity", "adaptive", "hashing", "tetdistance",
                             "distancefield", "stochastic"}) {
    snapshot_.settings.contact.method = method;
    frame();
    frame();
    for (const Setting& setting : setting_list()) {
      if (!counts_for(setting, method)) {
        EXPECT_FALSE(panels_.rects.find(setting.name)) << setting.name << " under " << method;
      }
    }
  }
}

TEST_F(PanelTest, TheProfilerHasThePhasesOfTheMethodAndThoseThatTookTimeLately) {
  frame();
  EXPECT_NE(panels_.rects.find("phase LDI"), nullptr);
  EXPECT_EQ(panels_.rects.find("phase trees"), nullptr);
  StepStatistics step;
  step.step = 1;
  step.timings.phase("ldi") = 2;
  panels_.history->add(step);
  snapshot_.settings.contact.method = "proximity";
  frame();
  EXPECT_NE(panels_.rects.find("phase LDI"), nullptr) << "still in the plot";
  EXPECT_EQ(panels_.rects.find("phase upload"), nullptr);
  EXPECT_NE(panels_.rects.find("phase trees"), nullptr);
  EXPECT_NE(panels_.rects.find("phase search"), nullptr);
}

TEST_F(PanelTest, TreesAreOfferedUnderMethodsThatHaveSomeAndTheirLevelWhileTheyAreShown) {
  frame();
  EXPECT_EQ(panels_.rects.find("view tree"), nullptr) << "ldi has none";
  snapshot_.settings.contact.method = "proximity";
  frame();
  EXPECT_NE(panels_.rects.find("view tree"), nullptr);
  EXPECT_EQ(panels_.rects.find("view tree level"), nullptr);
  panels_.view.tree = true;
  frame();
  EXPECT_NE(panels_.rects.find("view tree level"), nullptr);
}

TEST_F(PanelTest, TheContactPanelCountsTheRaysThatMetWithEachFateAndNamesWhatTheyCannotTell) {
  snapshot_.pairs.resize(2);
  for (PairState& pair : snapshot_.pairs)
    pair.contacts.evidence.add<RayEvidence>().fates = {3, 0, 2, 0, 0, 0};
  frame();
  EXPECT_EQ(panels_.rects.find("rays contact"), nullptr) << "ldi casts none";
  EXPECT_EQ(panels_.rects.find("view rays"), nullptr);
  snapshot_.settings.contact.method = "raytraced";
  frame();
  EXPECT_NE(panels_.rects.find("rays contact"), nullptr);
  EXPECT_NE(panels_.rects.find("rays entering"), nullptr);
  EXPECT_EQ(panels_.rects.find("rays missed"), nullptr);
  EXPECT_NE(panels_.rects.find("view rays"), nullptr);
  EXPECT_EQ(panels_.rects.find("enclosed"), nullptr);
  snapshot_.pairs[1].contacts.evidence.add<RayEvidence>().enclosed[0] = true;
  frame();
  EXPECT_NE(panels_.rects.find("enclosed"), nullptr);
}

TEST_F(PanelTest, DistancesOfSolidsAreOfferedUnderTetdistanceAndTheMarchIsCounted) {
  frame();
  EXPECT_EQ(panels_.rects.find("view distances"), nullptr) << "ldi has none";
  snapshot_.settings.contact.method = "tetdistance";
  snapshot_.pairs.resize(1);
  snapshot_.pairs[0].contacts.body = {0, 1};
  snapshot_.pairs[0].contacts.evidence.add<TetEvidence>().marched = {{{100, 20, 5}, {100, 20, 5}}};
  frame();
  for (const char* row : {"view distances", "view march", "view closest", "nodes colliding", "nodes visited"})
    EXPECT_NE(panels_.rects.find(row), nullptr) << row;
  EXPECT_EQ(panels_.rects.find("view cells"), nullptr);
}

TEST_F(PanelTest, DistancesOfFieldsBeginACutWhereThereIsNone) {
  snapshot_.settings.contact.method = "distancefield";
  frame();
  ASSERT_NE(panels_.rects.find("view distances"), nullptr);
  EXPECT_EQ(panels_.rects.find("view march"), nullptr) << "nothing marches";
}

TEST_F(PanelTest, ToleranceOfAFieldHasARowWhereItIsAnOctree) {
  snapshot_.settings.contact.method = "distancefield";
  frame();
  EXPECT_NE(panels_.rects.find("field_structure"), nullptr);
  EXPECT_EQ(panels_.rects.find("field_tolerance"), nullptr);
  snapshot_.settings.contact.distancefield.structure = FieldStructure::octree;
  frame();
  EXPECT_NE(panels_.rects.find("field_tolerance"), nullptr);
}

TEST_F(PanelTest, CellsAndWaysOutAreOfferedUnderHashingWhichSaysWhatHasNoWayOut) {
  snapshot_.settings.contact.method = "hashing";
  snapshot_.pairs.resize(1);
  auto& hash = snapshot_.pairs[0].contacts.evidence.add<HashEvidence>();
  hash.cell = 0.02;
  hash.colliding = 7;
  frame();
  for (const char* row : {"view cells", "view ways out", "hash cell side", "hash points inside"})
    EXPECT_NE(panels_.rects.find(row), nullptr) << row;
  EXPECT_EQ(panels_.rects.find("hash no way out"), nullptr);
  snapshot_.pairs[0].contacts.evidence.find<HashEvidence>()->no_way_out = 2;
  frame();
  EXPECT_NE(panels_.rects.find("hash no way out"), nullptr);
}

TEST_F(PanelTest, PointsAreCountedUnderDistancefieldWhichSaysWhatIsTooDeep) {
  snapshot_.settings.contact.method = "distancefield";
  snapshot_.pairs.resize(1);
  auto& found = snapshot_.pairs[0].contacts.evidence.add<FieldEvidence>();
  found.asked = 30;
  frame();
  for (const char* row : {"field points asked", "field on edges", "field on faces"})
    EXPECT_NE(panels_.rects.find(row), nullptr) << row;
  EXPECT_EQ(panels_.rects.find("field too deep"), nullptr);
  snapshot_.pairs[0].contacts.evidence.find<FieldEvidence>()->too_deep = 2;
  frame();
  EXPECT_NE(panels_.rects.find("field too deep"), nullptr);
}

TEST_F(PanelTest, PairsAndDistancesAreCountedUnderStochasticWhichSaysWhatUsedUpItsBudget) {
  snapshot_.settings.contact.method = "stochastic";
  snapshot_.pairs.resize(1);
  auto& found = snapshot_.pairs[0].contacts.evidence.add<StochasticEvidence>();
  found.kept = 3;
  found.evaluations = 500;
  frame();
  for (const char* row : {"stochastic pairs followed", "stochastic pairs drawn", "stochastic pairs dropped",
                          "stochastic evaluations spent"})
    EXPECT_NE(panels_.rects.find(row), nullptr) << row;
  EXPECT_EQ(panels_.rects.find("stochastic out of budget"), nullptr);
  snapshot_.pairs[0].contacts.evidence.find<StochasticEvidence>()->out_of_budget = true;
  frame();
  EXPECT_NE(panels_.rects.find("stochastic out of budget"), nullptr);
}

TEST_F(PanelTest, TheToleranceOfTheVolumeHasTilesErrorBarAndBoundBelowIt) {
  unfold("Contact", "more");
  frame();
  const std::array rows{"volume_tolerance slider", "found tiles", "found volume",
                        "found error bar",         "found bound", "found area bound"};
  for (const char* row : rows)
    EXPECT_EQ(panels_.rects.find(row), nullptr) << row << ", ldi knows none";
  snapshot_.settings.contact.method = "adaptive";
  frame();
  frame();
  EXPECT_EQ(panels_.rects.find("found area bound"), nullptr) << "nobody has asked for it";
  snapshot_.settings.contact.adaptive.area_bound = true;
  frame();
  float below = 0;
  for (const char* row : rows) {
    ASSERT_NE(panels_.rects.find(row), nullptr) << row;
    EXPECT_GT(panels_.rects.find(row)->y0, below) << row;
    below = panels_.rects.find(row)->y0;
  }
  EXPECT_NE(panels_.rects.find("volume error plot"), nullptr);
  ImGui::FindWindowByName("Contact")->StateStorage.SetInt(ImGui::FindWindowByName("Contact")->GetID("more"),
                                                          0);
  frame();
  frame();
  for (const char* row : rows)
    EXPECT_NE(panels_.rects.find(row), nullptr) << row << " is there at once";
}

TEST_F(PanelTest, ErrorBarsOfLdiAreBelowTheirSwitchWhileTheyAreFound) {
  frame();
  ASSERT_NE(panels_.rects.find("error_bar"), nullptr);
  EXPECT_EQ(panels_.rects.find("found bound"), nullptr);
  EXPECT_EQ(panels_.rects.find("volume error plot"), nullptr);
  snapshot_.settings.contact.ldi.error_bar = true;
  frame();
  frame();
  EXPECT_NE(panels_.rects.find("found error bar"), nullptr);
  EXPECT_NE(panels_.rects.find("found bound"), nullptr);
  EXPECT_EQ(panels_.rects.find("found tiles"), nullptr) << "pixels are no tiles";
  EXPECT_NE(panels_.rects.find("volume error plot"), nullptr);
}

TEST_F(PanelTest, AToleranceThatIsNotMetIsSaid) {
  snapshot_.settings.contact.method = "adaptive";
  snapshot_.pairs.resize(2);
  for (PairState& pair : snapshot_.pairs) {
    pair.contacts.body = {0, 1};
    ImageEvidence& images = pair.contacts.evidence.add<ImageEvidence>();
    images.volume = 1;
    images.columns = 3;
    images.error = VolumeError{5e-3, 1e-3};
  }
  EXPECT_EQ(pairs_beyond_tolerance(snapshot_), 0u);
  for (int i = 0; i < 5; ++i)
    frame(); // panels have found their heights
  ASSERT_NE(panels_.rects.find("found within tolerance"), nullptr);
  const double below = panels_.rects.find("found within tolerance")->y1;
  snapshot_.settings.contact.adaptive.bound = TileBound::rigorous;
  EXPECT_EQ(pairs_beyond_tolerance(snapshot_), 2u);
  frame();
  EXPECT_EQ(panels_.rects.find("found within tolerance")->y1, below)
      << "the slider would move under the hand";
  snapshot_.settings.contact.adaptive.volume_tolerance_m3 = 5e-3;
  EXPECT_EQ(pairs_beyond_tolerance(snapshot_), 0u);
  snapshot_.pairs[1].contacts.evidence.add<ImageEvidence>().error.reset();
  EXPECT_EQ(pairs_beyond_tolerance(snapshot_), 1u) << "nothing is known";
  snapshot_.pairs[1].contacts.body = {1, 1};
  EXPECT_EQ(pairs_beyond_tolerance(snapshot_), 0u) << "no tolerance holds for a body with itself";
}

TEST_F(PanelTest, PanelsSayThatNoSceneIsOpenInsteadOfFailing) {
  panels_.snapshot.reset();
  panels_.rects.begin_frame();
  ImGui::NewFrame();
  draw_panels(panels_, 1024, 600);
  draw_overlay(panels_, overlay_, 1024, 600);
  ImGui::EndFrame();
  EXPECT_EQ(panels_.rects.find("play"), nullptr);
  EXPECT_NE(panels_.rects.find("Simulation"), nullptr);
}

TEST_F(PanelTest, AProblemOfTheSimulationStandsOutUntilItIsGone) {
  frame();
  EXPECT_EQ(panels_.rects.find("problem"), nullptr);
  snapshot_.problem = "the state became infinite";
  frame();
  EXPECT_NE(panels_.rects.find("problem"), nullptr);
  snapshot_.problem.clear();
  snapshot_.recording_problem = "no space left on device";
  frame();
  EXPECT_NE(panels_.rects.find("problem"), nullptr);
  snapshot_.recording_problem.clear();
  frame();
  EXPECT_EQ(panels_.rects.find("problem"), nullptr);
}

TEST_F(PanelTest, ABodyThatFallsAsleepMovesNoRowUnderThePointer) {
  snapshot_.bodies.resize(2);
  snapshot_.infos = std::make_shared<const std::vector<BodyInfo>>(2);
  frame();
  frame();
  const float awake = panels_.rects.find("speed")->y0;
  snapshot_.bodies[1].asleep = true;
  frame();
  frame();
  EXPECT_EQ(panels_.rects.find("speed")->y0, awake);
}

TEST_F(PanelTest, LinesEndAtSpacesAndNeverWithinANumber) {
  ImGui::NewFrame();
  const std::string text = "It falls at 0.45 m/s², as theory says.\nAll of it.";
  const float width = ImGui::CalcTextSize("It falls at 0.").x + 1;
  EXPECT_EQ(wrapped_at_spaces(text, width), "It falls at\n0.45 m/s², as\ntheory says.\nAll of it.");
  EXPECT_EQ(wrapped_at_spaces(text, 1e4f), text);
  EXPECT_EQ(wrapped_at_spaces("", width), "");
  EXPECT_EQ(wrapped_at_spaces("alone", 1), "alone");
  ImGui::EndFrame();
}

TEST(KeyTable, NamesEveryKeyOnce) {
  std::set<std::string> keys;
  for (const KeyLine& line : key_table())
    EXPECT_TRUE(keys.insert(line.keys).second) << line.keys;
}

TEST_F(PanelTest, TheProfilerSaysWhenTheSolverRanOutOfIterations) {
  snapshot_.statistics.step = 1;
  snapshot_.statistics.cg_iterations = 200;
  for (const double share : {0.5, 1.0, 1.5}) {
    snapshot_.statistics.cg_residual = share * snapshot_.settings.solver.cg_tolerance;
    frame();
    EXPECT_EQ(panels_.rects.find("did not converge") != nullptr, share > 1) << share;
  }
}

TEST_F(PanelTest, TheProfilerSaysOfConstraintsAloneWhatTheyTook) {
  snapshot_.statistics.step = 1;
  for (const int rounds : {0, 2}) {
    snapshot_.statistics.rounds = rounds;
    frame();
    EXPECT_EQ(panels_.rects.find("Newton steps, rounds") != nullptr, rounds > 0) << rounds;
    EXPECT_EQ(panels_.rects.find("complementarity") != nullptr, rounds > 0) << rounds;
  }
}

TEST_F(PanelTest, SettingsThatHaveNoEffectSayWhy) {
  frame();
  frame();
  EXPECT_EQ(panels_.rects.find("own friction"), nullptr);
  EXPECT_NE(panels_.rects.find("crossing_limit idle"), nullptr) << "nothing is dropped";
  snapshot_.statistics.dropped_columns = 3;
  auto scene = std::make_shared<Scene>();
  scene->bodies.resize(2);
  scene->bodies[0].friction_coefficient = 0.2;
  panels_.edit.scene = scene;
  frame();
  EXPECT_NE(panels_.rects.find("own friction"), nullptr);
  EXPECT_EQ(panels_.rects.find("crossing_limit idle"), nullptr);
}

} // namespace
} // namespace lamina
