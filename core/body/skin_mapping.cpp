#include "core/body/skin_mapping.h"

#include "core/body/rotation.h"

#include <algorithm>

namespace lamina {

SkinMapping::SkinMapping(std::shared_ptr<const Rig> rig, std::shared_ptr<const PreparedMesh> mesh,
                         std::vector<Vec3> centres)
    : rig_(std::move(rig)), mesh_(std::move(mesh)), centres_(std::move(centres)),
      rotation_(centres_.size(), Mat3::Identity()), offset_(centres_.size(), Vec3::Zero()) {}

void SkinMapping::move(std::span<const BoneState> bones) {
  for (std::size_t b = 0; b < bones.size(); ++b) {
    rotation_[b] = bones[b].orientation.toRotationMatrix();
    offset_[b] = bones[b].centre - rotation_[b] * centres_[b];
  }
}

void SkinMapping::apply(std::vector<Vec3>& positions) const {
  for (std::size_t v = 0; v < positions.size(); ++v) {
    const Vec3& rest = mesh_->mesh.vertices[v];
    Vec3 sum = Vec3::Zero();
    for (const BoneWeight& w : rig_->of(v))
      sum.noalias() += w.weight * (rotation_[w.bone] * rest + offset_[w.bone]);
    positions[v] = sum;
  }
}

void SkinMapping::transpose(std::span<const VertexGradient> entries, std::vector<BlockEntry>& out) const {
  struct Sum {
    Vec3 force = Vec3::Zero(), torque = Vec3::Zero();
    bool used = false;
  };
  thread_local std::vector<Sum> sums;
  sums.assign(centres_.size(), Sum{});
  for (const VertexGradient& entry : entries)
    for (const BoneWeight& w : rig_->of(entry.vertex)) {
      const Vec3 force = w.weight * entry.value;
      Sum& sum = sums[w.bone];
      sum.force += force;
      sum.torque += arm(w.bone, entry.vertex).cross(force);
      sum.used = true;
    }
  for (std::uint32_t b = 0; b < sums.size(); ++b)
    if (sums[b].used) {
      out.push_back({2 * b, sums[b].force});
      out.push_back({2 * b + 1, sums[b].torque});
    }
}

void SkinMapping::point(const Triangle& triangle, const std::array<float, 2>& barycentric,
                        std::vector<BlockJacobian>& out) const {
  struct Share {
    std::uint32_t bone;
    double weight;
    Vec3 arm; ///< weighted
  };
  std::array<Share, 3 * Rig::weights_a_vertex> shares;
  std::size_t count = 0;
  const double corner[3] = {1.0 - barycentric[0] - barycentric[1], barycentric[0], barycentric[1]};
  for (std::size_t k = 0; k < 3; ++k)
    for (const BoneWeight& w : rig_->of(triangle[k])) {
      const double weight = corner[k] * w.weight;
      const auto end = shares.begin() + static_cast<std::ptrdiff_t>(count);
      auto share = std::find_if(shares.begin(), end, [&w](const Share& s) { return s.bone == w.bone; });
      if (share == end) {
        *share = {w.bone, 0.0, Vec3::Zero()};
        ++count;
      }
      share->weight += weight;
      share->arm += weight * arm(w.bone, triangle[k]);
    }
  std::sort(shares.begin(), shares.begin() + static_cast<std::ptrdiff_t>(count),
            [](const Share& a, const Share& b) { return a.bone < b.bone; });
  for (std::size_t i = 0; i < count; ++i) {
    out.push_back({2 * shares[i].bone, shares[i].weight * Mat3::Identity()});
    out.push_back({2 * shares[i].bone + 1, -cross_matrix(shares[i].arm)});
  }
}

std::uint32_t SkinMapping::bone_of(std::uint32_t vertex) const {
  const auto weights = rig_->of(vertex);
  return std::max_element(weights.begin(), weights.end(),
                          [](const BoneWeight& a, const BoneWeight& b) { return a.weight < b.weight; })
      ->bone;
}

} // namespace lamina
