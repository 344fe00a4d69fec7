#include "core/base/error.h"
#include "core/record/event_log.h"
#include "core/record/read_steps.h"
#include "core/record/recorder.h"
#include "core/scene/scene_file.h"
#include "core/settings/setting_list.h"
#include "tests/scene/scene_support.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <limits>
#include <memory>
#include <sstream>
#include <thread>
#include <vector>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string text_of(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  std::istringstream stream(text_of(file));
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);)
    lines.push_back(line);
  return lines;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line)
    if (c == ',')
      fields.emplace_back();
    else
      fields.back() += c;
  return fields;
}

Scene one_sphere() {
  return parse_scene(R"({"title": "one", "settings": {"resolution": 32, "seed": 5},
                         "bodies": [{"name": "ball", "recipe": {"shape": "sphere"}}]})",
                     "");
}

StepStatistics awkward_statistics() {
  StepStatistics s;
  s.step = 7;
  s.time_s = 0.1 + 0.2;
  s.timings.wall = 1.0 / 3;
  s.pairs = 3;
  s.contacts = 4;
  s.fragments = 5;
  s.contact_pixels = 6;
  s.dropped_columns = 8;
  s.volume_m3 = 1.2345678901234567e-300;
  s.kinetic_J = 2;
  s.momentum = Vec3(-0.0, 1e22, 3);
  s.cg_iterations = 11;
  s.state_hash = 0x0123456789abcdefULL;
  return s;
}

Snapshot one_body(const std::string& name) {
  Snapshot snapshot;
  std::vector<BodyInfo> infos(1);
  infos[0].name = name;
  snapshot.infos = std::make_shared<const std::vector<BodyInfo>>(infos);
  BodyState body;
  body.pose = {Vec3(1, 2, 3), Quat(0.5, -0.5, 0.5, -0.5)};
  body.velocity = Vec3(4, 5, 6);
  body.spin = Vec3(7, 8, 9);
  body.contact_force = Vec3(10, 11, 12);
  body.contact_torque = Vec3(13, 14, 15);
  snapshot.bodies.push_back(body);
  return snapshot;
}

TEST(Recorder, ARunFolderHoldsAllThatTheFormatAsksFor) {
  const TemporaryFolder parent;
  const auto folder = parent.path() / "deep/run";
  const Scene scene = one_sphere();
  {
    Recorder recorder(folder, scene, scene.settings);
    recorder.step(awkward_statistics(), one_body("ball"));
    recorder.finish();
  }
  for (const char* file : {"run.json", "scene.json", "events.jsonl", "steps.csv", "bodies.csv"})
    EXPECT_TRUE(std::filesystem::exists(folder / file)) << file;

  const auto run = nlohmann::json::parse(text_of(folder / "run.json"));
  EXPECT_EQ(run["format"], run_format_version);
  EXPECT_FALSE(run["version"].get<std::string>().empty());
  EXPECT_EQ(run["scene"]["hash"], scene_hash(scene));
  EXPECT_EQ(run["settings"].size(), setting_list().size());
  EXPECT_EQ(run["settings"]["resolution"], 32);
  EXPECT_EQ(run["seed"], 5);
  EXPECT_EQ(run["backend"], "cpu");
  EXPECT_GE(run["threads"].get<int>(), 1);
  EXPECT_FALSE(run["device"].get<std::string>().empty());
  EXPECT_FALSE(run["machine"]["cpu"].get<std::string>().empty());
  EXPECT_FALSE(run["machine"]["system"].get<std::string>().empty());
  EXPECT_EQ(run["finished"], true);
  EXPECT_EQ(run["steps"], 1);
  EXPECT_EQ(run["state_hash"], "0123456789abcdef");
  expect_same_scene(parse_scene(text_of(folder / "scene.json"), folder / "scene.json"), scene);
}

TEST(Recorder, StepsHaveEveryColumnAndReadBackBitByBit) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  Recorder recorder(folder.path(), scene, scene.settings);
  const StepStatistics s = awkward_statistics();
  recorder.step(s, one_body("ball"), 2.5);
  recorder.step(s, one_body("ball"));

  const auto lines = lines_of(folder.path() / "steps.csv");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(
      lines[0],
      "step,time_s,wall_ms,broad_ms,upload_ms,ldi_ms,volume_ms,simulation_ms,render_ms,pairs,contacts,"
      "fragments,"
      "contact_pixels,dropped_columns,volume_m3,volume_bound_m3,kinetic_J,potential_J,elastic_J,contact_J,"
      "momentum_x,momentum_y,momentum_z,cg_iterations,cg_residual,state_hash,readback_ms,bvh_ms,cast_ms,rays,"
      "colliding_points,newton_steps,rounds,complementarity_m_s,normal_impulse_Ns,impulse_Ns,"
      "volume_error_bar_m3,area_vector_bound_m2,hash_ms,depth_ms,march_ms,field_making_ms,field_points_ms");
  const auto names = fields_of(lines[0]);
  const auto fields = fields_of(lines[1]);
  ASSERT_EQ(fields.size(), names.size());
  const auto field = [&](const std::string& name) {
    return fields[static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin())];
  };
  EXPECT_EQ(field("step"), "7");
  EXPECT_EQ(std::stod(field("time_s")), s.time_s);
  EXPECT_EQ(std::stod(field("wall_ms")), s.timings.wall);
  EXPECT_EQ(field("render_ms"), "2.5");
  EXPECT_EQ(field("dropped_columns"), "8");
  EXPECT_EQ(std::stod(field("volume_m3")), s.volume_m3);
  EXPECT_EQ(field("volume_bound_m3"), "");
  EXPECT_EQ(field("momentum_x"), "-0");
  EXPECT_EQ(field("state_hash"), "0123456789abcdef");
  for (const char* name : {"readback_ms", "bvh_ms", "cast_ms", "rays", "colliding_points"})
    EXPECT_EQ(field(name), "") << name;
  EXPECT_EQ(fields_of(lines[2])[8], "") << "no render time was given";
}

