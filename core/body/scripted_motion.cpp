#include "core/body/scripted_motion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

using Vec4 = Eigen::Vector4d;

/// Slope at the middle one of three values, of the parabola through them.
template <class Vector>
Vector parabola_slope(const std::array<Vector, 3>& value, double before, double after) {
  const Vector left = (value[1] - value[0]) / before, right = (value[2] - value[1]) / after;
  return (after * left + before * right) / (before + after);
}

/// The cubic with given ends and slopes over a span, at a share of it.
template <class Vector>
Vector hermite(const Vector& from, const Vector& to, const Vector& slope_from, const Vector& slope_to,
               double span, double share) {
  const double s = share, t = 1 - share;
  return t * t * ((1 + 2 * s) * from + s * span * slope_from) +
         s * s * ((1 + 2 * t) * to - t * span * slope_to);
}

/// A quaternion as four numbers, of its two signs the one nearer to `reference`.
Vec4 near(const Quat& q, const Vec4& reference) {
  return q.coeffs().dot(reference) < 0 ? Vec4(-q.coeffs()) : Vec4(q.coeffs());
}

/// How position and orientation (as four numbers) change at a keyframe, per second.
struct PoseSlope {
  Vec3 position = Vec3::Zero();
  Vec4 orientation = Vec4::Zero();
};

/// The first and the last keyframe are at rest, unless the motion repeats: then each is the other's
/// neighbour.
PoseSlope slope_at(const ScriptedMotion& motion, std::size_t i) {
  const auto& keys = motion.keyframes;
  const std::size_t last = keys.size() - 1;
  const bool at_end = i == 0 || i == last;
  if (last == 0 || (at_end && !motion.repeat))
    return {};
  const Keyframe& middle = keys[i];
  Keyframe before = keys[i == 0 ? last - 1 : i - 1], after = keys[i == last ? 1 : i + 1];
  const double period = keys[last].time_s - keys[0].time_s;
  // Where the motion starts over elsewhere than it ended, the neighbour is what it is relative to its own
  // end.
  const auto shift = [](Keyframe& key, const Pose& from, const Pose& to, double time) {
    key.time_s += time;
    key.pose.position += to.position - from.position;
    key.pose.orientation = to.orientation * from.orientation.conjugate() * key.pose.orientation;
  };
  if (i == 0)
    shift(before, keys[last].pose, keys[0].pose, -period);
  if (i == last)
    shift(after, keys[0].pose, keys[last].pose, period);

  const double left = middle.time_s - before.time_s, right = after.time_s - middle.time_s;
  const Vec4 q = middle.pose.orientation.coeffs();
  return {
      parabola_slope<Vec3>({before.pose.position, middle.pose.position, after.pose.position}, left, right),
      parabola_slope<Vec4>({near(before.pose.orientation, q), q, near(after.pose.orientation, q)}, left,
                           right)};
}

/// Between two keyframes, position and quaternion each run along a cubic, and the quaternion is normalised
/// (own formulation): pose and velocity are continuous.
Pose cubic_pose(const ScriptedMotion& motion, std::size_t from, double share) {
  const Keyframe &a = motion.keyframes[from], &b = motion.keyframes[from + 1];
  const PoseSlope at_a = slope_at(motion, from), at_b = slope_at(motion, from + 1);
  const double span = b.time_s - a.time_s;
  const Vec4 qa = a.pose.orientation.coeffs(), qb = near(b.pose.orientation, qa);
  const double sign = qb.dot(b.pose.orientation.coeffs()) < 0 ? -1 : 1;
  const Vec4 q = hermite<Vec4>(qa, qb, at_a.orientation, sign * at_b.orientation, span, share);
  return {hermite<Vec3>(a.pose.position, b.pose.position, at_a.position, at_b.position, span, share),
          Quat(q).normalized()};
}

Pose keyframe_pose(const ScriptedMotion& motion, double time) {
  const auto& keys = motion.keyframes;
  const double first = keys.front().time_s, last = keys.back().time_s;
  if (motion.repeat && last > first && time > first)
    time = first + std::fmod(time - first, last - first);

  // Before the first and after the last keyframe the body stands still.
  const auto next =
      std::find_if(keys.begin(), keys.end(), [time](const Keyframe& key) { return key.time_s > time; });
  if (next == keys.begin())
    return keys.front().pose;
  if (next == keys.end())
    return keys.back().pose;

  const Keyframe &from = *(next - 1), &to = *next;
  const double share = (time - from.time_s) / (to.time_s - from.time_s);
  if (motion.interpolation == Interpolation::cubic)
    return cubic_pose(motion, static_cast<std::size_t>(next - 1 - keys.begin()), share);
  return {from.pose.position + share * (to.pose.position - from.pose.position),
          from.pose.orientation.slerp(share, to.pose.orientation)};
}

} // namespace

Pose scripted_pose(const ScriptedMotion& motion, const Pose& rest, double time) {
  if (!motion.keyframes.empty())
    return keyframe_pose(motion, time);
  const double wave = std::sin(2 * std::numbers::pi * motion.frequency * time);
  const double angle = motion.rotation_rate * time + motion.rotation_amplitude * wave;
  const Vec3 axis = motion.rotation_axis.norm() > 0 ? Vec3(motion.rotation_axis.normalized()) : Vec3::UnitY();
  return {rest.position + wave * motion.amplitude, Quat(Eigen::AngleAxisd(angle, axis)) * rest.orientation};
}

} // namespace lamina
