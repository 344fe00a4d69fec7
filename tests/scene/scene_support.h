#pragma once

#include "core/base/error.h"
#include "core/scene/scene_file.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace lamina {

inline Scene parse(const std::string& text) {
  return parse_scene(text, "folder/scene.json");
}

/// Why a scene is refused, in one line; a scene that is taken fails the test.
inline std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "accepted: " << text;
  return "";
}

inline void expect_same_pose(const Pose& a, const Pose& b) {
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.orientation.coeffs(), b.orientation.coeffs());
}

inline void expect_same_motion(const ScriptedMotion& a, const ScriptedMotion& b) {
  EXPECT_EQ(a.interpolation, b.interpolation);
  EXPECT_EQ(a.repeat, b.repeat);
  EXPECT_EQ(a.amplitude, b.amplitude);
  EXPECT_EQ(a.rotation_axis, b.rotation_axis);
  EXPECT_EQ(a.rotation_rate, b.rotation_rate);
  EXPECT_EQ(a.rotation_amplitude, b.rotation_amplitude);
  EXPECT_EQ(a.frequency, b.frequency);
  ASSERT_EQ(a.keyframes.size(), b.keyframes.size());
  for (std::size_t i = 0; i < a.keyframes.size(); ++i) {
    EXPECT_EQ(a.keyframes[i].time_s, b.keyframes[i].time_s);
    expect_same_pose(a.keyframes[i].pose, b.keyframes[i].pose);
  }
}

inline void expect_same_clamp(const Clamp& a, const Clamp& b) {
  EXPECT_EQ(a.box.min, b.box.min);
  EXPECT_EQ(a.box.max, b.box.max);
  ASSERT_EQ(a.motion.has_value(), b.motion.has_value());
  if (a.motion)
    expect_same_motion(*a.motion, *b.motion);
}

/// What only bodies that deform have.
inline void expect_same_inside(const SceneBody& a, const SceneBody& b) {
  EXPECT_EQ(a.material, b.material);
  EXPECT_EQ(a.division, b.division);
  EXPECT_EQ(a.lattice_cells, b.lattice_cells);
  EXPECT_EQ(a.particles, b.particles);
  EXPECT_EQ(a.self_contact, b.self_contact);
  EXPECT_EQ(a.drive.stiffness, b.drive.stiffness);
  EXPECT_EQ(a.drive.damping, b.drive.damping);
  EXPECT_EQ(a.drive.animation, b.drive.animation);
  EXPECT_EQ(a.drive.speed, b.drive.speed);
  ASSERT_EQ(a.clamps.size(), b.clamps.size());
  for (std::size_t i = 0; i < a.clamps.size(); ++i)
    expect_same_clamp(a.clamps[i], b.clamps[i]);
}

inline void expect_same_body(const SceneBody& a, const SceneBody& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.file, b.file);
  EXPECT_EQ(a.object, b.object);
  EXPECT_EQ(a.split_pieces, b.split_pieces);
  EXPECT_EQ(a.weld, b.weld);
  EXPECT_EQ(a.mending.close_holes, b.mending.close_holes);
  EXPECT_EQ(a.mending.thickness, b.mending.thickness);
  EXPECT_EQ(a.stuffing_cells, b.stuffing_cells);
  EXPECT_EQ(a.scale, b.scale);
  ASSERT_EQ(a.recipe.has_value(), b.recipe.has_value());
  if (a.recipe) {
    EXPECT_EQ(a.recipe->shape, b.recipe->shape);
    EXPECT_EQ(a.recipe->numbers, b.recipe->numbers);
  }
  EXPECT_EQ(a.sidedness, b.sidedness);
  EXPECT_EQ(a.one_sided_thickness, b.one_sided_thickness);
  EXPECT_EQ(a.density, b.density);
  EXPECT_EQ(a.mass, b.mass);
  EXPECT_EQ(a.friction_coefficient, b.friction_coefficient);
  EXPECT_EQ(a.restitution, b.restitution);
  expect_same_pose(a.pose, b.pose);
  EXPECT_EQ(a.velocity, b.velocity);
  EXPECT_EQ(a.spin, b.spin);
  EXPECT_EQ(a.groups, b.groups);
  EXPECT_EQ(a.colour, b.colour);
  expect_same_motion(a.motion, b.motion);
  EXPECT_EQ(a.contact_stiffness, b.contact_stiffness);
  expect_same_inside(a, b);
}

/// Equal bit by bit but for where the scene came from, its notes and its meshes.
inline void expect_same_scene(const Scene& a, const Scene& b) {
  EXPECT_EQ(a.title, b.title);
  EXPECT_EQ(a.look_for, b.look_for);
  EXPECT_EQ(a.gravity, b.gravity);
  EXPECT_EQ(a.settings, b.settings);
  EXPECT_EQ(a.camera_given, b.camera_given);
  EXPECT_EQ(a.camera.eye, b.camera.eye);
  EXPECT_EQ(a.camera.target, b.camera.target);
  EXPECT_EQ(a.camera.up, b.camera.up);
  EXPECT_EQ(a.camera.field_of_view, b.camera.field_of_view);
  EXPECT_EQ(a.camera.image_height, b.camera.image_height);
  ASSERT_EQ(a.bodies.size(), b.bodies.size());
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    SCOPED_TRACE("body " + a.bodies[i].name);
    expect_same_body(a.bodies[i], b.bodies[i]);
  }
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.pairs[i].bodies, b.pairs[i].bodies);
    EXPECT_EQ(a.pairs[i].contact_stiffness, b.pairs[i].contact_stiffness);
    EXPECT_EQ(a.pairs[i].friction_coefficient, b.pairs[i].friction_coefficient);
    EXPECT_EQ(a.pairs[i].restitution, b.pairs[i].restitution);
    EXPECT_EQ(a.pairs[i].collide, b.pairs[i].collide);
  }
}

/// A folder of its own that goes with the object.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lamina-test-XXXXXX").string();
    path_ = ::mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, error);
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
    return path_ / name;
  }

private:
  std::filesystem::path path_;
};

} // namespace lamina
