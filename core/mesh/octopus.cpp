#include "core/mesh/octopus.h"

#include "core/mesh/edge_search.h"

#include <array>
#include <cmath>
#include <numbers>

namespace lamina {

namespace {

using std::numbers::pi;

constexpr double mantle_height = 1.9;  // over the radius
constexpr double belly_depth = 0.25;   // likewise
constexpr double tip_thickness = 0.15; // of an arm, over that of its root
constexpr double swing_limit = 0.9;    // rad, between neighbouring bones of an arm
constexpr double twist_limit = 0.3;
constexpr double bend = 0.6; // rad: how steeply an arm at rest goes down and up again

/// Into how many parts each line of the pattern is divided.
struct Counts {
  std::size_t across, side, along, mantle, belly;

  std::size_t around() const { return 2 * (across + side); } ///< points of a section of an arm
  std::size_t triangles(std::size_t arms) const {
    return arms * (around() * (2 * along - 1) + across * (2 * mantle - 1 + 2 * belly - 1));
  }
};

/// Where the middle of an arm runs in its plane: `out` from the axis, `up`, and its direction there.
struct ArmPoint {
  double out, up, pitch;
};

class Builder {
public:
  explicit Builder(const OctopusShape& shape) : shape_(shape), arms_(static_cast<std::size_t>(shape.arms)) {
    half_sector_ = pi / shape.arms;
    half_height_ = std::min(0.42 * 2 * half_sector_, 0.5) * shape.radius;
    const auto counts = [this](double edge) { return divide(edge); };
    const double area = 2 * pi * shape.radius * shape.radius * (mantle_height + 1) +
                        shape.arms * shape.arm_length * 4 * half_height_;
    const auto wanted = static_cast<double>(shape.triangles);
    const double edge = best_edge(std::sqrt(2 * area / std::max(wanted, 1.0)), [&](double e) {
      return std::abs(static_cast<double>(counts(e).triangles(arms_)) - wanted);
    });
    counts_ = divide(edge);
  }

  Octopus build() {
    octopus_.mesh.name = "octopus";
    add_bones();
    add_band();
    for (std::size_t arm = 0; arm < arms_; ++arm)
      add_arm(arm);
    add_cap(true);
    add_cap(false);
    return std::move(octopus_);
  }

private:
  /// A ring of an arm stands at each joint.
  Counts divide(double edge) const {
    const auto bones = static_cast<std::size_t>(shape_.bones);
    return {part_count(2 * half_sector_ * shape_.radius, edge, 2), part_count(2 * half_height_, edge, 2),
            bones * part_count(shape_.arm_length / shape_.bones, 1.2 * edge, 2),
            part_count(1.3 * mantle_height * shape_.radius, edge, 4), part_count(shape_.radius, edge, 2)};
  }

  std::uint32_t add_vertex(const Vec3& p, std::span<const BoneWeight> weights) {
    octopus_.mesh.vertices.push_back(p);
    octopus_.rig.add_vertex(weights);
    return static_cast<std::uint32_t>(octopus_.mesh.vertices.size() - 1);
  }
  void add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    octopus_.mesh.triangles.push_back({a, b, c});
    octopus_.mesh.triangles.push_back({a, c, d});
  }

  double middle_angle(std::size_t arm) const { return 2 * half_sector_ * static_cast<double>(arm); }
  std::uint32_t bone(std::size_t arm, std::size_t index) const {
    return static_cast<std::uint32_t>(1 + arm * static_cast<std::size_t>(shape_.bones) + index);
  }

  /// s: 0 at the root, 1 at the tip. The pitch goes once down and up again.
  ArmPoint arm_point(double s) const {
    constexpr int steps = 64;
    ArmPoint point{shape_.radius, 0, -bend * std::sin(2 * pi * s)};
    const double length = shape_.arm_length * s / steps;
    for (int i = 0; i < steps; ++i) {
      const double pitch = -bend * std::sin(2 * pi * s * (i + 0.5) / steps);
      point.out += length * std::cos(pitch);
      point.up += length * std::sin(pitch);
    }
    return point;
  }
  static Vec3 in_plane(double angle, double out, double up) {
    return {out * std::cos(angle), up, out * std::sin(angle)};
  }