TEST(Recorder, ErrorsOfVolumesAreWrittenWhereTheyAreKnown) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  Recorder recorder(folder.path(), scene, scene.settings);
  StepStatistics s = awkward_statistics();
  s.volume_bound_m3 = 0.25;
  s.volume_error_bar_m3 = 0.125;
  s.area_vector_bound_m2 = 0.5;
  recorder.step(s, one_body("ball"));
  s.volume_bound_m3 = s.volume_error_bar_m3 = s.area_vector_bound_m2 =
      std::numeric_limits<double>::infinity();
  ++s.step;
  recorder.step(s, one_body("ball"));
  const auto lines = lines_of(folder.path() / "steps.csv");
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(fields_of(lines[1])[15], "0.25");
  EXPECT_THAT(lines[1], testing::EndsWith(",0.125,0.5,,,,,"));
  EXPECT_EQ(fields_of(lines[2])[15], "");
  EXPECT_THAT(lines[2], testing::EndsWith(",,,,,"));
}

TEST(Recorder, ConstraintsFillTheirColumnsAndAPenaltyLeavesThemEmpty) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  Recorder recorder(folder.path(), scene, scene.settings);
  StepStatistics s = awkward_statistics();
  s.normal_impulse_Ns = 0.1;
  s.impulse_Ns = 0.7;
  recorder.step(s, one_body("ball"));
  ++s.step;
  s.newton_steps = 3;
  s.rounds = 1;
  recorder.step(s, one_body("ball"));
  s.complementarity_m_s = 1.0 / 3;
  ++s.step;
  recorder.step(s, one_body("ball"));

  const auto lines = lines_of(folder.path() / "steps.csv");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_THAT(lines[1], testing::EndsWith(",,,,0.1,0.7,,,,,,,"));
  EXPECT_THAT(lines[2], testing::EndsWith(",3,1,0,0.1,0.7,,,,,,,"));
  const StepsTable table = read_steps(folder.path() / "steps.csv");
  ASSERT_EQ(table.steps.size(), 3u);
  EXPECT_EQ(table.steps[0].newton_steps, 0);
  EXPECT_EQ(table.steps[2].newton_steps, 3);
  EXPECT_EQ(table.steps[2].rounds, 1);
  EXPECT_EQ(table.steps[2].complementarity_m_s, 1.0 / 3);
  EXPECT_EQ(table.steps[2].normal_impulse_Ns, 0.1);
  EXPECT_EQ(table.steps[2].impulse_Ns, 0.7);
}

TEST(Recorder, BodiesHavePoseMotionAndForces) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  Recorder recorder(folder.path(), scene, scene.settings);
  recorder.step(awkward_statistics(), one_body("a \"b\", c"));
  const auto lines = lines_of(folder.path() / "bodies.csv");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(
      lines[0],
      "step,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,force_x,force_y,force_z,torque_x,torque_y,torque_z");
  EXPECT_EQ(lines[1], "7,\"a \"\"b\"\", c\",1,2,3,0.5,-0.5,0.5,-0.5,4,5,6,7,8,9,10,11,12,13,14,15");
}

TEST(Recorder, LinesAreOnDiskBeforeItFinishes) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  Recorder recorder(folder.path(), scene, scene.settings);
  recorder.event(0, Reset{});
  recorder.step(awkward_statistics(), one_body("ball"));
  EXPECT_EQ(lines_of(folder.path() / "events.jsonl").size(), 1u);
  EXPECT_EQ(lines_of(folder.path() / "steps.csv").size(), 2u);
  EXPECT_EQ(nlohmann::json::parse(text_of(folder.path() / "run.json"))["finished"], false);
}

TEST(Recorder, ARunIsNeverWrittenOver) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  Recorder first(folder.path(), scene, scene.settings);
  try {
    Recorder second(folder.path(), scene, scene.settings);
    FAIL() << "wrote over a run";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr(folder.path().string()), HasSubstr("already holds a run")));
  }
}

