#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/replay/export.h"

#include "core/io/load.h"
#include "core/mesh/procedural.h"
#include "core/record/read_steps.h"
#include "tests/replay/recorded_runs.h"
#include "tests/scene/scene_support.h"
#include "tests/support/scenes.h"

#include <gtest/gtest.h>

#include <sstream>

namespace lamina {
namespace {

std::shared_ptr<const Snapshot> after_steps(int steps, const std::string& method = "ldi") {
  Simulation simulation(test::every_kind());
  simulation.apply(SetSetting{"method", method});
  for (int i = 0; i < steps; ++i)
    EXPECT_TRUE(simulation.step());
  return simulation.snapshot({.pixels = true});
}

TEST(ExportedSurfaces, ReadBackToTheVerticesThatWereShown) {
  const TemporaryFolder folder;
  const auto snapshot = after_steps(3);
  const auto file = folder.path() / "surfaces.ply";
  write_surfaces(file, *snapshot);
  const LoadedFile loaded = load_mesh_file(file);
  ASSERT_EQ(loaded.meshes.size(), 1u);
  const TriangleMesh& mesh = loaded.meshes[0];
  std::size_t vertex = 0, triangle = 0;
  for (std::size_t b = 0; b < snapshot->bodies.size(); ++b) {
    const BodyState& body = snapshot->bodies[b];
    const PreparedMesh& own = *(*snapshot->infos)[b].mesh;
    const auto outer = [&](std::uint32_t i) {
      return own.order.vertices.empty() ? i : own.order.vertices[i];
    };
    for (std::uint32_t i = 0; i < own.mesh.vertices.size(); ++i)
      ASSERT_EQ(mesh.vertices[vertex + outer(i)],
                body.positions ? (*body.positions)[i] : body.mesh_pose * own.mesh.vertices[i]);
    for (std::uint32_t i = 0; i < own.mesh.triangles.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k)
        ASSERT_EQ(mesh.triangles[triangle + own.outer_triangle(i)][k],
                  vertex + outer(own.mesh.triangles[i][k]));
    vertex += own.mesh.vertices.size();
    triangle += own.mesh.triangles.size();
  }
  EXPECT_EQ(vertex, mesh.vertices.size());
  EXPECT_EQ(triangle, mesh.triangles.size());
}

/// Whoever made a mesh finds its vertices and triangles where they were.
TEST(ExportedSurfaces, KeepTheOrderOfTheMeshThatWasLoaded) {
  const TemporaryFolder folder;
  const TriangleMesh sphere = make_sphere(1, 2000);
  Simulation simulation(test::scene_of({test::body_of("sphere", sphere)}));
  const auto file = folder.path() / "surfaces.ply";
  write_surfaces(file, *simulation.snapshot());
  const TriangleMesh written = load_mesh_file(file).meshes.at(0);
  EXPECT_EQ(written.triangles, sphere.triangles);
  ASSERT_EQ(written.vertices.size(), sphere.vertices.size());
  for (std::size_t i = 0; i < sphere.vertices.size(); ++i)
    EXPECT_LE((written.vertices[i] - sphere.vertices[i]).norm(), 1e-12); // moved to its centre and back
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
    for (const ContactPixelPair& pixel : images_of(pair.contacts).pixels) {
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

TEST(ExportedPoints, HoldBothPointsOfEveryContactWithItsDepth) {
  for (const char* method : {"raytraced", "proximity"}) {
    const TemporaryFolder folder;
    const auto snapshot = after_steps(4, method);
    write_points_csv(folder.path() / "points.csv", *snapshot);
    write_points_ply(folder.path() / "points.ply", *snapshot);
    std::istringstream lines(test::text_of(folder.path() / "points.csv"));
    std::string line;
    std::getline(lines, line);
    const std::vector<std::string> columns = csv_fields(line);
    std::size_t count = 0;
    for (const PairState& pair : snapshot->pairs)
      for (const ContactPointPair& points : points_of(pair.contacts).points) {
        ASSERT_TRUE(std::getline(lines, line));
        const std::vector<std::string> fields = csv_fields(line);
        ASSERT_EQ(fields.size(), columns.size());
        EXPECT_EQ(fields[1], (*snapshot->infos)[pair.contacts.body[points.body[0]]].name);
        EXPECT_EQ(std::stod(fields[2]), points.position[0].x());
        EXPECT_EQ(std::stod(fields[9]), points.position[1].z());
        EXPECT_EQ(columns[14], "depth_m");
        EXPECT_EQ(std::stod(fields[14]), pair.contacts.contacts[points.contact].measure);
        EXPECT_EQ(std::stod(fields[16]), pair.pressure[points.contact]);
        ++count;
      }
    EXPECT_GT(count, 0u) << method;
    EXPECT_FALSE(std::getline(lines, line));
    const std::string cloud = test::text_of(folder.path() / "points.ply");
    EXPECT_NE(cloud.find("element vertex " + std::to_string(2 * count) + "\n"), std::string::npos);
    constexpr std::size_t point_bytes = 6 * 8 + 4 + 8;
    EXPECT_EQ(cloud.size(), cloud.find("end_header\n") + 11 + 2 * count * point_bytes);
  }
}

TEST(CsvFields, QuotedNamesKeepTheirCommas) {
  EXPECT_EQ(csv_fields("7,\"a \"\"b\"\", c\",1"), (std::vector<std::string>{"7", "a \"b\", c", "1"}));
  EXPECT_EQ(csv_fields(""), std::vector<std::string>{""});
}

} // namespace
} // namespace lamina
