#include "tests/ui/window/mesh_dialog_test.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QThread>

namespace lamina {
namespace {

// A box of 1 × 0.2 × 0.2 with a slot of 0.025 from above, like a tuning fork: cells of a tenth glue its
// sides.
constexpr const char* fork =
    "v 0 0 0\nv 1 0 0\nv 1 0.2 0\nv 0.468 0.2 0\nv 0.468 0.05 0\nv 0.443 0.05 0\nv 0.443 0.2 0\nv 0 0.2 0\n"
    "v 0 0 0.2\nv 1 0 0.2\nv 1 0.2 0.2\nv 0.468 0.2 0.2\nv 0.468 0.05 0.2\nv 0.443 0.05 0.2\nv 0.443 0.2 "
    "0.2\n"
    "v 0 0.2 0.2\n"
    "f 8 7 6 1\nf 1 6 5 2\nf 5 4 3 2\nf 9 14 15 16\nf 10 13 14 9\nf 10 11 12 13\n"
    "f 1 2 10 9\nf 2 3 11 10\nf 3 4 12 11\nf 4 5 13 12\nf 5 6 14 13\nf 6 7 15 14\nf 7 8 16 15\nf 8 1 9 16\n";

TEST_F(MeshDialogTest, AMeshOpensSoftOnALatticeWithTheNoteOfWhatItGlues) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("fork.obj", fork)}, {});
  ASSERT_TRUE(wait_for_check());
  auto* kind = dialog()->findChild<QComboBox*>("kind");
  auto* young = dialog()->findChild<QLineEdit*>("young");
  auto* cells = dialog()->findChild<QSpinBox*>("cells");
  const auto findings = [&] { return dialog()->findChild<QLabel*>("findings")->text(); };
  EXPECT_FALSE(young->isVisible()) << "of soft bodies only";
  EXPECT_FALSE(findings().contains("lattice cells"));
  kind->setFocus();
  QTest::keyClicks(kind, "soft");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  EXPECT_TRUE(young->isVisible());
  EXPECT_FALSE(dialog()->findChild<QLineEdit*>("strength")->isVisible()) << "lattices do not break";
  // 60 ρ g L of a metre, to two digits.
  EXPECT_TRUE(young->placeholderText().startsWith("5.9e5 Pa")) << young->placeholderText().toStdString();
  EXPECT_TRUE(findings().contains("move as one")) << findings().toStdString();

  young->setFocus();
  QTest::keyClicks(young, "2e5");
  cells->setFocus();
  cells->selectAll();
  QTest::keyClicks(cells, "100");
  QTest::keyClick(cells, Qt::Key_Tab);
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  EXPECT_FALSE(findings().contains("move as one")) << "cells of a hundredth part the sides of the slot";
  cells->setFocus();
  cells->selectAll();
  QTest::keyClicks(cells, "12");
  QTest::keyClick(cells, Qt::Key_Tab);
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  EXPECT_EQ((*now()->infos)[0].kind, BodyKind::soft);
  EXPECT_EQ((*now()->infos)[0].material.young_modulus, 2e5);
  EXPECT_EQ(viewport().panels().edit.scene->bodies[0].lattice_cells, 12);
}

/// Chooses a soft body of tetrahedra, so many cells along, as one does by keys.
void choose_tetrahedra(QWidget& dialog, const char* cells) {
  auto* kind = dialog.findChild<QComboBox*>("kind");
  kind->setFocus();
  QTest::keyClicks(kind, "soft");
  auto* division = dialog.findChild<QComboBox*>("division");
  division->setFocus();
  QTest::keyClicks(division, "tetra");
  auto* field = dialog.findChild<QSpinBox*>("tetrahedra");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, cells);
  QTest::keyClick(field, Qt::Key_Tab);
}

TEST_F(MeshDialogTest, AMeshOpensSoftOnTetrahedraWithTheReportOfWhatTheyAreLike) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("fork.obj", fork)}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_FALSE(dialog()->findChild<QComboBox*>("division")->isVisible()) << "of soft bodies only";
  choose_tetrahedra(*dialog(), "20");
  EXPECT_FALSE(dialog()->findChild<QSpinBox*>("cells")->isVisible()) << "that is of lattices";
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  const QString findings = dialog()->findChild<QLabel*>("findings")->text();
  for (const char* part : {"filled with ", " tetrahedra", "least angle ", "of the volume", "of the diagonal"})
    EXPECT_TRUE(findings.contains(part)) << findings.toStdString();
  const std::size_t shown = (*dialog()->check()->shown.infos)[0].mesh->mesh.triangles.size();
  auto* strength = dialog()->findChild<QLineEdit*>("strength");
  ASSERT_TRUE(strength->isVisible());
  strength->setFocus();
  QTest::keyClicks(strength, "6e3");
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  EXPECT_EQ((*now()->infos)[0].kind, BodyKind::soft);
  EXPECT_TRUE((*now()->infos)[0].can_be_cut);
  const SceneBody& body = viewport().panels().edit.scene->bodies[0];
  EXPECT_EQ(body.stuffing_cells, 20);
  EXPECT_EQ(body.material.tensile_strength, 6e3);
  EXPECT_FALSE(body.lattice);
  EXPECT_EQ(body.mesh->mesh.triangles.size(), shown) << "the dialog showed what was opened";
}

