#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/contact/raytraced/ray_evidence.h"
#include "core/settings/setting_scope.h"
#include "tests/ui/window/window_test.h"

#include <QAction>

#include <gmock/gmock.h>

#include <algorithm>

namespace lamina {
namespace {

/// The method is chosen in the Contact panel while the box lies on the ground.
class MethodTest : public WindowTest {
protected:
  void choose(const std::string& setting, const std::string& value) {
    wait_for_frames();
    click(setting);
    click(setting + "=" + value);
    ASSERT_TRUE(wait_for([&] { return to_text(get_setting(now()->settings, setting)) == value; }))
        << now()->problem;
    const std::uint64_t step = now()->statistics.step;
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step > step + 5; })) << now()->problem;
    wait_for_frames();
  }

  /// A ball on the ground.
  void open_ball() {
    open_and_wait(write_file("ball.json", R"({ "title": "ball",
      "bodies": [
        { "name": "ground", "kind": "fixed", "one_sided": true, "recipe": { "shape": "ground", "size": 4 } },
        { "name": "ball", "position": [0, 0.099, 0], "recipe": { "shape": "sphere", "radius": 0.1 } } ],
      "camera": { "eye": [0, 0.5, 2], "target": [0, 0.2, 0] } })"));
  }

  /// Shows contact pixels.
  void colour_pixels_by(const std::string& what) {
    key(Qt::Key_C);
    give_room("View");
    click("view coloured by");
    click("view coloured by=" + what);
  }

  template <class Test>
  bool in_legend(const Test& test) {
    const std::vector<LegendEntry>& legend = viewport().panels().legend;
    return std::any_of(legend.begin(), legend.end(), test);
  }

  const QAction* backend_action(const QString& name) {
    for (const QAction* entry : window_->actions())
      if (entry->data().toString() == name)
        return entry;
    return nullptr;
  }
};

TEST_F(MethodTest, EveryMethodIsChosenWhileTheSceneRunsAndHoldsTheBox) {
  const double height = position_of(1).y();
  for (const char* method : {"raytraced", "proximity", "adaptive", "ldi"}) {
    choose("method", method);
    EXPECT_TRUE(wait_for([&] { return now()->statistics.contacts > 0; })) << method;
    EXPECT_NEAR(position_of(1).y(), height, 0.01) << method;
    EXPECT_EQ(now()->problem, "") << method;
  }
}

TEST_F(MethodTest, AMethodBringsItsBackendAlongAndComingBackLosesNothing) {
  show_all_contact_settings();
  choose("backend", "reference");
  type("resolution", "20");
  choose("method", "raytraced");
  EXPECT_EQ(now()->settings.contact.backend, "cpu");
  EXPECT_EQ(now()->problem, "");
  EXPECT_FALSE(has_widget("resolution"));
  EXPECT_TRUE(has_widget("ray_tree"));
  click("backend");
  EXPECT_TRUE(has_widget("backend=cpu"));
  EXPECT_FALSE(has_widget("backend=reference")) << "the list has the backends of the method alone";
  click("backend=cpu");
  EXPECT_TRUE(wait_for([&] { return !backend_action("reference")->isEnabled(); }));

  choose("method", "ldi");
  EXPECT_TRUE(wait_for([&] { return now()->settings.contact.backend == "reference"; }));
  EXPECT_EQ(now()->settings.contact.ldi.resolution, 20);
  EXPECT_TRUE(has_widget("resolution"));
  EXPECT_TRUE(wait_for([&] { return backend_action("reference")->isEnabled(); }));
}

TEST_F(MethodTest, ConstraintsBringAlongTheLawsThatTheyNeed) {
  window_->post(Event(ApplyPreset{"f08"}));
  ASSERT_TRUE(wait_for([&] { return now()->settings.response.law == ContactLaw::f08; }));
  show_all_contact_settings();
  choose("response", "constraints");
  EXPECT_TRUE(wait_for([&] { return uses_constraints(now()->settings); }));
  EXPECT_EQ(now()->settings.response.law, ContactLaw::cells);
  EXPECT_EQ(now()->settings.friction.law, FrictionLaw::coulomb);
  choose("response", "penalty");
  EXPECT_EQ(now()->settings.response.law, ContactLaw::cells);
}

