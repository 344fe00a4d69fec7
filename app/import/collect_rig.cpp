#include "app/import/collect_rig.h"

#include "app/import/node_transform.h"

#include <Eigen/SVD>
#include <assimp/anim.h>
#include <assimp/scene.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>

namespace lamina {

namespace {

constexpr std::size_t most_bones = 2000, most_animations = 64, most_samples = 1200;
constexpr std::size_t most_rotations = 4'000'000; // of all nodes in all samples of all animations
constexpr double samples_per_second = 30;
constexpr double usual_ticks_per_second = 25;                                  ///< of files that do not say
constexpr double least_swing = 1.0, least_twist = 0.5, beyond_animation = 0.1; // rad

/// The rotation nearest to a matrix that may scale.
Quat rotation_of(const Transform& transform) {
  const Mat3 matrix = transform.leftCols<3>();
  if (!matrix.allFinite())
    throw std::runtime_error("a bone has a position that is not finite");
  const Eigen::JacobiSVD<Mat3> svd(matrix, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 u = svd.matrixU();
  if ((u * svd.matrixV().transpose()).determinant() < 0)
    u.col(2) *= -1;
  return Quat(Mat3(u * svd.matrixV().transpose())).normalized();
}

/// The part of keys before a time, and how far it is towards the next.
template <typename Key>
std::pair<unsigned, double> place_of(const Key* keys, unsigned count, double ticks) {
  const Key* after =
      std::upper_bound(keys, keys + count, ticks, [](double t, const Key& key) { return t < key.mTime; });
  if (after == keys)
    return {0, 0.0};
  const auto first = static_cast<unsigned>(after - keys - 1);
  if (first + 1 >= count)
    return {first, 0.0};
  const double span = keys[first + 1].mTime - keys[first].mTime;
  return {first, span > 0 ? (ticks - keys[first].mTime) / span : 0.0};
}

Vec3 vector_at(const aiVectorKey* keys, unsigned count, double ticks) {
  const auto [first, share] = place_of(keys, count, ticks);
  const aiVector3D& from = keys[first].mValue;
  const aiVector3D& to = keys[std::min(first + 1, count - 1)].mValue;
  return (1 - share) * Vec3(from.x, from.y, from.z) + share * Vec3(to.x, to.y, to.z);
}

Quat rotation_at(const aiQuatKey* keys, unsigned count, double ticks) {
  const auto [first, share] = place_of(keys, count, ticks);
  const aiQuaternion& from = keys[first].mValue;
  const aiQuaternion& to = keys[std::min(first + 1, count - 1)].mValue;
  return Quat(from.w, from.x, from.y, from.z).slerp(share, Quat(to.w, to.x, to.y, to.z)).normalized();
}

Transform channel_at(const aiNodeAnim& channel, double ticks, const Transform& rest) {
  Vec3 scale = rest.leftCols<3>().colwise().norm(), position = rest.col(3);
  Mat3 rotation = rotation_of(rest).toRotationMatrix();
  if (channel.mNumPositionKeys > 0)
    position = vector_at(channel.mPositionKeys, channel.mNumPositionKeys, ticks);
  if (channel.mNumRotationKeys > 0)
    rotation = rotation_at(channel.mRotationKeys, channel.mNumRotationKeys, ticks).toRotationMatrix();
  if (channel.mNumScalingKeys > 0)
    scale = vector_at(channel.mScalingKeys, channel.mNumScalingKeys, ticks);
  Transform result;
  result << rotation * scale.asDiagonal(), position;
  return result;
}

class RigCollector {
public:
  RigCollector(const aiScene& scene, const CollectedMeshes& collected, std::vector<std::string>& notes)
      : scene_(scene), collected_(collected), notes_(notes) {}

  std::optional<Rig> collect() {
    flatten(*scene_.mRootNode, -1);
    find_bones();
    if (bone_nodes_.empty())
      return std::nullopt;
    make_bones();
    for (const CollectedMeshes::Part& part : collected_.parts)
      add_weights(part);
    std::size_t rotations = 0;
    for (unsigned a = 0; a < scene_.mNumAnimations && a < most_animations; ++a)
      add_animation(*scene_.mAnimations[a], rotations);
    if (scene_.mNumAnimations > most_animations)
      notes_.push_back("only the first " + std::to_string(most_animations) + " animations were read");
    return std::move(rig_);
  }

private:
  struct Node {
    const aiNode* node;
    int parent; ///< in nodes_
    Transform world;
    int bone = -1;  ///< that it is
    int above = -1; ///< the nearest bone at or above it
  };

  void flatten(const aiNode& node, int parent) {
    const Transform local = to_transform(node.mTransformation);
    const int own = static_cast<int>(nodes_.size());
    nodes_.push_back(
        {&node, parent, parent < 0 ? local : compose(nodes_[static_cast<std::size_t>(parent)].world, local)});
    by_name_.emplace(node.mName.C_Str(), own);
    by_node_[&node] = own;
    for (unsigned i = 0; i < node.mNumChildren; ++i)
      flatten(*node.mChildren[i], own);
  }

  void find_bones() {
    for (const CollectedMeshes::Part& part : collected_.parts)
      for (unsigned b = 0; b < part.mesh->mNumBones; ++b)
        if (const auto node = by_name_.find(part.mesh->mBones[b]->mName.C_Str()); node != by_name_.end())
          nodes_[static_cast<std::size_t>(node->second)].bone = 0;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      Node& node = nodes_[n];
      node.above = node.parent < 0 ? -1 : nodes_[static_cast<std::size_t>(node.parent)].above;
      if (node.bone < 0)
        continue;
      parents_.push_back(node.above);
      node.bone = node.above = static_cast<int>(bone_nodes_.size());
      bone_nodes_.push_back(n);
    }
    if (bone_nodes_.size() > most_bones)
      throw std::runtime_error("it has more than " + std::to_string(most_bones) + " bones");
  }

  void make_bones() {
    for (std::size_t b = 0; b < bone_nodes_.size(); ++b) {
      Bone bone;
      bone.name = nodes_[bone_nodes_[b]].node->mName.C_Str();
      bone.parent = parents_[b];
      bone.head = bone.tail = nodes_[bone_nodes_[b]].world.col(3);
      // Bones beside the first one have nothing to hang on: they go with it.
      if (b > 0 && bone.parent < 0) {
        bone.parent = 0;
        bone.joint = JointKind::fixed;
      }
      bone.swing = least_swing;
      bone.twist = least_twist;
      rest_.push_back(rotation_of(nodes_[bone_nodes_[b]].world));
      rig_.bones.push_back(bone);
    }
    find_tails();
  }

  /// A bone ends amid the heads of its children; one without any goes on as its parent did.
  void find_tails() {
    std::vector<Vec3> sum(rig_.bones.size(), Vec3::Zero());
    std::vector<int> children(rig_.bones.size(), 0);
    for (const Bone& bone : rig_.bones)
      if (bone.parent >= 0 && bone.joint != JointKind::fixed) {
        sum[static_cast<std::size_t>(bone.parent)] += bone.head;
        ++children[static_cast<std::size_t>(bone.parent)];
      }
    for (std::size_t b = 0; b < rig_.bones.size(); ++b) {
      Bone& bone = rig_.bones[b];
      if (children[b] > 0)
        bone.tail = sum[b] / children[b];
      else if (bone.parent >= 0)
        bone.tail = bone.head + 0.5 * (bone.head - rig_.bones[static_cast<std::size_t>(bone.parent)].head);
    }
  }

  void add_weights(const CollectedMeshes::Part& part) {
    std::vector<std::vector<BoneWeight>> weights(part.mesh->mNumVertices);
    for (unsigned b = 0; b < part.mesh->mNumBones; ++b) {
      const aiBone& bone = *part.mesh->mBones[b];
      const auto node = by_name_.find(bone.mName.C_Str());
      if (node == by_name_.end())
        continue;
      const auto index = static_cast<std::uint32_t>(nodes_[static_cast<std::size_t>(node->second)].bone);
      for (unsigned w = 0; w < bone.mNumWeights; ++w)
        if (bone.mWeights[w].mVertexId < part.mesh->mNumVertices)
          weights[bone.mWeights[w].mVertexId].push_back({index, bone.mWeights[w].mWeight});
    }
    const int above = nodes_[static_cast<std::size_t>(by_node_.at(part.node))].above;
    const BoneWeight carrier{static_cast<std::uint32_t>(std::max(above, 0)), 1.0};
    for (std::vector<BoneWeight>& of_vertex : weights) {
      of_vertex.push_back({carrier.bone, of_vertex.empty() ? 1.0 : 0.0});
      rig_.add_vertex(of_vertex);
    }
  }

  void add_animation(const aiAnimation& source, std::size_t& rotations) {
    const double rate = source.mTicksPerSecond > 0 ? source.mTicksPerSecond : usual_ticks_per_second;
    Animation animation;
    animation.name = source.mName.length > 0 ? source.mName.C_Str()
                                             : "animation " + std::to_string(rig_.animations.size() + 1);
    animation.duration = source.mDuration / rate;
    if (!(animation.duration >= 0) || !std::isfinite(animation.duration)) {
      notes_.push_back("the animation \"" + animation.name + "\" has no duration and was left out");
      return;
    }
    animation.samples = static_cast<std::size_t>(
        std::clamp(std::ceil(samples_per_second * animation.duration) + 1, 2.0, double{most_samples}));
    rotations += animation.samples * nodes_.size();
    if (rotations > most_rotations) {
      notes_.push_back("the animation \"" + animation.name + "\" is too large and was left out");
      return;
    }
    std::vector<const aiNodeAnim*> channels(nodes_.size(), nullptr);
    for (unsigned c = 0; c < source.mNumChannels; ++c)
      if (const auto node = by_name_.find(source.mChannels[c]->mNodeName.C_Str()); node != by_name_.end())
        channels[static_cast<std::size_t>(node->second)] = source.mChannels[c];
    for (std::size_t s = 0; s < animation.samples; ++s)
      add_sample(source.mDuration * static_cast<double>(s) / static_cast<double>(animation.samples - 1),
                 channels, animation);
    widen_limits(animation);
    rig_.animations.push_back(std::move(animation));
  }

  void add_sample(double ticks, const std::vector<const aiNodeAnim*>& channels, Animation& animation) {
    std::vector<Transform> world;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      Transform local = to_transform(nodes_[n].node->mTransformation);
      if (channels[n])
        local = channel_at(*channels[n], ticks, local);
      world.push_back(
          nodes_[n].parent < 0 ? local : compose(world[static_cast<std::size_t>(nodes_[n].parent)], local));
    }
    std::vector<Quat> turned;
    for (std::size_t b = 0; b < bone_nodes_.size(); ++b) {
      turned.push_back((rotation_of(world[bone_nodes_[b]]) * rest_[b].conjugate()).normalized());
      const int parent = rig_.bones[b].parent;
      const Quat outer = parent < 0 ? Quat::Identity() : turned[static_cast<std::size_t>(parent)];
      animation.rotations.push_back((outer.conjugate() * turned[b]).normalized());
    }
    animation.root.push_back(world[bone_nodes_[0]].col(3) - rig_.bones[0].head);
    if (!animation.root.back().allFinite())
      throw std::runtime_error("an animation has a position that is not finite");
  }

