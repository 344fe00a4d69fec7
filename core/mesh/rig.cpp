#include "core/mesh/rig.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

namespace lamina {

namespace {

constexpr double weight_tolerance = 1e-6;

[[noreturn]] void refuse(const std::string& reason) {
  throw InputError("the bones are not usable: " + reason);
}

std::string about(const Bone& bone, std::size_t index) {
  return "bone " + std::to_string(index) + (bone.name.empty() ? "" : " \"" + bone.name + "\"");
}

void check_bone(const Bone& bone, std::size_t index) {
  if (index == 0 ? bone.parent != -1 : bone.parent < 0 || static_cast<std::size_t>(bone.parent) >= index)
    refuse(about(bone, index) + " must hang on an earlier bone, and only the first on none");
  if (!bone.head.allFinite() || !bone.tail.allFinite() || !bone.hinge_axis.allFinite())
    refuse(about(bone, index) + " has a position that is not finite");
  if (bone.joint == JointKind::hinge && std::abs(bone.hinge_axis.norm() - 1) > weight_tolerance)
    refuse("the hinge axis of " + about(bone, index) + " is no unit vector");
  if (!(bone.swing >= 0) || !(bone.twist >= 0) || !(bone.least <= bone.greatest))
    refuse("the limits of " + about(bone, index) + " are out of order");
}

void check_weights(const Rig& rig, std::size_t vertex) {
  const auto weights = rig.of(vertex);
  double sum = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) {
    if (weights[k].bone >= rig.bones.size() || !(weights[k].weight > 0) ||
        (k > 0 && weights[k].bone <= weights[k - 1].bone))
      refuse("vertex " + std::to_string(vertex) + " has a wrong bone or weight");
    sum += weights[k].weight;
  }
  if (weights.empty() || weights.size() > Rig::weights_a_vertex || !(std::abs(sum - 1) <= weight_tolerance))
    refuse("the weights of vertex " + std::to_string(vertex) + " do not add up to 1");
}

void check_animation(const Animation& animation, std::size_t bones) {
  const auto finite = [](const auto& list, const auto& test) {
    return std::all_of(list.begin(), list.end(), test);
  };
  if (!(animation.duration >= 0) || !std::isfinite(animation.duration) || animation.samples == 0 ||
      animation.rotations.size() != animation.samples * bones || animation.root.size() != animation.samples ||
      !finite(animation.root, [](const Vec3& p) { return p.allFinite(); }) ||
      !finite(animation.rotations, [](const Quat& q) { return std::abs(q.norm() - 1) <= weight_tolerance; }))
    refuse("the samples of the animation \"" + animation.name + "\" do not fit");
}

struct ByPosition {
  bool operator()(const Vec3& a, const Vec3& b) const {
    return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
  }
};

} // namespace

void Rig::add_vertex(std::span<const BoneWeight> of_vertex) {
  std::vector<BoneWeight> kept;
  for (const BoneWeight& w : of_vertex) {
    if (!(w.weight > 0) || !std::isfinite(w.weight))
      continue;
    const auto same =
        std::find_if(kept.begin(), kept.end(), [&w](const BoneWeight& k) { return k.bone == w.bone; });
    if (same == kept.end())
      kept.push_back(w);
    else
      same->weight += w.weight;
  }
  std::stable_sort(kept.begin(), kept.end(),
                   [](const BoneWeight& a, const BoneWeight& b) { return a.weight > b.weight; });
  kept.resize(std::min(kept.size(), weights_a_vertex));
  if (kept.empty())
    kept.push_back({0, 1.0});
  double sum = 0;
  for (const BoneWeight& w : kept)
    sum += w.weight;
  std::sort(kept.begin(), kept.end(),
            [](const BoneWeight& a, const BoneWeight& b) { return a.bone < b.bone; });
  for (const BoneWeight& w : kept)
    weights.push_back({w.bone, w.weight / sum});
  weight_begin.push_back(static_cast<std::uint32_t>(weights.size()));
}

void check_rig(const Rig& rig, std::size_t vertices) {
  if (rig.bones.empty())
    refuse("there are none");
  for (std::size_t b = 0; b < rig.bones.size(); ++b)
    check_bone(rig.bones[b], b);
  if (rig.vertex_count() != vertices || rig.weight_begin.front() != 0 ||
      rig.weight_begin.back() != rig.weights.size() ||
      !std::is_sorted(rig.weight_begin.begin(), rig.weight_begin.end()))
    refuse("they carry " + std::to_string(rig.vertex_count()) + " vertices, the mesh has " +
           std::to_string(vertices));
  for (std::size_t v = 0; v < vertices; ++v)
    check_weights(rig, v);
  for (const Animation& animation : rig.animations)
    check_animation(animation, rig.bones.size());
}

Rig fit_rig(const Rig& rig, std::span<const Vec3> vertices, double scale, const TriangleMesh& mesh) {
  Rig fitted;
  fitted.bones = rig.bones;
  fitted.animations = rig.animations;
  for (Bone& bone : fitted.bones) {
    bone.head *= scale;
    bone.tail *= scale;
  }
  for (Animation& animation : fitted.animations)
    for (Vec3& p : animation.root)
      p *= scale;

  std::map<Vec3, std::size_t, ByPosition> at;
  for (std::size_t v = 0; v < vertices.size(); ++v)
    at.emplace(scale * vertices[v], v);
  for (const Vec3& vertex : mesh.vertices) {
    const auto found = at.find(vertex);
    if (found == at.end())
      refuse("the mesh has a vertex that they do not carry");
    fitted.add_vertex(rig.of(found->second));
  }
  return fitted;
}

Quat animated_rotation(const Animation& animation, std::size_t bones, std::size_t bone, double time) {
  if (animation.samples < 2 || !(animation.duration > 0))
    return animation.rotations[bone];
  double phase = std::fmod(time, animation.duration);
  if (phase < 0)
    phase += animation.duration;
  const double place = phase / animation.duration * static_cast<double>(animation.samples - 1);
  const auto first = std::min(static_cast<std::size_t>(place), animation.samples - 2);
  const Quat& from = animation.rotations[first * bones + bone];
  const Quat& to = animation.rotations[(first + 1) * bones + bone];
  return from.slerp(place - static_cast<double>(first), to).normalized();
}

} // namespace lamina