/// What it says, or "" if it does not throw.
template <typename Work>
std::string failure_of(const Work& work) {
  try {
    work();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(Recorder, AFullDiskIsReportedWithThePath) {
  if (!std::filesystem::exists("/dev/full"))
    GTEST_SKIP() << "/dev/full is absent";
  const Scene scene = one_sphere();
  for (const std::string name : {"steps.csv", "bodies.csv", "scene.json", "run.json.part"}) {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("/dev/full", folder.path() / name);
    EXPECT_THAT(failure_of([&] { Recorder recorder(folder.path(), scene, scene.settings); }),
                AllOf(HasSubstr((folder.path() / name).string()), HasSubstr("No space left")));
  }
}

/// The system tells a program of a file at its limit by a signal that ends it, unless that is ignored, as the
/// program does.
TEST(Recorder, AFileAtItsLimitOfSizeIsReportedLikeAFullDisk) {
  const Scene scene = one_sphere();
  const TemporaryFolder folder;
  Recorder recorder(folder.path(), scene, scene.settings);
  const auto before = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit none = limit;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &none), 0);
  const std::string failure = failure_of([&] { recorder.event(3, EndDrag{}); });
  ::setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, before);
  EXPECT_THAT(failure, AllOf(HasSubstr("events.jsonl"), HasSubstr("too large")));
}

/// Whatever the timing: the folder belongs to one of them.
TEST(Recorder, OfSeveralThatStartInOneFolderOneGoesOn) {
  const Scene scene = one_sphere();
  for (int round = 0; round < 20; ++round) {
    const TemporaryFolder parent;
    const auto folder = parent.path() / "run";
    std::atomic<int> going{0}, refused{0};
    std::vector<std::unique_ptr<Recorder>> recorders(8);
    std::vector<std::thread> threads;
    for (auto& recorder : recorders)
      threads.emplace_back([&] {
        try {
          recorder = std::make_unique<Recorder>(folder, scene, scene.settings);
          ++going;
        } catch (const InputError&) {
          ++refused;
        }
      });
    for (std::thread& thread : threads)
      thread.join();
    EXPECT_EQ(going, 1);
    EXPECT_EQ(refused, 7);
  }
}

TEST(Recorder, AFolderThatCannotBeMadeIsReportedWithThePath) {
  const TemporaryFolder folder;
  const Scene scene = one_sphere();
  const auto file = folder.write("file", "");
  EXPECT_THAT(failure_of([&] { Recorder recorder(file / "run", scene, scene.settings); }),
              HasSubstr((file / "run").string()));
}

TEST(Recorder, AnUnwritableFolderIsReportedWithThePath) {
  if (geteuid() == 0)
    GTEST_SKIP() << "the superuser may write anywhere";
  const TemporaryFolder folder;
  std::filesystem::permissions(folder.path(),
                               std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  const Scene scene = one_sphere();
  EXPECT_THAT(failure_of([&] { Recorder recorder(folder.path(), scene, scene.settings); }),
              AllOf(HasSubstr(folder.path().string()), HasSubstr("ermission denied")));
}

TEST(SceneHash, FollowsGeometryAndSettingsButNotPlaces) {
  const auto hash = [](const std::string& text, const std::filesystem::path& source) {
    Scene scene = parse_scene(text, source);
    return scene_hash(scene);
  };
  const std::string box = R"({"bodies": [{"mesh": "a.obj", "scale": 1}]})";
  const std::string other = R"({"bodies": [{"mesh": "a.obj", "scale": 2}]})";
  EXPECT_EQ(hash(box, "/one/s.json"), hash(box, "/two/deep/s.json"));
  EXPECT_NE(hash(box, "/one/s.json"), hash(other, "/one/s.json"));

  Scene scene = parse_scene(box, "/one/s.json");
  auto mesh = std::make_shared<PreparedMesh>();
  mesh->mesh = {"a", {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {{0, 1, 2}}};
  scene.bodies[0].mesh = mesh;
  const std::string before = scene_hash(scene);
  mesh->mesh.vertices[2].y() = std::nextafter(1.0, 2.0);
  EXPECT_NE(scene_hash(scene), before) << "one bit of one vertex counts";
}

TEST(NewRunFolder, DoesNotExistAndHasAPlainName) {
  const TemporaryFolder parent;
  const auto folder = new_run_folder(parent.path(), "../my scene/ä.json");
  EXPECT_EQ(folder.parent_path(), parent.path());
  EXPECT_FALSE(std::filesystem::exists(folder));
  EXPECT_THAT(folder.filename().string(), testing::MatchesRegex("[0-9]+-[0-9]+-[0-9]+-[0-9]+-my-scene-json"));
  EXPECT_THAT(new_run_folder(parent.path(), "///").filename().string(), testing::EndsWith("-run"));
}

} // namespace
} // namespace lamina
