#include "tests/ui/window/edit_test.h"

#include <QApplication>
#include <QMouseEvent>

#include <gmock/gmock.h>

namespace lamina {
namespace {

using testing::HasSubstr;
using Bodies = std::vector<std::uint32_t>;

/// Three boxes on a ground, from left to right, that stand at their start.
class SelectionTest : public EditTest {
protected:
  static constexpr std::size_t a = 1, b = 2, c = 3;

  void SetUp() override {
    EditTest::SetUp();
    open_and_wait(write_file("three.json", R"({"title": "three", "bodies": [
      {"name": "ground", "kind": "fixed", "one_sided": true, "recipe": {"shape": "ground", "size": 4}},
      {"name": "a", "position": [-0.15, 0.05, 0], "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}},
      {"name": "b", "position": [0, 0.05, 0], "recipe": {"shape": "box", "x": 0.1, "y": 0.1, "z": 0.1}},
      {"name": "c", "position": [0.15, 0.1, 0], "recipe": {"shape": "box", "x": 0.1, "y": 0.2, "z": 0.1}}],
      "camera": {"eye": [0, 0.3, 1.6], "target": [0, 0.1, 0]}})"));
    pause();
    key(Qt::Key_Backspace);
    ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 0; }));
    wait_for_frames(6);
  }

  QPointF at(std::size_t body) { return on_screen(position_of(body)); }
  void click_body(std::size_t body, Qt::KeyboardModifiers keys = {}) {
    click_at(at(body), Qt::LeftButton, keys);
  }
  const Bodies& selected() { return viewport().panels().edit.selected.bodies(); }
  Vec3 place(std::size_t body) { return scene().bodies[body].pose.position; }
};

TEST_F(SelectionTest, ShiftAndControlAddAndTakeAway) {
  click_body(a);
  EXPECT_EQ(selected(), (Bodies{a}));
  click_body(c, Qt::ShiftModifier);
  click_body(b, Qt::ControlModifier);
  EXPECT_EQ(selected(), (Bodies{a, c, b}));
  click_body(c, Qt::ShiftModifier);
  EXPECT_EQ(selected(), (Bodies{a, b}));
  click_body(c);
  EXPECT_EQ(selected(), (Bodies{c})) << "a click without keys selects one";
}

TEST_F(SelectionTest, APanelThatComesWithAClickHidesNoBodyAndADoubleClickStillMeansTheSame) {
  const QPointF there = at(c);
  click_at(there);
  wait_for_frames();
  ASSERT_TRUE(has_widget("body name"));
  for (const std::size_t body : {a, b, c})
    EXPECT_FALSE(viewport().panels().rects.window_at(at(body).x(), at(body).y())) << body;
  ASSERT_GT((at(c) - there).manhattanLength(), 40) << "the picture has gone aside";
  second_click(there);
  wait_for_frames();
  // On the front or the top of c, as the first click hit it.
  EXPECT_LT((viewport().camera().target() - position_of(c)).cwiseAbs().maxCoeff(), 0.1 + 1e-6);
}

TEST_F(SelectionTest, ABoxSelectsWhatLiesInItAndTheListItsRows) {
  const QPointF from = at(a) - QPointF(40, 60), to = at(b) + QPointF(30, 60);
  press(from, Qt::LeftButton, Qt::ShiftModifier);
  move(to, Qt::LeftButton, Qt::ShiftModifier);
  release(to, Qt::LeftButton, Qt::ShiftModifier);
  EXPECT_EQ(selected(), (Bodies{a, b}));
  click("body c");
  EXPECT_EQ(selected(), (Bodies{c}));
  click("body a", Qt::ShiftModifier);
  EXPECT_EQ(selected(), (Bodies{c, b, a}));
  click("body b", Qt::ControlModifier);
  EXPECT_EQ(selected(), (Bodies{c, a}));
  key(Qt::Key_A, Qt::ControlModifier);
  EXPECT_EQ(selected(), (Bodies{a, b, c})) << "all but the floor";
}

