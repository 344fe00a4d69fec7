#include "tests/ui/window/mesh_dialog_test.h"

#include "core/base/error.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>

namespace lamina {
namespace {

TEST_F(MeshDialogTest, AnOpenMeshIsShownWithItsEdgesAndOpensAsOneSided) {
  const std::uint64_t before = now()->scene_revision;
  window_->open({write_file("open.obj", open_tetrahedron)});
  ASSERT_TRUE(wait_for_check());
  EXPECT_EQ(dialog()->check()->boundary_edges, 3u);
  EXPECT_FALSE(open_button().isEnabled());
  EXPECT_TRUE(dialog()->findChild<QLabel*>("reason")->text().contains("3 boundary edges"));
  EXPECT_TRUE(dialog()->findChild<QLabel*>("findings")->text().contains("3 boundary edges"));
  const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
  EXPECT_TRUE(wait_for([&] { return pixels_of(DefectKind::boundary, dark) > 100; })) << "edges are marked";
  EXPECT_EQ(now()->scene_revision, before);

  toggle("one-sided");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  EXPECT_EQ((*now()->infos)[0].mesh->sidedness, Sidedness::one_sided);
}

// A box of 100 units without its lid, as a printer would write it in millimetres.
constexpr const char* tub = "v 0 0 0\nv 100 0 0\nv 100 0 100\nv 0 0 100\n"
                            "v 0 100 0\nv 100 100 0\nv 100 100 100\nv 0 100 100\n"
                            "f 1 2 3 4\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n";

TEST_F(MeshDialogTest, ABoxWithoutItsLidOpensAsAVolumeWithItsHoleClosed) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("tub.obj", tub)}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_FALSE(open_button().isEnabled());
  const QString reason = dialog()->findChild<QLabel*>("reason")->text();
  EXPECT_TRUE(reason.contains("holes can be closed")) << reason.toStdString();
  EXPECT_TRUE(reason.contains("thickness")) << reason.toStdString();
  EXPECT_TRUE(reason.contains("one-sided")) << reason.toStdString();

  toggle("close holes");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  EXPECT_FALSE(dialog()->findChild<QDoubleSpinBox*>("thickness")->isEnabled()) << "one way is enough";
  const QString findings = dialog()->findChild<QLabel*>("findings")->text();
  EXPECT_TRUE(findings.contains("closed 1 hole, 100 mm across")) << findings.toStdString();
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  const PreparedMesh& mesh = *(*now()->infos)[0].mesh;
  EXPECT_EQ((*now()->infos)[0].kind, BodyKind::rigid);
  EXPECT_EQ(mesh.sidedness, Sidedness::closed);
  EXPECT_NEAR(mesh.report.volume_m3, 0.1 * 0.1 * 0.1, 1e-12);
  EXPECT_TRUE(viewport().panels().edit.scene->bodies[0].mending.close_holes);
}

TEST_F(MeshDialogTest, AFileThatIsOpenedAgainInAnotherUnitIsSeenWhole) {
  const std::string file = write_file("pieces.obj", two_pieces);
  const auto open_in = [&](const char* name) {
    const std::uint64_t before = now()->scene_revision;
    window_->ask_about_meshes({file}, {});
    EXPECT_TRUE(wait_for_check());
    auto* unit = dialog()->findChild<QComboBox*>("unit");
    unit->setFocus();
    QTest::keyClicks(unit, name);
    QTest::mouseClick(&open_button(), Qt::LeftButton);
    EXPECT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
    wait_for_frames();
    return viewport().camera().distance();
  };
  const double metres = open_in("metres");
  // All of it is a hundredth, but for how far it has fallen when it is first seen.
  EXPECT_NEAR(open_in("centi") / metres, 0.01, 0.005);
}

TEST_F(MeshDialogTest, AnOpenSurfaceIsGivenAThicknessInMillimetresOfTheScene) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("tub.obj", tub)}, {});
  ASSERT_TRUE(wait_for_check());
  auto* thickness = dialog()->findChild<QDoubleSpinBox*>("thickness");
  ASSERT_TRUE(thickness->isVisible());
  toggle("one-sided");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  EXPECT_FALSE(thickness->isVisible()) << "what is one-sided needs none";
  toggle("one-sided");
  ASSERT_TRUE(wait_for_check());
  ASSERT_TRUE(thickness->isVisible());

  thickness->setFocus();
  thickness->selectAll();
  QTest::keyClicks(thickness, "2");
  QTest::keyClick(thickness, Qt::Key_Tab);
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  EXPECT_TRUE(dialog()->findChild<QLabel*>("findings")->text().contains("2 mm thick"));
  // The same in inches is 2.54 m across, and still so thick.
  auto* unit = dialog()->findChild<QComboBox*>("unit");
  unit->setFocus();
  QTest::keyClicks(unit, "inch");
  ASSERT_TRUE(wait_for([&] { return dialog()->check() && open_button().isEnabled(); }));
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  const PreparedMesh& mesh = *(*now()->infos)[0].mesh;
  EXPECT_EQ(mesh.sidedness, Sidedness::closed);
  EXPECT_NEAR(mesh.report.bounds.size().x(), 2.54 + 0.002, 1e-9);
  EXPECT_EQ(viewport().panels().edit.scene->bodies[0].mending.thickness, 0.002);
}

