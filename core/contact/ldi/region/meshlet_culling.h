#pragma once

#include "core/contact/ldi/region/sampled_box.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Which of a surface's triangles beyond the two ends of a box are known, along one axis. Where a balanced
/// surface crosses a line it does so as often inwards as outwards, so one end is enough.
enum class KnownEnds : std::uint8_t { both, below, above };

/// Bounds of what a ball holds, widened by `slack` (m), along the axes of a frame: those of the ball or of
/// the box within it, whichever are closer.
inline Box bounds_of(const Ball& ball, const Frame& frame, double slack) {
  const Vec3 centre = frame.place(ball.centre);
  Vec3 reach = ball.half_size;
  if (!frame.along_world)
    reach = (frame.axes.cwiseAbs().transpose() * reach).cwiseMin(ball.radius);
  reach.array() += slack;
  return {centre - reach, centre + reach};
}

/// How far the bounds of several meshlets reach at least, given the bounds of their balls: each has a vertex
/// on or beyond its ball's near side along any axis.
struct LeastReach {
  Box box;
  void include(const Box& ball) {
    box.min = box.min.cwiseMin(ball.max);
    box.max = box.max.cwiseMax(ball.min);
  }
};

/// The part of a surface that the columns of a box can meet, meshlet by meshlet: all but meshlets that lie
/// beside the box along two axes or more, and what lies beyond an end that need not be known. With memory to
/// be reused.
class CulledMeshlets {
public:
  std::vector<std::uint32_t> meshlets; ///< ascending
  std::vector<std::uint8_t> inside;    ///< of each of them: whether it is known to lie wholly in the box
  std::array<KnownEnds, 3> ends{};     ///< per axis of the box
  bool finite = true;                  ///< the vertices of these meshlets are finite

  /// What the other functions choose from; a surface without meshlets is grouped here. It must stay.
  void set_surface(const Surface& surface);
  void take_all();
  /// Takes the meshlets whose bounds, widened by `slack` (m), do not lie beside the box along two axes. Of a
  /// balanced surface's meshlets beyond the two ends of the box along one axis it takes those with fewer
  /// triangles. Vertices on the border of meshlets are in more than one.
  void take_near(const SampledBox& box, double slack);
  /// The same for a box within that of the last take_near or take_nearer, in its frame and with its slack:
  /// what lay beside that one is not looked at again.
  void take_nearer(const SampledBox& box, double slack);

  /// The meshlets that columns of the box can meet, ascending, with those beyond an end that need not be
  /// known: all that a column crosses is in them.
  const std::vector<std::uint32_t>& met() const { return kept_; }

  const Surface& surface() const { return *surface_; }
  const Meshlets& groups() const { return *groups_; } ///< what `meshlets` are indices into
  const Ball& ball(std::uint32_t meshlet) const { return (*balls_)[meshlet]; } ///< world

private:
  /// Where a meshlet lies: wholly in the box, at its border, beside it along several axes, or beyond one end
  /// of one axis.
  static constexpr std::uint8_t at_border = 6, in_box = 7, beside = 8;
  static std::uint8_t place_of(const Box& bounds, const Box& box);
  /// Keeps those of meshlets meshlet_at(0) to meshlet_at(count − 1) that do not lie beside the box.
  template <class MeshletAt>
  void keep_near(std::size_t count, const MeshletAt& meshlet_at, const SampledBox& box, double slack);
  void choose_ends();
  void choose_meshlets();

  const Surface* surface_ = nullptr;
  const Meshlets* groups_ = nullptr;
  const std::vector<Ball>* balls_ = nullptr;
  Meshlets own_groups_;
  std::vector<Ball> own_balls_;
  Box taken_for_;                   ///< the box of the last take_near or take_nearer
  std::vector<std::uint32_t> kept_; ///< the meshlets that do not lie beside it
  std::vector<std::uint32_t> last_kept_;
  std::vector<std::uint8_t> placement_; ///< of those
};

} // namespace lamina::ldi
