#pragma once

#include "core/contact/ldi/arithmetic/gradient_units.h"
#include "core/contact/ldi/prepare.h"
#include "core/contact/ldi/volume.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina::ldi {

/// Moments of neighbouring ends on one triangle, of component `axis` in the region's frame.
struct TriangleMoments {
  GradientMoments sum{};
  std::uint32_t triangle = 0, axis = 0;
};

/// Sums of gradients over the vertices of a body, in units and in the frame of a region. Between uses there
/// are none.
class VertexSums {
public:
  /// Begins with the vertices of this surface, which must stay.
  void begin(const Surface& surface);

  void add(const TriangleMoments& moments, const GradientUnits& units) {
    const Triangle& t = triangles_[moments.triangle];
    add_to(t[0], moments.axis, moments.sum.m0(units));
    add_to(t[1], moments.axis, moments.sum.m1);
    add_to(t[2], moments.axis, moments.sum.m2);
  }

  /// Appends what was added to, in the order in which vertices came and in the world's components, and sets
  /// it to zero again.
  void move_to(const Grid& grid, const GradientUnits& units, std::vector<VertexGradient>& gradient);

private:
  /// Sums along the three axes, and whether there are any.
  using Sum = std::array<std::int64_t, 4>;

  void add_to(std::uint32_t vertex, std::uint32_t axis, std::int64_t amount) {
    Sum& sum = sums_[vertex];
    order_[count_] = vertex;
    count_ += sum[3] == 0;
    sum[3] = 1;
    sum[axis] += amount;
  }

  const Triangle* triangles_ = nullptr;
  std::vector<Sum> sums_;
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
    TriangleMoments moments;
    std::uint32_t next = none;
  };
  struct List {
    std::uint32_t first = none, last = none;
  };
  std::vector<TriangleMoments> open; ///< per cell and body: the sum that goes on
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
