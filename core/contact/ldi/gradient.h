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

/// What one end of an interval adds to the gradient of one contact: `amount` times its barycentric
/// coordinates, in component `axis` of the region's frame, to the corners of its triangle.
struct GradientShare {
  double amount; ///< m²
  double b1, b2;
  std::uint32_t triangle;
  std::uint32_t axis;
};

/// Sums of gradients over the vertices of a body, in the frame of a region. Between uses there are none.
class VertexSums {
public:
  /// Begins with the vertices of this surface, which must stay.
  void begin(const Surface& surface);

  /// Adds an amount at a triangle, given by itself and times its barycentric coordinates of corners 1 and 2.
  void add(std::uint32_t triangle, std::uint32_t axis, double amount, double m1, double m2) {
    const Triangle& t = triangles_[triangle];
    add_to(t[0], axis, amount - m1 - m2);
    add_to(t[1], axis, m1);
    add_to(t[2], axis, m2);
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
  std::vector<std::uint32_t> begins; ///< per cell and body, and the end
  std::vector<std::uint32_t> next;
  std::vector<GradientShare> shares; ///< grouped by cell and body
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