TEST_F(SelectionTest, TheHandlesMoveAndTurnAllOfThemAndThatIsOneStepToUndo) {
  click_body(a);
  click_body(b, Qt::ShiftModifier);
  const std::string before = written();
  const Vec3 between = place(b) - place(a), other = place(c);
  ASSERT_TRUE(handles().has_value());
  EXPECT_NEAR(handles()->centre().x(), -0.075, 1e-6) << "between the two";
  const QPointF tip = on_screen(handles()->tip(1));
  edit([&] { drag(tip, tip + QPointF(0, -60)); });
  EXPECT_GT(place(a).y(), 0.07);
  EXPECT_LT((place(b) - place(a) - between).norm(), 1e-9);
  EXPECT_EQ(place(c), other);
  EXPECT_THAT(editor().history().undo_name(), HasSubstr("a and b"));
  const QPointF from = on_screen(handles()->ring_point(2, 0.6)),
                to = on_screen(handles()->ring_point(2, 1.2));
  const Vec3 middle = 0.5 * (place(a) + place(b));
  edit([&] { drag(from, to); });
  EXPECT_LT((0.5 * (place(a) + place(b)) - middle).norm(), 1e-5) << "about the middle of both";
  EXPECT_GT(std::abs(place(b).y() - place(a).y()), 0.03);
  for (int i = 0; i < 2; ++i)
    edit([&] { key(Qt::Key_Z, Qt::ControlModifier); });
  EXPECT_EQ(written(), before);
}

TEST_F(SelectionTest, KeysCopyFixGroupStackAlignAndDeleteAllOfThem) {
  click_body(a);
  click_body(c, Qt::ShiftModifier);
  edit([&] { key(Qt::Key_D, Qt::ControlModifier); });
  ASSERT_EQ(scene().bodies.size(), 6u);
  EXPECT_EQ(selected(), (Bodies{4, 5})) << "the copies are selected";
  edit([&] { key(Qt::Key_Delete); });
  ASSERT_EQ(scene().bodies.size(), 4u);
  click("body a");
  click("body c", Qt::ControlModifier);
  edit([&] { key(Qt::Key_F, Qt::ControlModifier); });
  EXPECT_EQ(scene().bodies[a].kind, BodyKind::fixed);
  EXPECT_EQ(scene().bodies[c].kind, BodyKind::fixed);
  edit([&] { key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier); });
  EXPECT_TRUE(share_a_group(scene().bodies[a], scene().bodies[c]));
  click("body a");
  key(Qt::Key_A, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(selected(), (Bodies{a, c}));
  edit([&] { click("stack"); });
  EXPECT_NEAR(place(c).y(), 0.1 + 0.1, 1e-12) << "half of its height above the top of a";
  EXPECT_NEAR(place(c).x(), place(a).x(), 1e-12);
  edit([&] { key(Qt::Key_Z, Qt::ControlModifier); });
  edit([&] { key(Qt::Key_Y, Qt::AltModifier); });
  EXPECT_NEAR(place(c).y(), place(a).y(), 1e-12);
  edit([&] { click("align highest y"); });
  EXPECT_NEAR(place(c).y() + 0.1, place(a).y() + 0.05, 1e-12);
}

TEST_F(SelectionTest, EscapeEndsOnlyWhatIsInnermost) {
  click_body(a);
  click_body(b, Qt::ShiftModifier);
  click("place x");
  ASSERT_TRUE(wait_for([&] { return viewport().imgui().wants_text(); }));
  const std::string before = written();
  QTest::keyClicks(&viewport(), "7");
  key(Qt::Key_Escape);
  EXPECT_FALSE(viewport().imgui().wants_text()) << "the field first";
  EXPECT_EQ(selected().size(), 2u);
  EXPECT_EQ(written(), before);
  key(Qt::Key_F1);
  key(Qt::Key_Escape);
  EXPECT_FALSE(has_widget("keys"));
  EXPECT_EQ(selected().size(), 2u) << "then what lies over the picture";
  const QPointF tip = on_screen(handles()->tip(1));
  press(tip);
  move(tip + QPointF(0, -50), Qt::LeftButton);
  key(Qt::Key_Escape);
  release(tip + QPointF(0, -50));
  EXPECT_EQ(selected().size(), 2u) << "then what the hand holds";
  EXPECT_EQ(written(), before);
  click_at(at(c), Qt::RightButton);
  ASSERT_TRUE(has_widget("context menu"));
  const std::size_t count = selected().size();
  key(Qt::Key_Escape);
  EXPECT_FALSE(has_widget("context menu"));
  EXPECT_EQ(selected().size(), count);
  key(Qt::Key_Escape);
  EXPECT_TRUE(selected().empty());
}

TEST_F(SelectionTest, FieldsComputeAndTakeTheDecimalSignOfThePlace) {
  click_body(a);
  edit([&] { type("place x", "1/4+0.5"); });
  EXPECT_EQ(place(a).x(), 0.75);
  viewport().panels().edit.decimal_comma = true;
  edit([&] { type("place x", "1,8"); });
  EXPECT_EQ(place(a).x(), 1.8);
  viewport().panels().edit.decimal_comma = false;
  type("place x", "1,8");
  EXPECT_THAT(refusal(), HasSubstr("must be a number"));
  wait_for_frames(4); // the words of the refusal move the panels below
  type("resolution", "8*4");
  EXPECT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 32; }));
}

