#include "core/mesh/mean_pose.h"
#include "core/mesh/procedural.h"

#include <gtest/gtest.h>

#include <cmath>

namespace lamina {
namespace {

std::vector<Vec3> moved(const TriangleMesh& mesh, const Pose& pose, double squeeze = 1) {
  std::vector<Vec3> points;
  for (const Vec3& vertex : mesh.vertices)
    points.push_back(pose * Vec3(vertex.x(), squeeze * vertex.y(), vertex.z()));
  return points;
}

TEST(MeanPose, IsThePoseOfWhatMovedRigidly) {
  const TriangleMesh mesh = make_box({0.3, 0.2, 0.1});
  for (int i = 0; i < 20; ++i) {
    const Pose pose{Vec3(i, -2, 0.1 * i),
                    Quat(std::cos(i), std::sin(2.3 * i), std::sin(i + 1), std::cos(1.7 * i)).normalized()};
    const Pose found = mean_pose(mesh, moved(mesh, pose));
    EXPECT_LT((found.position - pose.position).norm(), 1e-13);
    EXPECT_LT(found.orientation.angularDistance(pose.orientation), 1e-7)
        << "half the digits, by its arccosine";
  }
}

TEST(MeanPose, ASqueezeAlongAnAxisOfSymmetryTurnsNothing) {
  const TriangleMesh mesh = make_box({0.3, 0.2, 0.1});
  const Pose pose{Vec3(1, 2, 3), Quat(Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()))};
  const Pose found = mean_pose(mesh, moved(mesh, pose, 0.6));
  EXPECT_LT(found.orientation.angularDistance(pose.orientation), 1e-7);
  EXPECT_LT((found.position - pose.position).norm(), 1e-13);
}

TEST(MeanPose, NeverMirrors) {
  const TriangleMesh mesh = make_box({0.3, 0.2, 0.1});
  const Pose found = mean_pose(mesh, moved(mesh, {}, -1));
  EXPECT_NEAR(found.orientation.toRotationMatrix().determinant(), 1, 1e-12);
  EXPECT_TRUE(found.position.allFinite());
}

TEST(MeanPose, TrianglesCountByTheirArea) {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  std::vector<Vec3> points = moved(mesh, {});
  points[3] += Vec3(0.2, 0.1, 0);
  const Pose coarse = mean_pose(mesh, points);
  // A vertex that belongs to collapsed triangles weighs nothing, wherever it is.
  mesh.vertices.push_back({0, 0, 0});
  mesh.triangles.push_back({0, 0, 4});
  points.push_back({100, 100, 100});
  const Pose same = mean_pose(mesh, points);
  EXPECT_LT((same.position - coarse.position).norm(), 1e-13);
  EXPECT_LT(same.orientation.angularDistance(coarse.orientation), 1e-7);
}

} // namespace
} // namespace lamina