/// A tetrahedron with three edges of this length, in metres as all glTF is.
std::string gltf_tetrahedron(const std::string& length) {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":[)" +
         length + "," + length + "," + length +
         R"(]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
                 {"bufferView":1,"componentType":5121,"count":12,"type":"SCALAR"}],
    "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":12}],
    "buffers":[{"byteLength":60,"uri":"data:application/octet-stream;base64,)"
         "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAIBAAEDAQIDAAMC"
         R"("}]})";
}

TEST_F(MeshDialogTest, TheUnitOfAFileThatSaysItIsTakenUnlessTheSizeIsUnlikely) {
  setenv("LAMINA_IMPORT", LAMINA_IMPORT_PROGRAM, 1);
  window_->ask_about_meshes({write_file("part.gltf", gltf_tetrahedron("2"))}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_EQ(dialog()->findChild<QComboBox*>("unit")->currentText(), "metres");
  auto* said = dialog()->findChild<QLabel*>("said unit");
  EXPECT_TRUE(said->isVisible());
  EXPECT_EQ(said->text(), "The file is in metres, as glTF has it.");
  QTest::keyClick(dialog(), Qt::Key_Escape);
  ASSERT_TRUE(wait_for([&] { return !dialog(); }));

  window_->ask_about_meshes({write_file("large.gltf", gltf_tetrahedron("200"))}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_EQ(dialog()->findChild<QComboBox*>("unit")->currentText(), "millimetres");
  said = dialog()->findChild<QLabel*>("said unit");
  EXPECT_TRUE(said->text().contains("it would be 200 m across")) << said->text().toStdString();
  QTest::keyClick(dialog(), Qt::Key_Escape);
  ASSERT_TRUE(wait_for([&] { return !dialog(); }));

  window_->ask_about_meshes({write_file("pieces.obj", two_pieces)}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_FALSE(dialog()->findChild<QLabel*>("said unit")->isVisible()) << "OBJ says nothing of it";
}

TEST_F(MeshDialogTest, WhatIsClosedIsNotOfferedToBeMended) {
  window_->ask_about_meshes({write_file("pieces.obj", two_pieces)}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_FALSE(dialog()->findChild<QCheckBox*>("close holes")->isVisible());
  EXPECT_FALSE(dialog()->findChild<QDoubleSpinBox*>("thickness")->isVisible());
}

TEST_F(MeshDialogTest, ChosenUnitPiecesAndDensityMakeTheBodies) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("pieces.obj", two_pieces)}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_EQ(dialog()->check()->bodies, 1u);
  toggle("pieces");
  ASSERT_TRUE(wait_for_check());
  EXPECT_EQ(dialog()->check()->bodies, 2u);
  auto* unit = dialog()->findChild<QComboBox*>("unit");
  unit->setFocus();
  QTest::keyClicks(unit, "inch");
  auto* density = dialog()->findChild<QDoubleSpinBox*>("density");
  density->setFocus();
  density->selectAll();
  QTest::keyClicks(density, "7850");
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  std::vector<double> masses;
  for (const BodyInfo& info : *now()->infos)
    if (info.kind == BodyKind::rigid)
      masses.push_back(info.mass);
  ASSERT_EQ(masses.size(), 2u);
  // A tetrahedron of three equal legs has a sixth of the cube; six digits are kept while settings pass as
  // text.
  const double leg = 0.1 * 0.0254, mass = 7850 * leg * leg * leg / 6;
  for (const double m : masses)
    EXPECT_NEAR(m, mass, 1e-9 * mass);
}

TEST_F(MeshDialogTest, APieceInsideOutIsShownInRedAndCanBeOpened) {
  window_->ask_about_meshes({write_file("turned.obj", inside_out)}, {});
  ASSERT_TRUE(wait_for_check());
  EXPECT_EQ(dialog()->check()->inverted_pieces, 1u);
  EXPECT_TRUE(open_button().isEnabled()) << "it is turned at load";
  EXPECT_TRUE(dialog()->findChild<QLabel*>("findings")->text().contains("1 inverted piece"));
  // Its faces are red in whatever light falls on them.
  EXPECT_TRUE(wait_for([&] {
    const QImage& picture = dialog()->view().picture();
    int red = 0;
    for (int y = 0; y < picture.height(); ++y)
      for (int x = 0; x < picture.width(); ++x) {
        const QColor c = picture.pixelColor(x, y);
        red += c.red() > 2 * c.green() && c.red() > 2 * c.blue();
      }
    return red > 1000;
  }));
}

TEST_F(MeshDialogTest, TurningThePictureShowsAnotherSide) {
  window_->ask_about_meshes({write_file("pieces.obj", two_pieces)}, {});
  ASSERT_TRUE(wait_for_check());
  ASSERT_TRUE(wait_for([&] { return !dialog()->view().picture().isNull(); }));
  MeshView& view = dialog()->view();
  const QImage before = view.picture();
  const QPoint from = view.rect().center(), to = from + QPoint(80, 10);
  QTest::mousePress(&view, Qt::LeftButton, {}, from);
  QMouseEvent move(QEvent::MouseMove, QPointF(to), view.mapToGlobal(QPointF(to)), Qt::NoButton,
                   Qt::LeftButton, Qt::NoModifier);
  QApplication::sendEvent(&view, &move);
  QTest::mouseRelease(&view, Qt::LeftButton, {}, to);
  EXPECT_TRUE(wait_for([&] { return view.picture() != before; }));
}

TEST_F(MeshDialogTest, ClosingItDuringACheckLeavesEverythingAsItWas) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("open.obj", open_tetrahedron)}, {});
  QTest::keyClick(dialog(), Qt::Key_Escape);
  EXPECT_TRUE(wait_for([&] { return dialog() == nullptr; }));
  EXPECT_EQ(now()->scene_revision, before);
}

