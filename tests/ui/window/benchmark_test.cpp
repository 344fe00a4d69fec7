#include "tests/ui/window/window_test.h"
#include "ui/window/benchmark/scene_benchmark.h"

#include <QProgressDialog>
#include <QPushButton>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace lamina {
namespace {

class BenchmarkTest : public WindowTest {
protected:
  void SetUp() override {
    WindowTest::SetUp();
    viewport().panels().record.parent = folder_.filePath("runs").toStdString();
    benchmark_ = window_->findChild<SceneBenchmark*>();
    ASSERT_NE(benchmark_, nullptr);
    QObject::connect(benchmark_, &SceneBenchmark::finished, window_.get(), [this](const QString& folder) {
      done_ = true;
      run_ = folder.toStdString();
    });
  }

  QDialog* result() { return window_->findChild<QDialog*>("benchmark result"); }

  SceneBenchmark* benchmark_ = nullptr;
  bool done_ = false;
  std::filesystem::path run_;
};

TEST_F(BenchmarkTest, TimesTheSceneAndLeavesARunThatSaysOnWhatMachine) {
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(wait_for([&] { return done_; }));
  ASSERT_NE(result(), nullptr);
  EXPECT_FALSE(now()->playing);
  for (const char* file : {"run.json", "steps.csv", "benchmark.csv", "benchmark.json"})
    EXPECT_TRUE(std::filesystem::exists(run_ / file)) << file;
  std::ostringstream text;
  text << std::ifstream(run_ / "benchmark.csv").rdbuf();
  EXPECT_NE(text.str().find("# cpu: "), std::string::npos);
  EXPECT_NE(text.str().find("box on the ground"), std::string::npos);
  result()->close();
}

TEST_F(BenchmarkTest, UsesTheSettingsInForce) {
  window_->post(Event(SetSetting{"resolution", std::int64_t{24}}));
  ASSERT_TRUE(wait_for([&] { return now()->settings.contact.ldi.resolution == 24; }));
  key(Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
  ASSERT_TRUE(wait_for([&] { return done_; }));
  std::ostringstream text;
  text << std::ifstream(run_ / "benchmark.csv").rdbuf();
  EXPECT_NE(text.str().find("\n24,"), std::string::npos) << text.str();
}

TEST_F(BenchmarkTest, CanBeCancelled) {
  benchmark_->start();
  auto* progress = window_->findChild<QProgressDialog*>();
  ASSERT_NE(progress, nullptr);
  progress->findChild<QPushButton*>()->click();
  ASSERT_TRUE(wait_for([&] { return done_; }));
  EXPECT_TRUE(run_.empty());
  EXPECT_EQ(result(), nullptr);
  EXPECT_FALSE(benchmark_->running());
  EXPECT_TRUE(std::filesystem::is_empty(viewport().panels().record.parent)); // nothing half done is left
}

} // namespace
} // namespace lamina
