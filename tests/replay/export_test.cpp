#include "core/replay/export.h"

#include "core/io/load.h"
#include "core/record/read_steps.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"

#include <gtest/gtest.h>

#include <sstream>

namespace lamina {
namespace {

std::shared_ptr<const Snapshot> after_steps(int steps) {
  Simulation simulation(test::every_kind());
  for (int i = 0; i < steps; ++i)
    EXPECT_TRUE(simulation.step());
  return simulation.snapshot(true);
}

TEST(ExportedSurfaces, ReadBackToTheVerticesThatWereShown) {
  const TemporaryFolder folder;
  const auto snapshot = after_steps(3);
  const auto file = folder.path() / "surfaces.ply";
  write_surfaces(file, *snapshot);
  const LoadedFile loaded = load_mesh_file(file);
  ASSERT_EQ(loaded.meshes.size(), 1u);
  const TriangleMesh& mesh = loaded.meshes[0];
  std::size_t vertex = 0, triangles = 0;
  for (std::size_t b = 0; b < snapshot->bodies.size(); ++b) {
    const BodyState& body = snapshot->bodies[b];
    const TriangleMesh& own = (*snapshot->infos)[b].mesh->mesh;
    triangles += own.triangles.size();
    for (std::size_t i = 0; i < own.vertices.size(); ++i, ++vertex)
      ASSERT_EQ(mesh.vertices[vertex],
                body.positions ? (*body.positions)[i] : body.mesh_pose * own.vertices[i]);
  }
  EXPECT_EQ(vertex, mesh.vertices.size());
  EXPECT_EQ(triangles, mesh.triangles.size());
}

TEST(ExportedPixels, HoldBothEndsOfEveryPair) {
  const TemporaryFolder folder;
  const auto snapshot = after_steps(4);
  write_pixels_csv(folder.path() / "pixels.csv", *snapshot);
  write_pixels_ply(folder.path() / "pixels.ply", *snapshot);
  std::istringstream lines(test::text_of(folder.path() / "pixels.csv"));
  std::string line;
  std::getline(lines, line);
  const std::vector<std::string> columns = csv_fields(line);
  std::size_t pairs = 0;
  for (const PairState& pair : snapshot->pairs)
    for (const ContactPixelPair& pixel : pair.contacts.pixels) {
      ASSERT_TRUE(std::getline(lines, line));
      const std::vector<std::string> fields = csv_fields(line);
      ASSERT_EQ(fields.size(), columns.size());
      EXPECT_EQ(fields[1], (*snapshot->infos)[pair.contacts.body[0]].name);
      EXPECT_EQ(std::stod(fields[6]), pixel.lower.x());
      const double upper = (pixel.lower + pixel.length * pair.contacts.region.axes.col(pixel.axis)).y();
      EXPECT_EQ(std::stod(fields[10]), upper);
      ++pairs;
    }
  EXPECT_GT(pairs, 0u);
  EXPECT_FALSE(std::getline(lines, line));
  const std::string cloud = test::text_of(folder.path() / "pixels.ply");
  EXPECT_NE(cloud.find("element vertex " + std::to_string(2 * pairs) + "\n"), std::string::npos);
  constexpr std::size_t point_bytes = 3 * 8 + 3 + 4 + 8;
  EXPECT_EQ(cloud.size(), cloud.find("end_header\n") + 11 + 2 * pairs * point_bytes);
}

TEST(CsvFields, QuotedNamesKeepTheirCommas) {
  EXPECT_EQ(csv_fields("7,\"a \"\"b\"\", c\",1"), (std::vector<std::string>{"7", "a \"b\", c", "1"}));
  EXPECT_EQ(csv_fields(""), std::vector<std::string>{""});
}

} // namespace
} // namespace lamina
