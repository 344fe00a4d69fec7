#include "core/edit/scene_edits.h"

#include "core/base/error.h"
#include "core/edit/edit_bodies.h"
#include "core/scene/scene_keys.h"

#include <algorithm>
#include <cmath>

namespace lamina {

namespace {

constexpr double gap_of_size = 0.1; ///< between a copy and its original, over its extent

SceneBody floor_body(const Scene& scene, const Recipe& recipe) {
  SceneBody floor;
  floor.name = free_name(scene, "floor");
  floor.kind = BodyKind::fixed;
  floor.recipe = recipe;
  floor.sidedness = Sidedness::one_sided;
  return floor;
}

/// Whether the box meets that of a body before `first`; floors do not count.
bool occupied(const Scene& scene, std::size_t first, const Box& box) {
  for (std::size_t i = 0; i < first; ++i) {
    const Box other = starting_bounds(scene.bodies[i]);
    if (scene.bodies[i].sidedness == Sidedness::closed && !other.empty() && box.overlaps(other))
      return true;
  }
  return false;
}

/// A level shift, shorter ones first, by which the box meets nothing; none within reach: no shift.
Vec3 shift_beside(const Scene& scene, std::size_t first, const Box& box) {
  const Vec3 up = scene.up();
  const Vec3 u = std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ(), v = up.cross(u);
  const double step = (1 + gap_of_size) * box.size().maxCoeff();
  for (int ring = 0; ring <= 4; ++ring)
    for (int a = -ring; a <= ring; ++a)
      for (int b = -ring; b <= ring; ++b) {
        if (std::max(std::abs(a), std::abs(b)) != ring)
          continue;
        const Vec3 shift = step * (-a * u + b * v);
        if (!occupied(scene, first, {box.min + shift, box.max + shift}))
          return shift;
      }
  return Vec3::Zero();
}

/// Factor that makes a new shape of the size of what is there, if the two are far apart: 1, 2 or 5 times a
/// power of ten.
double fitting_scale(const Scene& scene, std::size_t added) {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < added; ++i)
    if (scene.bodies[i].sidedness == Sidedness::closed) {
      sum += std::log(scene.bodies[i].mesh->report.bounds.size().maxCoeff());
      ++count;
    }
  const double own = scene.bodies[added].mesh->report.bounds.size().maxCoeff();
  const double ratio = count > 0 ? std::exp(sum / count) / own : 1;
  constexpr double alike = 3;
  if (!(ratio < 1 / alike || ratio > alike))
    return 1;
  const double digits = std::floor(std::log10(ratio));
  const double lead = ratio / std::pow(10.0, digits);
  const double step = lead >= 5 ? 5 : lead >= 2 ? 2 : 1;
  return digits < 0 ? step / std::pow(10.0, -digits) : step * std::pow(10.0, digits);
}

/// Puts the bodies from `first` on, as they lie among each other, near `place`: on the floor beside what
/// stands there, or on it.
void put_down(Scene& scene, std::size_t first, const Vec3& place) {
  Box box;
  for (std::size_t i = first; i < scene.bodies.size(); ++i)
    box.include(starting_bounds(scene.bodies[i]));
  if (box.empty())
    return;
  const double size = box.size().maxCoeff();
  Vec3 shift = place - box.centre();
  const Vec3 up = scene.up();
  shift -= shift.dot(up) * up;
  // Looked for where the floor is, or the height of the mesh in its file would count.
  const Vec3 to_floor = -(box.min + shift).cwiseProduct(up.cwiseAbs()).dot(up) * up;
  shift += shift_beside(scene, first, {box.min + shift + to_floor, box.max + shift + to_floor});
  for (double& part : shift)
    part = rounded_length(part, size);
  for (std::size_t i = first; i < scene.bodies.size(); ++i)
    move_to(scene.bodies[i], scene.bodies[i].pose.position + shift);
  box.min += shift;
  box.max += shift;

  double raise = -std::numeric_limits<double>::infinity();
  for (std::size_t i = first; i < scene.bodies.size(); ++i)
    raise = std::max(raise, height_correction(scene, i));
  // Boxes that would overlap are enough reason to go on top: nothing may begin inside another body.
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < first; ++i) {
      if (scene.bodies[i].sidedness == Sidedness::one_sided)
        continue;
      const Box other = starting_bounds(scene.bodies[i]);
      const Box raised{box.min + raise * up, box.max + raise * up};
      if (other.empty() || !raised.overlaps(other))
        continue;
      // Along an oblique up the largest extent is a safe bound.
      const double clear =
          up.cwiseAbs().maxCoeff() > 1 - 1e-9
              ? (other.max - raised.min).dot(up.cwiseMax(0)) + (raised.max - other.min).dot((-up).cwiseMax(0))
              : other.size().norm() + raised.size().norm();
      raise += clear + 1e-3 * size;
      moved = true;
    }
  }
  for (std::size_t i = first; i < scene.bodies.size(); ++i) {
    Vec3 position = scene.bodies[i].pose.position + raise * up;
    for (double& part : position)
      part = rounded_length(part, size);
    move_to(scene.bodies[i], position);
  }
}

/// What holds for a body and others holds for its copy and them.
void copy_rules(Scene& scene, const std::string& original, const std::string& copy) {
  for (std::size_t i = 0, count = scene.pairs.size(); i < count; ++i) {
    PairRule rule = scene.pairs[i];
    std::replace(rule.bodies.begin(), rule.bodies.end(), original, copy);
    if (rule.bodies != scene.pairs[i].bodies)
      scene.pairs.push_back(std::move(rule));
  }
}