TEST_F(MeshDialogTest, AFileThatCannotBeReadSaysWhyInTheDialog) {
  window_->ask_about_meshes({write_file("broken.obj", "v 0 0 0\nv 1 0\nf 1 2 3\n")}, {});
  ASSERT_NE(dialog(), nullptr);
  EXPECT_TRUE(
      wait_for([&] { return dialog()->findChild<QLabel*>("reason")->text().contains("broken.obj:2"); }));
  EXPECT_FALSE(open_button().isEnabled());
}

TEST_F(MeshDialogTest, EachOfSeveralFilesIsJudgedByItselfAndTheOthersOpen) {
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({write_file("open.obj", open_tetrahedron), write_file("pieces.obj", two_pieces),
                             write_file("broken.obj", "v 0 0 0\nv 1 0\nf 1 2 3\n")},
                            {});
  ASSERT_TRUE(wait_for_check());
  const QString reason = dialog()->findChild<QLabel*>("reason")->text();
  EXPECT_TRUE(reason.contains("open.obj")) << reason.toStdString();
  EXPECT_TRUE(reason.contains("broken.obj")) << reason.toStdString();
  EXPECT_FALSE(reason.contains("pieces.obj")) << reason.toStdString();
  EXPECT_FALSE(dialog()->findChild<QCheckBox*>("file open.obj")->isEnabled());
  EXPECT_TRUE(dialog()->findChild<QCheckBox*>("file pieces.obj")->isEnabled());
  ASSERT_TRUE(open_button().isEnabled());
  toggle("file pieces.obj");
  EXPECT_FALSE(open_button().isEnabled()) << "nothing is left to open";
  toggle("file pieces.obj");
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  EXPECT_EQ((*now()->infos)[0].name, "pieces");
  EXPECT_EQ(now()->infos->size(), 2u) << "and a floor";
}

TEST_F(MeshDialogTest, MeshesAreAddedToTheSceneOrReplaceItAsOneChooses) {
  const std::string file = write_file("pieces.obj", two_pieces);
  std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes({file}, {});
  ASSERT_TRUE(wait_for_check());
  auto* place = dialog()->findChild<QComboBox*>("place");
  place->setFocus();
  QTest::keyClicks(place, "bodies");
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before && now()->bodies.size() == 3; }));
  EXPECT_EQ((*now()->infos)[1].name, "box") << "what was there stays";
  EXPECT_EQ((*now()->infos)[2].name, "pieces");
  EXPECT_EQ(viewport().panels().edit.selected.primary(), 2u);
}

TEST_F(MeshDialogTest, TheAxisThatPointsUpIsChosen) {
  // A box of 1 × 2 × 3.
  const std::uint64_t before = now()->scene_revision;
  window_->ask_about_meshes(
      {write_file("tall.obj", "v 0 0 0\nv 1 0 0\nv 1 2 0\nv 0 2 0\nv 0 0 3\nv 1 0 3\nv 1 2 3\nv 0 2 3\n"
                              "f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n")},
      {});
  ASSERT_TRUE(wait_for_check());
  auto* up = dialog()->findChild<QComboBox*>("up");
  up->setFocus();
  QTest::keyClicks(up, "z");
  QTest::mouseClick(&open_button(), Qt::LeftButton);
  ASSERT_TRUE(wait_for([&] { return now()->scene_revision > before; }));
  const SceneBody& body = viewport().panels().edit.scene->bodies[0];
  Box box;
  for (const Vec3& vertex : body.mesh->mesh.vertices)
    box.include(body.pose * vertex);
  EXPECT_LT((box.size() - Vec3(1, 3, 2)).norm(), 1e-9);
  EXPECT_GT(box.min.y(), 0) << "above the floor";
}

TEST(MeshCheck, StopsWhenItIsToldTo) {
  const QTemporaryDir folder;
  const QString path = folder.filePath("two.obj");
  QFile file(path);
  ASSERT_TRUE(file.open(QIODevice::WriteOnly));
  file.write(two_pieces);
  file.close();
  EXPECT_THROW(check_meshes({path.toStdString()}, {}, [](double, const std::string&) { return false; }),
               Cancelled);
}

} // namespace
} // namespace lamina
