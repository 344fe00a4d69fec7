#pragma once

#include "core/contact/ldi/prepare.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// What ends of intervals on one triangle add to the gradient of one contact, in component `axis` of the
/// region's frame: an amount, shared out to the corners by barycentric coordinates.
struct GradientMoments {
  double amount = 0;     ///< m²
  double m1 = 0, m2 = 0; ///< amounts times the barycentric coordinates of corners 1 and 2
  std::uint32_t triangle = 0, axis = 0;
};

/// Sums of gradients over the vertices of a body, in the frame of a region. Between uses there are none.
class VertexSums {
public:
  /// Begins with the vertices of this surface, which must stay.
  void begin(const Surface& surface);

  void add(const GradientMoments& moments) {
    const Triangle& t = triangles_[moments.triangle];
    add_to(t[0], moments.axis, moments.amount - moments.m1 - moments.m2);
    add_to(t[1], moments.axis, moments.m1);
    add_to(t[2], moments.axis, moments.m2);
  }

  /// Appends what was added to, in the order in which vertices came, and sets it to zero again.
  void move_to(std::vector<VertexGradient>& gradient);

private:
  /// Adding zero turns the mark into +0 and leaves all else as it is; a sum that began so is never −0.
  void add_to(std::uint32_t vertex, std::uint32_t axis, double amount) {
    std::array<double, 3>& sum = sums_[vertex];
    order_[count_] = vertex;
    count_ += std::bit_cast<std::uint64_t>(sum[0]) == std::bit_cast<std::uint64_t>(-0.0);
    sum[axis] += amount;
    sum[0] += 0.0;
  }

  const Triangle* triangles_ = nullptr;
  static constexpr std::array<double, 3> nothing{-0.0, 0, 0}; ///< of a vertex that was not added to
  std::vector<std::array<double, 3>> sums_;
  std::vector<std::uint32_t> order_; ///< vertices that were added to, and room for one more
  std::size_t count_ = 0;            ///< of them
};

/// Memory of build_gradients, to be reused.
struct GradientScratch {
  /// Entries of one body, cell after cell.
  struct OfBody {
    VertexSums sums;
    std::vector<VertexGradient> entries;
    std::vector<std::uint32_t> ends; ///< of the cells' entries
  };
  static constexpr std::uint32_t none = 0xffffffffu;
  /// Moments, and the index of their group's next.
  struct Listed {
    GradientMoments moments;
    std::uint32_t next = none;
  };
  struct List {
    std::uint32_t first = none, last = none;
  };
  std::vector<GradientMoments> open; ///< per cell and body: the sum that goes on
  std::vector<List> lists;           ///< per cell and body
  std::vector<Listed> moments;
  std::array<OfBody, 2> bodies;
};

/// Which intervals count, and how they are shared out.
enum class Sharing {
  whole,  ///< all intervals, to one contact: the full gradient of V
  cells,  ///< intervals between different bodies, half to the cell of each end
  patches ///< all intervals, each to its patch: the full gradient of the patch's volume
};

inline Sharing sharing_of(ContactLaw law) {
  if (law == ContactLaw::cells)
    return Sharing::cells;
  return law == ContactLaw::patches ? Sharing::patches : Sharing::whole;
}

/// Builds the sparse gradients of all cells or patches (one, for `whole`) in the world's components, each
/// vertex once a cell and body; an interval counts once for each pair of its sheets. `intervals` are those of
/// the three directions, `pixels` their pairs in the same order, one after the other. The range of cell c on
/// body b goes to ranges[2c + b]; entries are appended to `gradient`. The two
/// bodies are summed up on up to `threads` threads.
void build_gradients(const PreparedPair& pair, const std::array<const std::vector<Interval>*, 3>& intervals,
                     std::span<const ContactPixelPair> pixels, Sharing sharing, int cells, int threads,
                     GradientScratch& scratch, std::vector<VertexGradient>& gradient,
                     std::vector<Range>& ranges);

} // namespace lamina::ldi
