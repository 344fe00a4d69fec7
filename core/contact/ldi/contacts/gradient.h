#pragma once

#include "core/contact/ldi/arithmetic/gradient_units.h"
#include "core/contact/ldi/contacts/cells.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/region/prepare.h"
#include "core/contact/partition.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace lamina::ldi {

/// Moments of neighbouring ends on one triangle, of component `axis` in the region's frame.
struct TriangleMoments {
  GradientMoments sum{};
  std::uint32_t triangle = 0, axis = 0;
};

/// Sums of one component of gradients over the vertices of a body, in units. Between uses there are none.
class ComponentSums {
public:
  void begin(std::size_t vertices) {
    if (sums_.size() < vertices)
      sums_.resize(vertices, nothing);
  }
  /// Adds to the corners of triangles; while it does, nothing else may.
  class Adder {
  public:
    /// At most so many triangles.
    Adder(ComponentSums& sums, const Triangle* triangles, std::size_t most)
        : of_(sums), triangles_(triangles), sums_(sums.sums_.data()), order_(sums.room_for(3 * most)),
          count_(sums.count_) {}
    Adder(const Adder&) = delete;
    Adder& operator=(const Adder&) = delete;
    ~Adder() { of_.count_ = count_; }

    /// Fetches what adding to a triangle will need: first its corners, later their sums.
    void fetch_triangle(std::uint32_t triangle) const { __builtin_prefetch(&triangles_[triangle]); }
    void fetch_sums(std::uint32_t triangle) const {
      for (const std::uint32_t vertex : triangles_[triangle])
        __builtin_prefetch(&sums_[vertex], 1);
    }
    void add(std::uint32_t triangle, const GradientMoments& moments, const GradientUnits& units) {
      const Triangle& t = triangles_[triangle];
      add_to(t[0], moments.m0(units));
      add_to(t[1], moments.m1);
      add_to(t[2], moments.m2);
    }

  private:
    void add_to(std::uint32_t vertex, std::int64_t amount) {
      const std::int64_t sum = sums_[vertex];
      order_[count_] = vertex;
      count_ += sum == nothing;
      sums_[vertex] = (sum == nothing ? 0 : sum) + amount;
    }

    ComponentSums& of_;
    const Triangle* triangles_;
    std::int64_t* sums_;
    std::uint32_t* order_;
    std::size_t count_;
  };
  /// Those that were added to, in the order in which they came.
  std::span<const std::uint32_t> vertices() const { return {order_.data(), count_}; }
  void forget_vertices() { count_ = 0; }
  /// Takes out what was added; while it does, nothing else may.
  class Taker {
  public:
    explicit Taker(ComponentSums& sums) : sums_(sums.sums_.data()) {}

    bool has(std::uint32_t vertex) const { return sums_[vertex] != nothing; }
    std::int64_t take(std::uint32_t vertex) const {
      const std::int64_t sum = std::exchange(sums_[vertex], nothing);
      return sum == nothing ? 0 : sum;
    }
    void fetch(std::uint32_t vertex) const { __builtin_prefetch(&sums_[vertex], 1); }

  private:
    std::int64_t* sums_;
  };

private:
  /// Of a vertex that was not added to: no sum is so large.
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::min();

  /// And one more.
  std::uint32_t* room_for(std::size_t more) {
    const std::size_t most = std::min(count_ + more, sums_.size()) + 1;
    if (order_.size() < most)
      order_.resize(most + most / 2);
    return order_.data();
  }

  std::vector<std::int64_t> sums_;
  std::vector<std::uint32_t> order_; ///< vertices that were added to, and room for more
  std::size_t count_ = 0;            ///< of them
};

/// Sums of gradients over the vertices of a body, in units and in the frame of a region. Between uses there
/// are none. Components can be added to side by side.
class VertexSums {
public:
  using Units = std::array<GradientUnits, 3>; ///< per component

  /// Begins with the vertices of this surface, which must stay.
  void begin(const Surface& surface);

  void add(const TriangleMoments& moments, const Units& units) {
    adder(moments.axis, 1).add(moments.triangle, moments.sum, units[moments.axis]);
  }
  ComponentSums::Adder adder(std::size_t axis, std::size_t most_triangles) {
    return {components_[axis], triangles_, most_triangles};
  }

  /// Appends what was added to, in the order in which vertices came, component by component, and in the
  /// world's components, and sets it to zero again.
  void move_to(const Grid& grid, const Units& units, std::vector<VertexGradient>& gradient);

  /// There are so many vertices that most sums lie far away.
  bool large() const { return large_; }

private:
  const Triangle* triangles_ = nullptr;
  bool large_ = false;
  std::array<ComponentSums, 3> components_;
};

/// Memory of gradients, to be reused.
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

/// Builds the sparse gradients of all cells or patches (one, for `whole`) in the world's components. Each
/// vertex comes once a cell and body. An interval counts as often as its multiplicity. `listed` are those of
/// the three directions. The range of cell c on body b goes to ranges[2c + b]; entries are appended to
/// `gradient`. The two bodies are summed up on up to `threads` threads.
void build_gradients(const PreparedPair& pair, const std::array<ListedIntervals, 3>& listed,
                     Partition partition, int cells, int threads, GradientScratch& scratch,
                     std::vector<VertexGradient>& gradient, std::vector<Range>& ranges);

/// Appends the gradient of one contact to `gradient`, in the world's components, out of the sums of the two
/// bodies; `ranges` as for build_gradients.
void take_whole_gradient(const Grid& grid, const VertexSums::Units& units, GradientScratch& scratch,
                         std::vector<VertexGradient>& gradient, std::vector<Range>& ranges);

} // namespace lamina::ldi