TEST_F(MeshDialogTest, ANumberThatIsStillBeingTypedCountsForWhatIsOpened) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("fork.obj", fork)}, {});
  ASSERT_TRUE(wait_for_check());
  choose_tetrahedra(*dialog(), "16");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  auto* field = dialog()->findChild<QSpinBox*>("tetrahedra");
  field->setFocus();
  field->selectAll();
  QTest::keyClicks(field, "20");
  open_button().click(); // as an access key does: the field keeps the focus
  ASSERT_TRUE(dialog() && dialog()->isVisible()) << "what was typed is checked first";
  EXPECT_FALSE(open_button().isEnabled());
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  open_button().click();
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  EXPECT_EQ(viewport().panels().edit.scene->bodies[0].stuffing_cells, 20);
}

TEST_F(MeshDialogTest, WhatIsTooThinForTheCellsSaysHowManyWouldDo) {
  window_->ask_about_meshes(
      {write_file("plate.obj", "v 0 0 0\nv 1 0 0\nv 1 0.01 0\nv 0 0.01 0\nv 0 0 1\nv 1 0 1\nv 1 0.01 1\n"
                               "v 0 0.01 1\nf 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n"
                               "f 4 1 5 8\n")},
      {});
  ASSERT_TRUE(wait_for_check());
  choose_tetrahedra(*dialog(), "2");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() != nullptr; }));
  EXPECT_FALSE(open_button().isEnabled());
  const QString reason = dialog()->findChild<QLabel*>("reason")->text();
  const QRegularExpressionMatch advice = QRegularExpression("; (\\d+) cells along would do").match(reason);
  ASSERT_TRUE(advice.hasMatch()) << reason.toStdString();
  EXPECT_FALSE(reason.contains("mesh editor")) << "nothing is wrong with it";
  choose_tetrahedra(*dialog(), advice.captured(1).toLatin1());
  EXPECT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
}

TEST_F(MeshDialogTest, FillingShowsHowFarItIsAndCanBeStoppedWithoutLosingAnything) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("fork.obj", fork)}, {});
  ASSERT_TRUE(wait_for_check());
  choose_tetrahedra(*dialog(), "250"); // millions: this takes seconds
  auto* stop = dialog()->findChild<QPushButton*>("stop");
  ASSERT_TRUE(wait_for([&] { return stop->isVisible(); }));
  auto* bar = dialog()->findChild<QProgressBar*>("progress");
  EXPECT_TRUE(wait_for([&] { return bar->value() > 0 && bar->value() < bar->maximum(); }));
  QTest::mouseClick(stop, Qt::LeftButton);
  EXPECT_FALSE(bar->isVisible());
  EXPECT_FALSE(open_button().isEnabled());
  auto* findings = dialog()->findChild<QLabel*>("findings");
  EXPECT_TRUE(findings->text().contains("Stopped")) << findings->text().toStdString();
  EXPECT_EQ(dialog()->findChild<QSpinBox*>("tetrahedra")->value(), 250);
  choose_tetrahedra(*dialog(), "12");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));

  // Closing the dialog meanwhile leaves the scene as it was.
  choose_tetrahedra(*dialog(), "250");
  ASSERT_TRUE(wait_for([&] { return stop->isVisible(); }));
  QTest::keyClick(dialog(), Qt::Key_Escape);
  EXPECT_TRUE(wait_for([&] { return dialog() == nullptr; }));
  EXPECT_EQ(now()->scene_revision, before);
}

TEST_F(MeshDialogTest, ACheckThatEndsWhileAnotherIsChosenIsNotTakenForIt) {
  window_->ask_about_meshes({write_file("fork.obj", fork)}, {});
  ASSERT_TRUE(wait_for_check());
  toggle("pieces");
  // That check ends long before events are seen to again, and those of the next one come after it.
  QThread::msleep(500);
  choose_tetrahedra(*dialog(), "250");
  auto* stop = dialog()->findChild<QPushButton*>("stop");
  ASSERT_TRUE(wait_for([&] { return stop->isVisible() || dialog()->check(); }));
  EXPECT_FALSE(dialog()->check()) << "what was found is of other choices";
  EXPECT_FALSE(open_button().isEnabled());
}

TEST_F(MeshDialogTest, AMeshOpensFixedAndHasNoDensityThen) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("fork.obj", fork)}, {});
  ASSERT_TRUE(wait_for_check());
  auto* kind = dialog()->findChild<QComboBox*>("kind");
  kind->setFocus();
  QTest::keyClicks(kind, "fixed");
  EXPECT_FALSE(dialog()->findChild<QDoubleSpinBox*>("density")->isEnabled());
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  EXPECT_EQ((*now()->infos)[0].kind, BodyKind::fixed);
}

} // namespace
} // namespace lamina