TEST_F(SelectionTest, ANumberIsDraggedAndTheBodyFollowsBeforeTheEditIsMade) {
  click_body(a);
  click_body(b, Qt::ShiftModifier); // the fields are those of b
  const Vec3 start_a = place(a), start_b = place(b);
  const QPointF field = place_of("place y");
  press(field);
  for (int i = 1; i <= 8; ++i) {
    move(field + QPointF(10 * i, 0), Qt::LeftButton);
    wait_for_frames(1);
  }
  wait_for_frames();
  const auto shown = viewport().panels().snapshot;
  const double risen = shown->bodies[b].mesh_pose.position.y() - start_b.y();
  EXPECT_GT(risen, 0.02);
  EXPECT_NEAR(shown->bodies[a].mesh_pose.position.y() - start_a.y(), risen, 1e-9) << "both rise";
  EXPECT_EQ(place(b), start_b) << "no edit yet";
  edit([&] { release(field + QPointF(80, 0)); });
  EXPECT_NEAR(place(b).y() - start_b.y(), risen, 1e-9);
  EXPECT_NEAR(place(a).y() - start_a.y(), risen, 1e-9);
  edit([&] { key(Qt::Key_Z, Qt::ControlModifier); });
  EXPECT_EQ(place(a), start_a);
  EXPECT_EQ(place(b), start_b);
}

TEST_F(SelectionTest, WhatIsTypedBeforeTabCountsAndTheNextFieldIsTypedInto) {
  click_body(a);
  click("place x");
  ASSERT_TRUE(wait_for([&] { return viewport().imgui().wants_text(); }));
  QTest::keyClicks(&viewport(), "0.3");
  edit([&] { key(Qt::Key_Tab); });
  EXPECT_EQ(place(a).x(), 0.3);
  ASSERT_TRUE(wait_for([&] { return viewport().panels().edit.typing == "place y"; }));
  QTest::keyClicks(&viewport(), "0.4");
  edit([&] { key(Qt::Key_Return); });
  EXPECT_EQ(place(a), Vec3(0.3, 0.4, 0));
}

TEST_F(SelectionTest, TheFieldsOfOneGiveAllOfThemTheSameFriction) {
  click_body(a);
  click_body(b, Qt::ShiftModifier);
  edit([&] { type("body friction", "0.2"); });
  EXPECT_EQ(scene().bodies[a].friction_coefficient, 0.2);
  EXPECT_EQ(scene().bodies[b].friction_coefficient, 0.2);
  EXPECT_FALSE(scene().bodies[c].friction_coefficient);
  edit([&] { key(Qt::Key_Z, Qt::ControlModifier); });
  EXPECT_FALSE(scene().bodies[a].friction_coefficient);
  EXPECT_FALSE(scene().bodies[b].friction_coefficient);
}

TEST_F(SelectionTest, ThePresentPoseStandsBesideTheStartDuringARun) {
  click_body(c);
  EXPECT_FALSE(has_widget("present pose"));
  key(Qt::Key_Right);
  ASSERT_TRUE(wait_for([&] { return now()->statistics.step == 1; }));
  wait_for_frames();
  EXPECT_TRUE(has_widget("present pose"));
  EXPECT_TRUE(has_widget("place x"));
}

TEST_F(SelectionTest, TheRightButtonOffersWhatCanBeDoneWithABodyAndElsewhere) {
  click_body(a);
  click_at(at(c), Qt::RightButton);
  ASSERT_TRUE(has_widget("context menu"));
  EXPECT_EQ(selected(), (Bodies{c})) << "the menu is of what is under the pointer";
  edit([&] { click("menu Duplicate"); });
  EXPECT_EQ(scene().bodies.size(), 5u);
  EXPECT_FALSE(has_widget("context menu"));

  click("body a");
  click("body b", Qt::ControlModifier);
  click_at(at(a), Qt::RightButton);
  EXPECT_EQ(selected(), (Bodies{a, b})) << "what is selected already stays so";
  edit([&] { click("menu Stack"); });
  EXPECT_NEAR(place(b).y(), 0.15, 1e-12);

  click_at(QPointF(0.5 * viewport().width(), 24), Qt::RightButton);
  ASSERT_TRUE(has_widget("menu Select all"));
  EXPECT_FALSE(has_widget("menu Duplicate"));
  click("menu Add a shape");
  edit([&] { click("menu torus"); });
  EXPECT_EQ(scene().bodies.back().name, "torus");
}

TEST_F(SelectionTest, ADragOfTheRightButtonPansAndOpensNoMenu) {
  const QPointF from = at(c);
  drag(from, from + QPointF(30, 10), Qt::RightButton);
  wait_for_frames();
  EXPECT_FALSE(has_widget("context menu"));
}

} // namespace
} // namespace lamina
