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

const SceneBody* EditTool::primary() const {
  const EditContext& edit = panels_.edit;
  const auto body = edit.selected.primary();
  return edit.scene && body && *body < edit.scene->bodies.size() ? &edit.scene->bodies[*body] : nullptr;
}

bool EditTool::handles_usable() const {
  const Snapshot* now = panels_.snapshot.get();
  return primary() && now && panels_.edit.locked.empty() && !now->playing && now->statistics.step == 0 &&
         !panels_.edit.busy && now->recording.empty() &&
         now->bodies.size() == panels_.edit.scene->bodies.size();
}

std::optional<EditHandles> EditTool::handles(ViewSize size) const {
  if (!handles_usable())
    return {};
  const Selection& selected = panels_.edit.selected;
  const Vec3 centre = drag_ ? Vec3(drag_->centre() + drag_->change().shift)
                            : middle_of(*panels_.edit.scene, selected.bodies());
  EditHandles handles(centre, camera_, size, selected.size() == 1);
  if (!handles.visible())
    return {};
  return handles;
}

// The primary body goes to whole steps, and the others with it.
EditTool::Places EditTool::places_after(const HandleChange& change) const {
  const EditContext& edit = panels_.edit;
  const Vec3 middle = drag_->centre();
  const double angle = change.degrees * std::numbers::pi / 180;
  const int axis = handle_axis(drag_->part());
  Places places;
  for (const std::uint32_t body : edit.selected.bodies()) {
    Pose pose = edit.scene->bodies[body].pose;
    if (change.degrees != 0) {
      const Quat turn(Eigen::AngleAxisd(angle, Vec3::Unit(axis)));
      pose.orientation = (turn * pose.orientation).normalized();
      if (pose.position != middle)
        pose.position = (middle + turn * (pose.position - middle)).unaryExpr([](double part) {
          return std::round(part * 1e6) / 1e6;
        });
    }
    for (int i = 0; i < 3; ++i)
      if (change.shift[i] != 0)
        pose.position[i] = edit.selected.primary() == body
                               ? drag_->moved_origin()[i]
                               : std::round((pose.position[i] + change.shift[i]) * 1e9) / 1e9;
    places.emplace_back(body, pose);
  }
  return places;
}

std::shared_ptr<const Snapshot> EditTool::shown(std::shared_ptr<const Snapshot> latest) const {
  if (!latest || !handles_usable() || latest->bodies.size() != panels_.edit.scene->bodies.size())
    return latest;
  const Places places = drag_ ? places_after(drag_->change()) : panels_.edit.preview;
  if (places.empty())
    return latest;
  auto preview = std::make_shared<Snapshot>(*latest);
  preview->pairs.clear();
  for (const auto& [index, pose] : places) {
    if (index >= preview->bodies.size())
      continue;
    const Pose& before = panels_.edit.scene->bodies[index].pose;
    BodyState& state = preview->bodies[index];
    state.mesh_pose = pose;
    // What deforms says itself where it is.
    if (state.positions)
      state.positions = std::make_shared<const std::vector<Vec3>>(moved(*state.positions, before, pose));
    if (state.inside) {
      auto inside = std::make_shared<BodyInside>(*state.inside);
      inside->nodes = moved(inside->nodes, before, pose);
      state.inside = std::move(inside);
    }
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
  drag_.emplace(*part, shown->centre(), primary()->pose.position, camera_, camera_.ray(x, y, size));
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
  const SceneBody& body = *primary();
  const double extent = body.mesh ? body.mesh->report.bounds.size().maxCoeff() : 1;
  drag_->follow(camera_.ray(x, y, size), handle_steps(extent, coarse));
  return true;
}

bool EditTool::release(double x, double y, ViewSize size, const Snapshot* snapshot, Picker& picker,
                       bool adds) {
  // A click that adds means the body, though a handle lies over it.
  if (drag_ && !(adds && may_be_click_)) {
    make_edit();
    drag_.reset();
    return true;
  }
  drag_.reset();
  if (!may_be_click_ || !snapshot || !panels_.edit.select)
    return false;
  may_be_click_ = false;
  const auto hit = picker.body(*snapshot, camera_.ray(x, y, size));
  // A floor is under the pointer nearly everywhere: a click on it means none of the bodies on it.
  const bool floor = hit && (*snapshot->infos)[hit->body].mesh->sidedness == Sidedness::one_sided;
  Selection selection = panels_.edit.selected;
  if (!adds)
    selection.clear();
  if (hit && !floor)
    selection.toggle(hit->body);
  panels_.edit.select(selection);
  return false;
}

bool EditTool::forget_drag() {
  const bool held = drag_.has_value();
  drag_.reset();
  return held;
}

void EditTool::make_edit() {
  const SceneBody* body = primary();
  const HandleChange change = drag_->change();
  if (!body || !handles_usable() || change == HandleChange() || !panels_.edit.apply)
    return;
  const Scene& scene = *panels_.edit.scene;
  if (change.factor != 1)
    panels_.edit.apply(set_scale(scene, *panels_.edit.selected.primary(), body->scale * change.factor));
  else
    panels_.edit.apply(place_bodies(scene, places_after(change), change.degrees != 0 ? "turn" : "move"));
}

} // namespace lamina