TEST_F(MethodTest, TheSliderOfTheToleranceTurnsTilesAndBoundOfTheNextStep) {
  open_ball();
  choose("method", "adaptive");
  ASSERT_TRUE(wait_for([&] { return now()->statistics.volume_m3 > 0; }));
  const QPointF middle = place_of("volume_tolerance slider");
  const double width = double(viewport().panels().rects.find("volume_tolerance slider")->x1 -
                              viewport().panels().rects.find("volume_tolerance slider")->x0);
  const auto turn = [&](double share) {
    drag(place_of("volume_tolerance slider"), middle + QPointF((share - 0.5) * width, 0));
    const std::uint64_t step = now()->statistics.step;
    EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step + 5; }));
    return now()->statistics;
  };
  const StepStatistics loose = turn(1.2);
  EXPECT_EQ(now()->settings.contact.adaptive.volume_tolerance, 1);
  const StepStatistics tight = turn(0.6);
  EXPECT_LT(now()->settings.contact.adaptive.volume_tolerance, 1e-2);
  EXPECT_GT(tight.columns, loose.columns);
  EXPECT_LT(tight.volume_bound_m3 / tight.volume_m3, loose.volume_bound_m3 / loose.volume_m3);
  EXPECT_LE(tight.volume_error_bar_m3, tight.volume_bound_m3);
}

TEST_F(MethodTest, PixelsAreColouredBySizeWithLengthsInTheLegend) {
  choose("method", "adaptive");
  colour_pixels_by("size");
  EXPECT_EQ(viewport().panels().view.pixel_colour, PixelColour::size);
  EXPECT_TRUE(wait_for([&] {
    return in_legend([](const LegendEntry& entry) {
      return entry.text.starts_with("tiles by") && entry.items.size() == 2;
    });
  }));
}

TEST_F(MethodTest, PixelsAreColouredByReasonAndPointingAtOneSaysItWithTheBoundsOfItsPair) {
  choose("method", "adaptive");
  show_all_contact_settings();
  click("area_bound");
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.adaptive.area_bound; }));
  colour_pixels_by("reason");
  EXPECT_EQ(viewport().panels().view.pixel_colour, PixelColour::reason);
  EXPECT_TRUE(wait_for([&] {
    return in_legend([](const LegendEntry& entry) {
      return entry.items.size() == 4 && entry.items[0].word == "none" && entry.items[3].word == "transient";
    });
  }));
  ASSERT_TRUE(
      wait_for([&] { return !now()->pairs.empty() && !images_of(now()->pairs[0].contacts).pixels.empty(); }));
  pause();
  wait_for_frames();
  move(on_screen(images_of(now()->pairs[0].contacts).pixels[0].lower));
  wait_for_frames();
  const std::string& tip = viewport().overlay().tip;
  EXPECT_NE(tip.find("\ntile of "), std::string::npos) << tip;
  EXPECT_NE(tip.find("\nvolume of the pair "), std::string::npos) << tip;
  EXPECT_NE(tip.find("\narea vector off by "), std::string::npos) << tip;
}

TEST_F(MethodTest, TheErrorImageOfW12sTilesHasAPanelWhileItIsAskedFor) {
  open_ball();
  choose("method", "adaptive");
  EXPECT_FALSE(has_widget("view error image"));
  window_->post(Event(SetSetting{"tiles", std::string("w12")}));
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.adaptive.tiles == TileKind::w12; }));
  ASSERT_TRUE(wait_for([&] { return now()->statistics.contacts > 0; }));
  give_room("View");
  EXPECT_FALSE(has_widget("error image picture"));
  click("view error image");
  ASSERT_TRUE(wait_for([&] { return has_widget("error image picture") && has_widget("error image scale"); }));
  EXPECT_EQ(images_of(now()->pairs[0].contacts).error_pictures[1].across, 32u);
  click("view seen along");
  click("view seen along=z");
  EXPECT_EQ(viewport().panels().view.error_axis, 2);
  click("view error image");
  EXPECT_TRUE(wait_for([&] { return !has_widget("error image picture"); }));
}