  /// A joint goes at least as far as its animations take it.
  void widen_limits(const Animation& animation) {
    for (std::size_t s = 0; s < animation.samples; ++s)
      for (std::size_t b = 0; b < rig_.bones.size(); ++b) {
        Bone& bone = rig_.bones[b];
        const Vec3 along = bone.tail - bone.head;
        if (!(along.norm() > 0))
          continue;
        const Quat& turn = animation.rotations[s * rig_.bones.size() + b];
        const Vec3 before = along.normalized(), after = turn * before;
        bone.swing = std::max(bone.swing,
                              beyond_animation + std::atan2(before.cross(after).norm(), before.dot(after)));
        const double twist = 2 * std::atan2(turn.vec().dot(before), std::abs(turn.w()));
        bone.twist = std::max(bone.twist, beyond_animation + std::abs(twist));
      }
  }

  const aiScene& scene_;
  const CollectedMeshes& collected_;
  std::vector<std::string>& notes_;
  std::vector<Node> nodes_; ///< parents before their children
  std::map<std::string, int> by_name_;
  std::map<const aiNode*, int> by_node_;
  std::vector<std::size_t> bone_nodes_;
  std::vector<int> parents_; ///< of bones
  std::vector<Quat> rest_;
  Rig rig_;
};

} // namespace

std::optional<Rig> collect_rig(const aiScene& scene, const CollectedMeshes& collected,
                               std::vector<std::string>& notes) {
  return RigCollector(scene, collected, notes).collect();
}

} // namespace lamina
