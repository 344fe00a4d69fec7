#include "tests/ui/window/window_test.h"
#include "ui/window/gallery/gallery.h"
#include "ui/window/gallery/gallery_tile.h"
#include "ui/window/gallery/scene_pictures.h"

#include <QDir>
#include <QElapsedTimer>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>

namespace lamina {
namespace {

class GalleryTest : public WindowTest {
protected:
  void SetUp() override {
    // A few small scenes stand for those that come with the program.
    const QString scenes = folder_.filePath("scenes");
    QDir().mkpath(scenes);
    write_file("scenes/one.json", scene("The first", "It rests."));
    write_file("scenes/two.json", scene("The second", "It rests as well."));
    qputenv("LAMINA_SCENES", scenes.toUtf8());
    WindowTest::SetUp();
  }
  void TearDown() override {
    WindowTest::TearDown();
    qunsetenv("LAMINA_SCENES");
  }

  // Other text gives other pictures in the cache: each test draws its own.
  std::string scene(const std::string& title, const std::string& look_for) {
    return "{ \"title\": \"" + title + "\", \"look_for\": \"" + look_for + "\", // " +
           folder_.path().toStdString() +
           "\n\"bodies\": [ { \"name\": \"box\", \"recipe\": { \"shape\": \"box\" } } ] }";
  }

  Gallery& open_gallery() {
    QTest::keyClick(&viewport(), Qt::Key_G, Qt::ControlModifier);
    auto* gallery = window_->findChild<Gallery*>();
    EXPECT_NE(gallery, nullptr);
    EXPECT_TRUE(wait_for([&] { return QApplication::activeWindow() == gallery; }));
    return *gallery;
  }
  QListWidget& tiles(Gallery& gallery) { return *gallery.findChild<QListWidget*>(); }
  bool has_picture(const QListWidgetItem* item) { return !item->data(tile_picture).value<QImage>().isNull(); }
  bool gone() { return window_->findChild<Gallery*>() == nullptr; }
};

TEST_F(GalleryTest, OffersScenesWithTitleAndSentenceThenRecentFiles) {
  Gallery& gallery = open_gallery();
  QListWidget& list = tiles(gallery);
  ASSERT_EQ(list.count(), 3);
  EXPECT_EQ(list.item(0)->text(), "The first");
  EXPECT_EQ(list.item(0)->data(tile_sentence).toString(), "It rests.");
  EXPECT_EQ(list.item(2)->text(), "box on the ground");
}

TEST_F(GalleryTest, PicturesComeWhileTheWindowLivesAndAreKept) {
  Gallery& gallery = open_gallery();
  const std::uint64_t step = now()->statistics.step;
  ASSERT_TRUE(
      wait_for([&] { return has_picture(tiles(gallery).item(0)) && has_picture(tiles(gallery).item(2)); }));
  EXPECT_TRUE(wait_for([&] { return now()->statistics.step > step; }));
  const QImage drawn = tiles(gallery).item(0)->data(tile_picture).value<QImage>();
  EXPECT_EQ(drawn.size(), QSize(ScenePictures::width, ScenePictures::height));
  EXPECT_NE(drawn.pixel(drawn.width() / 2, drawn.height() / 2), drawn.pixel(2, 2))
      << "a box is in the middle";

  // Another maker of pictures finds it in the cache: the same to the last pixel.
  ScenePictures second;
  QImage again;
  QObject::connect(&second, &ScenePictures::ready,
                   [&](const QString&, const QImage& picture) { again = picture; });
  second.want({tiles(gallery).item(0)->data(tile_file).toString().toStdString()},
              QApplication::palette().color(QPalette::Window).lightness() < 128);
  ASSERT_TRUE(wait_for([&] { return !again.isNull(); }));
  EXPECT_EQ(again.convertToFormat(QImage::Format_RGB32), drawn.convertToFormat(QImage::Format_RGB32));
  gallery.close();
}

TEST_F(GalleryTest, EnterOpensTheSceneThatArrowsChose) {
  Gallery& gallery = open_gallery();
  QListWidget& list = tiles(gallery);
  QTest::keyClick(&list, Qt::Key_Right);
  ASSERT_EQ(list.currentRow(), 1);
  QTest::keyClick(&tiles(gallery), Qt::Key_Return);
  ASSERT_TRUE(wait_for([&] { return window_->windowTitle() == "The second – Lamina"; }));
  EXPECT_TRUE(wait_for([&] { return gone(); }));
}

TEST_F(GalleryTest, ADoubleClickOpens) {
  Gallery& gallery = open_gallery();
  QListWidget& list = tiles(gallery);
  const QPoint tile = list.visualItemRect(list.item(0)).center();
  QTest::mouseClick(list.viewport(), Qt::LeftButton, {}, tile);
  QTest::mouseDClick(list.viewport(), Qt::LeftButton, {}, tile);
  EXPECT_TRUE(wait_for([&] { return window_->windowTitle() == "The first – Lamina"; }));
}

TEST_F(GalleryTest, TypingFindsAScene) {
  Gallery& gallery = open_gallery();
  auto* find = gallery.findChild<QLineEdit*>();
  find->setFocus();
  QTest::keyClicks(find, "as well");
  EXPECT_TRUE(tiles(gallery).item(0)->isHidden());
  EXPECT_FALSE(tiles(gallery).item(1)->isHidden());
  const std::uint64_t before = now()->scene_revision;
  QTest::keyClick(find, Qt::Key_Return);
  ASSERT_TRUE(wait_for([&] { return window_->windowTitle() == "The second – Lamina"; }));
  EXPECT_TRUE(wait_for([&] { return gone() && now()->scene_revision == before + 1; })) << "opened once";
}

TEST_F(GalleryTest, EscapeLeavesTheSceneAsItIs) {
  const std::uint64_t before = now()->scene_revision;
  Gallery& gallery = open_gallery();
  QTest::keyClick(&gallery, Qt::Key_Escape);
  EXPECT_TRUE(wait_for([&] { return gone(); }));
  EXPECT_EQ(now()->scene_revision, before);
}

TEST_F(GalleryTest, AFileThatCannotBeReadIsATileWithTheReason) {
  write_file("scenes/broken.json", "{ \"titel\": 1 }");
  Gallery& gallery = open_gallery();
  const QListWidgetItem* broken = tiles(gallery).item(0);
  EXPECT_EQ(broken->text(), "broken");
  EXPECT_TRUE(broken->data(tile_sentence).toString().contains("title")) << "the nearest key is named";
  EXPECT_TRUE(wait_for([&] { return broken->data(tile_problem).toBool(); }));
}

TEST_F(GalleryTest, GreetsAtTheFirstStartOnly) {
  window_->welcome();
  auto* gallery = window_->findChild<Gallery*>();
  ASSERT_NE(gallery, nullptr);
  EXPECT_TRUE(gallery->findChild<QLabel*>()->isVisible());
  gallery->close();
  ASSERT_TRUE(wait_for([&] { return gone(); }));
  window_->close();
  make_window();
  window_->welcome();
  EXPECT_TRUE(gone());
}

} // namespace
} // namespace lamina