TEST_F(MethodTest, PointsAndRaysComeWithTheSnapshotsWhileTheyAreShown) {
  choose("method", "raytraced");
  EXPECT_TRUE(now()->pairs.empty() || rays_of(now()->pairs[0].contacts).cast.empty());
  show_all_contact_settings();
  give_room("View");
  click("view rays");
  EXPECT_TRUE(
      wait_for([&] { return !now()->pairs.empty() && !rays_of(now()->pairs[0].contacts).cast.empty(); }));
  EXPECT_TRUE(wait_for([&] { return has_widget("rays contact"); }));
  key(Qt::Key_C);
  EXPECT_TRUE(wait_for([&] {
    for (const LegendEntry& entry : viewport().panels().legend)
      if (entry.text.starts_with("contact points"))
        return true;
    return false;
  }));
  choose("method", "proximity");
  EXPECT_FALSE(has_widget("view rays"));
  EXPECT_TRUE(
      wait_for([&] { return !now()->pairs.empty() && !points_of(now()->pairs[0].contacts).points.empty(); }));
}

TEST_F(MethodTest, TheSearchComesWithTheSnapshotsWhileItIsShownAlsoWhilePaused) {
  choose("method", "hashing");
  EXPECT_EQ(now()->search, nullptr);
  give_room("View");
  EXPECT_FALSE(has_widget("view distances"));
  click("view cells");
  EXPECT_TRUE(wait_for([&] { return now()->search != nullptr; }));
  choose("method", "tetdistance");
  EXPECT_TRUE(wait_for([&] { return now()->search == nullptr; })) << "cells are not of this method";
  pause();
  give_room("View");
  EXPECT_FALSE(has_widget("view cut at"));
  click("view distances");
  EXPECT_TRUE(wait_for([&] { return now()->search != nullptr; }));
  EXPECT_NE(viewport().panels().view.cut, CutAxis::off) << "without a cut nothing would be seen";
  EXPECT_TRUE(wait_for([&] { return has_widget("view cut at"); }));
  click("view distances");
  EXPECT_TRUE(wait_for([&] { return now()->search == nullptr; }));
}

TEST_F(MethodTest, BoxesOfTreesComeWhileTheyAreShownAtTheLevelThatIsChosenAlsoWhilePaused) {
  choose("method", "proximity");
  pause();
  EXPECT_TRUE(now()->tree_boxes.empty());
  give_room("View");
  click("view tree");
  EXPECT_TRUE(wait_for([&] { return now()->tree_boxes.size() > 2; }));
  drag(place_of("view tree level"), place_of("view tree level") - QPointF(300, 0));
  EXPECT_EQ(viewport().panels().view.tree_level, 0);
  EXPECT_TRUE(wait_for([&] { return now()->tree_boxes.size() == 2; })) << "the root of either body";
  click("view tree");
  EXPECT_TRUE(wait_for([&] { return now()->tree_boxes.empty(); }));
}

TEST_F(MethodTest, PointingAtContactPointsSaysWhatTheyAreAndMarksThem) {
  choose("method", "raytraced");
  key(Qt::Key_C);
  ASSERT_TRUE(
      wait_for([&] { return !now()->pairs.empty() && !points_of(now()->pairs[0].contacts).points.empty(); }));
  pause();
  wait_for_frames();
  const Vec3 place = points_of(now()->pairs[0].contacts).points[0].position[0];
  move(on_screen(place));
  wait_for_frames();
  const std::string& tip = viewport().overlay().tip;
  EXPECT_TRUE(tip.starts_with("points: ")) << tip;
  EXPECT_NE(tip.find("mm deep"), std::string::npos) << tip;
  move(on_screen(Vec3(0, 0.35, 0))); // the air above the box
  wait_for_frames();
  EXPECT_EQ(viewport().overlay().tip, "");
}

} // namespace
} // namespace lamina