  void add_bones() {
    Bone mantle;
    mantle.name = "mantle";
    mantle.tail = {0, half_height_ + mantle_height * shape_.radius, 0};
    octopus_.rig.bones.push_back(mantle);
    for (std::size_t arm = 0; arm < arms_; ++arm)
      for (int i = 0; i < shape_.bones; ++i) {
        const ArmPoint head = arm_point(static_cast<double>(i) / shape_.bones);
        const ArmPoint tail = arm_point(static_cast<double>(i + 1) / shape_.bones);
        Bone one;
        one.name = "arm " + std::to_string(arm + 1) + " bone " + std::to_string(i + 1);
        one.parent = i == 0 ? 0 : static_cast<int>(octopus_.rig.bones.size()) - 1;
        one.head = in_plane(middle_angle(arm), head.out, head.up);
        one.tail = in_plane(middle_angle(arm), tail.out, tail.up);
        one.swing = swing_limit;
        one.twist = twist_limit;
        octopus_.rig.bones.push_back(one);
      }
  }

  /// Weights go over linearly from the middle of one bone to that of the next; the root is half the mantle's.
  std::array<BoneWeight, 2> along_arm(std::size_t arm, double s) const {
    const double place = s * shape_.bones - 0.5;
    const double first = std::min(std::floor(place), static_cast<double>(shape_.bones) - 2);
    const double share = std::clamp(place - first, 0.0, 1.0);
    const std::uint32_t from = first < 0 ? 0 : bone(arm, static_cast<std::size_t>(first));
    return {BoneWeight{from, 1 - share}, BoneWeight{bone(arm, static_cast<std::size_t>(first + 1)), share}};
  }

  /// Mantle and arms near the ring that they share: `fade` is 1 on it.
  std::vector<BoneWeight> near_ring(std::size_t step, double fade) const {
    const std::size_t arm = step / counts_.across % arms_;
    std::vector<BoneWeight> weights{{0, 1 - 0.5 * fade}};
    if (step % counts_.across != 0)
      weights.push_back({bone(arm, 0), 0.5 * fade});
    else
      for (const std::size_t beside : {arm, (arm + arms_ - 1) % arms_})
        weights.push_back({bone(beside, 0), 0.25 * fade});
    return weights;
  }

  double ring_angle(std::size_t step) const {
    return half_sector_ * (2 * static_cast<double>(step) / static_cast<double>(counts_.across) - 1);
  }

  /// The upper and the lower ring, and the lines between neighbouring arms.
  void add_band() {
    const std::size_t steps = arms_ * counts_.across;
    for (const bool top : {true, false})
      for (std::size_t j = 0; j < steps; ++j)
        (top ? upper_ : lower_)
            .push_back(add_vertex(in_plane(ring_angle(j), shape_.radius, top ? half_height_ : -half_height_),
                                  near_ring(j, 1)));
    for (std::size_t arm = 0; arm < arms_; ++arm) // to the left of each arm, downwards
      for (std::size_t i = 1; i < counts_.side; ++i)
        sides_.push_back(add_vertex(
            in_plane(ring_angle(arm * counts_.across), shape_.radius,
                     half_height_ * (1 - 2 * static_cast<double>(i) / static_cast<double>(counts_.side))),
            near_ring(arm * counts_.across, 1)));
  }

  /// The opening that an arm grows out of: over the top, down, back underneath, up.
  std::vector<std::uint32_t> opening(std::size_t arm) const {
    const std::size_t steps = upper_.size(), inner = counts_.side - 1;
    std::vector<std::uint32_t> loop;
    for (std::size_t i = 0; i <= counts_.across; ++i)
      loop.push_back(upper_[(arm * counts_.across + i) % steps]);
    for (std::size_t i = 0; i < inner; ++i)
      loop.push_back(sides_[(arm + 1) % arms_ * inner + i]);
    for (std::size_t i = counts_.across + 1; i-- > 0;)
      loop.push_back(lower_[(arm * counts_.across + i) % steps]);
    for (std::size_t i = inner; i-- > 0;)
      loop.push_back(sides_[arm * inner + i]);
    return loop;
  }

