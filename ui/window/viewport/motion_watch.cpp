#include "ui/window/viewport/motion_watch.h"

#include <algorithm>
#include <utility>

namespace lamina {
namespace {

constexpr double refresh_s = 1; // contacts and forces of what rests

// How far what a turn moves of a body can be from where it was, m.
double turned_by(const BodyState& a, const BodyState& b, const Box& bounds) {
  const double reach = bounds.empty() ? 0 : bounds.size().norm();
  return reach * (a.mesh_pose.orientation.coeffs() - b.mesh_pose.orientation.coeffs()).norm();
}

bool body_moved(const BodyState& a, const BodyState& b, const Box& bounds, double tolerance_m) {
  if (a.positions != b.positions) {
    if (!a.positions || !b.positions || a.positions->size() != b.positions->size())
      return true;
    const double square = tolerance_m * tolerance_m;
    return !std::equal(a.positions->begin(), a.positions->end(), b.positions->begin(),
                       [square](const Vec3& p, const Vec3& q) { return (p - q).squaredNorm() <= square; });
  }
  return !((a.mesh_pose.position - b.mesh_pose.position).norm() + turned_by(a, b, bounds) <= tolerance_m);
}

bool moved(const Snapshot& a, const Snapshot& b, double tolerance_m) {
  if (a.scene_revision != b.scene_revision || a.infos != b.infos || a.bodies.size() != b.bodies.size() ||
      !b.drags.empty() || !a.drags.empty() || !(a.settings == b.settings) || !a.beside != !b.beside)
    return true;
  for (std::size_t i = 0; i < a.bodies.size(); ++i)
    if (body_moved(a.bodies[i], b.bodies[i], (*a.infos)[i].rest_bounds, tolerance_m))
      return true;
  return a.beside && moved(*a.beside, *b.beside, tolerance_m);
}

} // namespace

bool same_view(const CameraView& a, const CameraView& b) {
  return a.eye == b.eye && a.target == b.target && a.up == b.up && a.field_of_view == b.field_of_view &&
         a.image_height == b.image_height;
}

bool MotionWatch::moves(const std::shared_ptr<const Snapshot>& shown, const CameraView& view,
                        double tolerance_m, double now_s) {
  const bool same_eye = reference_ && same_view(view, view_);
  const bool seen = same_eye && (reference_ == shown || !moved(*reference_, *shown, tolerance_m));
  if (!same_eye)
    eye_moved_s_ = now_s;
  if (!seen) {
    reference_ = steady_ = shown;
    view_ = view;
    last_motion_s_ = steady_since_s_ = now_s;
    ++count_;
  }
  // After a pause nothing but the eye goes on moving.
  if (std::exchange(played_, shown->playing) && !shown->playing)
    last_motion_s_ = eye_moved_s_;
  const bool rests = now_s - last_motion_s_ >= rest_s;
  if (!rests || !shown->playing || now_s - steady_since_s_ >= refresh_s) {
    steady_ = shown;
    steady_since_s_ = now_s;
  }
  return !rests;
}

} // namespace lamina
