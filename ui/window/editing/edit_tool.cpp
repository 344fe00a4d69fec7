#include "ui/window/editing/edit_tool.h"

#include "ui/render/bodies/body_colours.h"
#include "ui/render/picking/pick.h"

#include <cmath>
#include <numbers>

namespace lamina {
namespace {

constexpr double click_pixels = 4; // a hand that clicks moves less

/// Points of a body that goes from one pose to another.
std::vector<Vec3> moved(std::vector<Vec3> points, const Pose& from, const Pose& to) {
  for (Vec3& point : points)
    point = to * from.to_local(point);
  return points;
}

} // namespace

const SceneBody* EditTool::selected() const {
  const EditContext& edit = panels_.edit;
  const bool known = edit.scene && edit.selected && *edit.selected < edit.scene->bodies.size();
  return known ? &edit.scene->bodies[*edit.selected] : nullptr;
}

bool EditTool::handles_usable() const {
  const Snapshot* now = panels_.snapshot.get();
  return selected() && now && panels_.edit.locked.empty() && !now->playing && now->statistics.step == 0 &&
         !panels_.edit.busy && now->recording.empty() &&
         now->bodies.size() == panels_.edit.scene->bodies.size();
}

std::optional<EditHandles> EditTool::handles(ViewSize size) const {
  if (!handles_usable())
    return {};
  const SceneBody& body = *selected();
  Vec3 centre = body.pose * middle_of(body);
  if (drag_)
    centre = drag_->centre() + drag_->change().shift;
  EditHandles handles(centre, camera_, size);
  if (!handles.visible())
    return {};
  return handles;
}

Pose EditTool::pose_after(const SceneBody& body, const HandleChange& change) const {
  Pose pose = body.pose;
  if (change.degrees != 0) {
    const Vec3 middle = body.pose * middle_of(body);
    const double angle = change.degrees * std::numbers::pi / 180;
    const Quat turn(Eigen::AngleAxisd(angle, Vec3::Unit(handle_axis(drag_->part()))));
    pose.orientation = (turn * body.pose.orientation).normalized();
    if (middle_of(body) != Vec3::Zero())
      pose.position = (middle - pose.orientation * middle_of(body)).unaryExpr([](double part) {
        return std::round(part * 1e6) / 1e6;
      });
  }
  for (int axis = 0; axis < 3; ++axis)
    if (change.shift[axis] != 0)
      pose.position[axis] = drag_->moved_origin()[axis];
  return pose;
}

std::shared_ptr<const Snapshot> EditTool::shown(std::shared_ptr<const Snapshot> latest) const {
  const SceneBody* body = selected();
  if (!drag_ || !body || !latest || *panels_.edit.selected >= latest->bodies.size())
    return latest;
  auto preview = std::make_shared<Snapshot>(*latest);
  preview->pairs.clear();
  const Pose pose = pose_after(*body, drag_->change());
  BodyState& state = preview->bodies[*panels_.edit.selected];
  state.mesh_pose = pose;
  // What deforms says itself where it is.
  if (state.positions)
    state.positions = std::make_shared<const std::vector<Vec3>>(moved(*state.positions, body->pose, pose));
  if (state.inside) {
    auto inside = std::make_shared<BodyInside>(*state.inside);
    inside->nodes = moved(inside->nodes, body->pose, pose);
    state.inside = std::move(inside);
  }
  return preview;
}

void EditTool::follow(const Snapshot& now) {
  drag_.reset();
  panels_.edit.colours = body_colours(*now.infos);
}

bool EditTool::press(double x, double y, ViewSize size) {
  pressed_x_ = x;
  pressed_y_ = y;
  may_be_click_ = true;
  const auto shown = handles(size);
  const auto part = shown ? shown->pick(x, y) : std::nullopt;
  if (!part)
    return false;
  may_be_click_ = false;
  drag_.emplace(*part, shown->centre(), selected()->pose.position, camera_, camera_.ray(x, y, size));
  return true;
}

bool EditTool::move(double x, double y, ViewSize size, bool coarse) {
  if (std::hypot(x - pressed_x_, y - pressed_y_) > click_pixels)
    may_be_click_ = false;
  if (!drag_)
    return false;
  if (!handles_usable()) {
    drag_.reset();
    return true;
  }
  const SceneBody& body = *selected();
  const double extent = body.mesh ? body.mesh->report.bounds.size().maxCoeff() : 1;
  drag_->follow(camera_.ray(x, y, size), handle_steps(extent, coarse));
  return true;
}

bool EditTool::release(double x, double y, ViewSize size, const Snapshot* snapshot, Picker& picker) {
  if (drag_) {
    make_edit();
    drag_.reset();
    return true;
  }
  if (!may_be_click_ || !snapshot || !panels_.edit.select)
    return false;
  may_be_click_ = false;
  const auto hit = picker.body(*snapshot, camera_.ray(x, y, size));
  // A floor is under the pointer nearly everywhere: a click on it means none of the bodies on it.
  const bool floor = hit && (*snapshot->infos)[hit->body].mesh->sidedness == Sidedness::one_sided;
  panels_.edit.select(hit && !floor ? std::optional(hit->body) : std::nullopt);
  return false;
}

void EditTool::escape() {
  if (drag_)
    drag_.reset();
  else if (panels_.edit.selected)
    panels_.edit.select(std::nullopt);
}

void EditTool::make_edit() {
  const SceneBody* body = selected();
  const HandleChange change = drag_->change();
  if (!body || !handles_usable() || change == HandleChange() || !panels_.edit.apply)
    return;
  const std::size_t index = *panels_.edit.selected;
  const Scene& scene = *panels_.edit.scene;
  if (change.factor != 1)
    panels_.edit.apply(set_scale(scene, index, body->scale * change.factor));
  else
    panels_.edit.apply(
        place_body(scene, index, pose_after(*body, change), change.degrees != 0 ? "turn" : "move"));
}

} // namespace lamina