  void add_arm(std::size_t arm) {
    const double angle = middle_angle(arm);
    const Vec3 out = in_plane(angle, 1, 0), aside(-std::sin(angle), 0, std::cos(angle));
    std::vector<std::uint32_t> ring = opening(arm);
    std::vector<Vec3> root; // as seen from the middle of the opening: out, aside, up
    for (const std::uint32_t v : ring) {
      const Vec3 p = octopus_.mesh.vertices[v] - shape_.radius * out;
      root.emplace_back(p.dot(out), p.dot(aside), p.y());
    }
    const double half_width = shape_.radius * std::sin(half_sector_);
    for (std::size_t i = 1; i < counts_.along; ++i) {
      const double s = static_cast<double>(i) / static_cast<double>(counts_.along);
      const ArmPoint middle = arm_point(s);
      const double sine = std::sin(middle.pitch), cosine = std::cos(middle.pitch);
      const double thick = half_height_ * (1 - (1 - tip_thickness) * s);
      const double way = std::min(1.0, s * shape_.arm_length / (1.5 * half_height_));
      const double round = way * way * (3 - 2 * way);
      std::vector<std::uint32_t> next;
      for (const Vec3& r : root) {
        const double turn = std::atan2(r.z() / half_height_, r.y() / half_width);
        const Vec3 circle(0, thick * std::cos(turn), thick * std::sin(turn));
        const Vec3 p = (1 - round) * r + round * circle;
        next.push_back(add_vertex((middle.out + cosine * p.x() - sine * p.z()) * out + p.y() * aside +
                                      (middle.up + sine * p.x() + cosine * p.z()) * Vec3::UnitY(),
                                  along_arm(arm, s)));
      }
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const std::size_t after = (k + 1) % ring.size();
        add_quad(ring[k], ring[after], next[after], next[k]);
      }
      ring = std::move(next);
    }
    const ArmPoint end = arm_point(1);
    const std::uint32_t tip = add_vertex(in_plane(angle, end.out, end.up), along_arm(arm, 1));
    for (std::size_t k = 0; k < ring.size(); ++k)
      octopus_.mesh.triangles.push_back({ring[k], ring[(k + 1) % ring.size()], tip});
  }

  /// The mantle above the arms, or the belly below.
  void add_cap(bool top) {
    std::vector<std::uint32_t> ring = top ? upper_ : lower_;
    const std::size_t rings = top ? counts_.mantle : counts_.belly, steps = ring.size();
    for (std::size_t i = 1; i < rings; ++i) {
      const double t = 0.5 * pi * static_cast<double>(i) / static_cast<double>(rings);
      const double bulge = top ? 0.15 * std::sin(2 * t) : 0;
      const double height = top ? half_height_ + mantle_height * shape_.radius * std::sin(t)
                                : -half_height_ - belly_depth * shape_.radius * std::sin(t);
      const double fade = std::max(0.0, 1 - static_cast<double>(i) / (0.4 * static_cast<double>(rings)));
      std::vector<std::uint32_t> next;
      for (std::size_t j = 0; j < steps; ++j)
        next.push_back(add_vertex(in_plane(ring_angle(j), shape_.radius * (std::cos(t) + bulge), height),
                                  near_ring(j, fade * fade)));
      for (std::size_t j = 0; j < steps; ++j) {
        const std::size_t after = (j + 1) % steps;
        if (top)
          add_quad(ring[after], ring[j], next[j], next[after]);
        else
          add_quad(ring[j], ring[after], next[after], next[j]);
      }
      ring = std::move(next);
    }
    const double end =
        top ? half_height_ + mantle_height * shape_.radius : -half_height_ - belly_depth * shape_.radius;
    const std::uint32_t pole = add_vertex({0, end, 0}, std::array{BoneWeight{0, 1.0}});
    for (std::size_t j = 0; j < steps; ++j) {
      const std::size_t after = (j + 1) % steps;
      octopus_.mesh.triangles.push_back(top ? Triangle{ring[after], ring[j], pole}
                                            : Triangle{ring[j], ring[after], pole});
    }
  }

  OctopusShape shape_;
  std::size_t arms_;
  double half_sector_ = 0, half_height_ = 0;
  Counts counts_{};
  Octopus octopus_;
  std::vector<std::uint32_t> upper_, lower_, sides_;
};

} // namespace

Octopus make_octopus(const OctopusShape& shape) {
  return Builder(shape).build();
}

} // namespace lamina
