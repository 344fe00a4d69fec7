#pragma once

#include "core/contact/ldi/region/sampled_box.h"

#include <array>
#include <cstdint>
#include <vector>

namespace lamina::ldi {

/// Beyond which ends of a box triangles are known, along one axis. A balanced surface crosses a line as often
/// inwards as outwards, so one end is enough.
enum class KnownEnds : std::uint8_t { both, below, above };

/// Bounds of a meshlet along the axes of a frame, widened by `slack` (m). They are those of its ball or of
/// the box in it, whichever are closer.
inline Box bounds_of(const Ball& ball, const Frame& frame, double slack) {
  const Vec3 centre = frame.place(ball.centre);
  Vec3 reach = ball.half_size;
  if (!frame.along_world)
    reach = (frame.axes.cwiseAbs().transpose() * reach).cwiseMin(ball.radius);
  reach.array() += slack;
  return {centre - reach, centre + reach};
}

/// The least that the bounds of several meshlets can be, from the bounds of their balls. Along any axis a
/// meshlet has a vertex on the near side of its ball, or beyond.
struct LeastReach {
  Box box;
  void include(const Box& ball) {
    box.min = box.min.cwiseMin(ball.max);
    box.max = box.max.cwiseMax(ball.min);
  }
};

/// The meshlets of a surface that the columns of a box can meet. Two kinds are left out:
///
///        ┌─ beside along two axes: no column meets it
///        ▒
///          ┌───────────────┐
///          │      box      │   ▒ ─ beyond one end: left out if the other end is known
///          └───────────────┘
///   ───────────────────────────────►  one of the view axes
///
/// Its memory is reused.
class CulledMeshlets {
public:
  std::vector<std::uint32_t> meshlets; ///< ascending
  std::vector<std::uint8_t> inside;    ///< for each: 1 if it is known to lie wholly in the box
  std::array<KnownEnds, 3> ends{};     ///< per axis of the box
  bool finite = true;                  ///< the vertices of these meshlets are finite
  bool whole_columns = false; ///< nothing is left out beyond an end: every crossing of a column is wanted

  /// Sets the surface that the other functions choose from; it must stay. A surface without meshlets is
  /// grouped here.
  void set_surface(const Surface& surface);
  void take_all();
  /// Takes the meshlets whose bounds, widened by `slack` (m), do not lie beside the box along two axes. Of
  /// those beyond the two ends along one axis, it takes the end with fewer triangles if the surface is
  /// balanced.
  void take_near(const SampledBox& box, double slack);
  /// The same for a box within the last one, in its frame and with its slack. Meshlets beside the last box
  /// are not looked at again.
  void take_nearer(const SampledBox& box, double slack);

  /// All meshlets that columns of the box can meet, ascending, also those beyond an end that need not be
  /// known.
  const std::vector<std::uint32_t>& met() const { return kept_; }

  const Surface& surface() const { return *surface_; }
  const Meshlets& groups() const { return *groups_; } ///< what `meshlets` are indices into
  const Ball& ball(std::uint32_t meshlet) const { return (*balls_)[meshlet]; } ///< world

private:
  /// Where a meshlet lies: in the box, at its border, beside it along several axes, or (0 to 5) beyond one
  /// end of one axis.
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