void check_room(const Scene& scene, std::size_t more) {
  if (scene.bodies.size() + more > body_limit)
    throw InputError("a scene has at most " + std::to_string(body_limit) + " bodies");
}

} // namespace

Scene edited(const Scene& scene, const SceneEdit& edit, const Progress& progress) {
  Scene result = scene;
  edit.change(result, progress);
  return result;
}

Scene new_scene() {
  Scene scene;
  scene.bodies.push_back(floor_body(scene, Recipe{"ground", {}}));
  load_missing_meshes(scene, {});
  scene.camera.eye = Vec3(2, 2.5, 5.5);
  scene.camera.target = Vec3(0, 0.5, 0);
  scene.camera_given = true;
  return scene;
}

Scene with_absolute_paths(Scene scene) {
  for (SceneBody& body : scene.bodies)
    for (std::filesystem::path* file : {&body.file, &body.particles})
      if (!file->empty())
        *file = std::filesystem::absolute(scene.source.parent_path() / *file).lexically_normal();
  return scene;
}

SceneEdit add_recipe(const Recipe& recipe, const Vec3& place) {
  SceneEdit edit;
  edit.name = "add " + recipe.shape;
  edit.change = [recipe, place](Scene& scene, const Progress& progress) {
    check_room(scene, 1);
    const bool ground = recipe.shape == "ground";
    SceneBody body;
    if (ground) {
      body = floor_body(scene, recipe);
    } else {
      body.name = free_name(scene, recipe.shape);
      body.recipe = recipe;
    }
    scene.bodies.push_back(std::move(body));
    load_missing_meshes(scene, progress);
    if (ground)
      return;
    const std::size_t added = scene.bodies.size() - 1;
    if (const double scale = fitting_scale(scene, added); scale != 1) {
      scene.bodies[added].scale = scale;
      scene.bodies[added].mesh = nullptr;
      load_missing_meshes(scene, progress);
    }
    put_down(scene, added, place);
  };
  return edit;
}

SceneEdit add_bodies(std::string name, std::vector<SceneBody> bodies, const Vec3& place) {
  SceneEdit edit;
  edit.name = "add " + name;
  edit.change = [bodies = std::move(bodies), place](Scene& scene, const Progress& progress) {
    check_room(scene, bodies.size());
    const std::size_t first = scene.bodies.size();
    for (SceneBody body : bodies) {
      body.name = free_name(scene, body.name);
      scene.bodies.push_back(std::move(body));
    }
    load_missing_meshes(scene, progress);
    put_down(scene, first, place);
  };
  return edit;
}

SceneEdit duplicate_body(const Scene& scene, std::size_t index) {
  return body_edit(scene, index, "duplicate", [](Scene& changed, SceneBody& original, const Progress&) {
    check_room(changed, 1);
    SceneBody copy = original;
    copy.name = free_name(changed, original.name);
    copy.line = 0;
    // Along the first axis that lies level; a floor needs no shift to be seen.
    const Vec3 up = changed.up();
    const Vec3 aside = std::abs(up.x()) < 0.9 ? Vec3::UnitX() : Vec3::UnitZ();
    const Box box = starting_bounds(original);
    if (original.sidedness == Sidedness::closed && !box.empty()) {
      const double size = box.size().dot(aside);
      move_to(copy, copy.pose.position + rounded_length((1 + gap_of_size) * size, size) * aside);
    }
    copy_rules(changed, original.name, copy.name);
    changed.bodies.push_back(std::move(copy));
  });
}

SceneEdit remove_body(const Scene& scene, std::size_t index) {
  return body_edit(scene, index, "delete", [index](Scene& changed, SceneBody&, const Progress&) {
    if (changed.bodies.size() == 1)
      throw InputError("a scene keeps at least one body; add another before deleting this one");
    std::erase_if(changed.pairs, [name = changed.bodies[index].name](const PairRule& rule) {
      return std::find(rule.bodies.begin(), rule.bodies.end(), name) != rule.bodies.end();
    });
    changed.bodies.erase(changed.bodies.begin() + static_cast<std::ptrdiff_t>(index));
  });
}

SceneEdit take_poses(std::vector<Pose> poses) {
  SceneEdit edit;
  edit.name = "take the present poses";
  edit.change = [poses = std::move(poses)](Scene& scene, const Progress&) {
    if (poses.size() != scene.bodies.size())
      throw InputError("the simulation does not run this scene yet; try again in a moment");
    for (std::size_t i = 0; i < poses.size(); ++i) {
      SceneBody& body = scene.bodies[i];
      if (!moves_freely(body.kind) || !body.clamps.empty())
        continue;
      if (!poses[i].position.allFinite() || !poses[i].orientation.coeffs().allFinite())
        throw InputError("the present state is not finite; reset the simulation first");
      body.pose = {poses[i].position, poses[i].orientation.normalized()};
      body.velocity = body.spin = Vec3::Zero();
    }
  };
  return edit;
}

SceneEdit set_camera(const CameraView& camera) {
  SceneEdit edit;
  edit.name = "take this view";
  edit.change = [camera](Scene& scene, const Progress&) {
    const double distance = (camera.eye - camera.target).norm();
    if (!(distance > 0) || !std::isfinite(distance))
      throw InputError("this view has no direction");
    scene.camera = camera;
    scene.camera.image_height = CameraView().image_height;
    for (Vec3* point : {&scene.camera.eye, &scene.camera.target})
      for (double& part : *point)
        part = rounded_length(part, distance);
    scene.camera_given = true;
  };
  return edit;
}

} // namespace lamina
