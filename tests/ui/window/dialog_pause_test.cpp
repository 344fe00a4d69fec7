#include "tests/ui/window/window_test.h"

#include <QMessageBox>

namespace lamina {
namespace {

TEST_F(WindowTest, WhatRunsBehindADialogStandsStillAndGoesOnAfterIt) {
  ASSERT_TRUE(wait_for([&] { return now()->playing; }));
  window_->open({folder_.filePath("none.json").toStdString()});
  QMessageBox* box = nullptr;
  ASSERT_TRUE(
      wait_for([&] { return (box = window_->findChild<QMessageBox*>("refusal")) && box->isVisible(); }));
  EXPECT_TRUE(wait_for([&] { return !now()->playing; }));
  QTest::keyClick(box, Qt::Key_Escape);
  EXPECT_TRUE(wait_for([&] { return now()->playing; }));
}

TEST_F(WindowTest, WhatStoodStillBeforeADialogStaysSo) {
  pause();
  window_->open({folder_.filePath("none.json").toStdString()});
  QMessageBox* box = nullptr;
  ASSERT_TRUE(
      wait_for([&] { return (box = window_->findChild<QMessageBox*>("refusal")) && box->isVisible(); }));
  const std::uint64_t step = now()->statistics.step;
  QTest::keyClick(box, Qt::Key_Escape);
  ASSERT_TRUE(wait_for([&] { return !box->isVisible(); }));
  wait_for_frames(6);
  EXPECT_FALSE(now()->playing);
  EXPECT_EQ(now()->statistics.step, step);
}

TEST_F(WindowTest, NotesOfALoadLeaveByThemselvesAfterTenSeconds) {
  double seconds = 100;
  viewport().set_clock([&] { return seconds; });
  viewport().overlay().notes = {"a note"};
  wait_for_frames();
  EXPECT_TRUE(has_widget("notes"));
  seconds += 9;
  wait_for_frames();
  EXPECT_TRUE(has_widget("notes"));
  seconds += 2;
  wait_for_frames();
  EXPECT_FALSE(has_widget("notes"));
  window_.reset(); // before the clock goes
}

} // namespace
} // namespace lamina
