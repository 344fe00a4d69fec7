#include "core/body/scripted_motion.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

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
